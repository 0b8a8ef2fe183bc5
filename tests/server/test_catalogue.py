"""Rules with pictures, and the texts of all languages."""

from __future__ import annotations

import pytest

from stonefield.locales import LANGUAGES
from stonefield.server.jobs.tasks.records import draw_position
from stonefield.server.protocol.problems import REFUSALS
from stonefield.server.web.catalogue import page_texts, rules_page
from stonefield.server.web.pictures import rules_example


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_the_rules_are_on_one_page_in_every_language(game, language):
    page = rules_page(game, language)
    assert page["title"]
    assert page["intro"]
    assert len(page["sections"]) >= 7
    for section in page["sections"]:
        assert section["title"]
        assert all(section["text"]), section
        assert bool(section["picture"]) == bool(section["caption"]), section["key"]
        assert "{" not in section["caption"]


@pytest.mark.parametrize("stones", ["red-white", "black-red"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_every_picture_of_the_rules_can_be_drawn(game, theme, stones):
    pictures = [section["key"] for section in rules_page(game, "en")["sections"] if section["picture"]]
    assert len(pictures) >= 5
    for name in pictures:
        position, view = rules_example(game, name)
        assert draw_position(position, None, view, theme, stones).startswith("<svg")


def test_texts_come_in_each_language(server):
    for language in LANGUAGES:
        answer = server.client().get(f"/api/locales/{language}")
        assert answer.json() == page_texts(language)
        assert answer.json().keys() == page_texts("en").keys()
        assert not [key for key in answer.json() if key.startswith(("terminal.", "rules."))]
        page, reasons, people, offline, embed = (
            server.client().get(f"/api/locales/{language}?part={part}").json()
            for part in ("page", "reasons", "people", "offline", "embed")
        )
        assert all(key.startswith(("why.", "fault.", "study.", "explorer.")) for key in reasons)
        assert all(key.startswith(("people.", "error.")) for key in people)
        assert all(key.startswith("pocket.") for key in offline)
        # A board in a frame says some of what the page says, and a little of its own.
        own = {key: text for key, text in embed.items() if key.startswith("embed.")}
        assert own
        assert not own.keys() & page.keys()
        assert embed.items() <= answer.json().items()
        assert page | reasons | people | offline | embed == answer.json()
        assert sum(map(len, (page, reasons, people, offline, own))) == len(answer.json())
    assert server.client().get("/api/locales/en?part=nothing").json()["code"] == "invalid"
    assert server.client().get("/api/locales/xx").json()["code"] == "no_such_language"
    assert server.client().get("/api/rules/caminos?lang=hu").json()["language"] == "hu"
    picture = server.client().get("/api/rules/carnac/pictures/tie.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert server.client().get("/api/rules/carnac/pictures/none.svg").json()["code"] == "no_picture"


def test_texts_come_packed_and_only_once(server):
    for path in ("/api/locales/de", "/api/rules/carnac?lang=de", "/api/rules/carnac/pictures/tie.svg"):
        first = server.client().get(path)
        assert first.headers["content-encoding"] == "gzip"
        again = server.client().get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = server.client().get(path, headers={"Accept-Encoding": "identity"})
        assert plain.text == first.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_words(language):
    assert {code for code in REFUSALS if f"error.{code}" not in page_texts(language)} == set()
