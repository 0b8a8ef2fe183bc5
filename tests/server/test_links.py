"""Links to games, studies and puzzles elsewhere: what other sites read of a page, its picture, and oEmbed."""

from __future__ import annotations

from html.parser import HTMLParser
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from stonefield.locales import LANGUAGES
from stonefield.puzzles import shipped

from .study.reader import act, make_study

PEOPLE = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Őrs & <Co>"}]


class Head(HTMLParser):
    """What a reader of links finds in a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.oembed = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        if tag == "meta" and "property" in known:
            self.properties[known["property"]] = known["content"]
        if tag == "link" and known.get("type") == "application/json+oembed":
            self.oembed = known["href"]


@pytest.fixture
def page(server, tmp_path):
    """Reads the head of a page of this server, whose page is built."""

    def read(path: str, language: str = "en") -> Head:
        answer = server.client().get(path, headers={"Accept-Language": language})
        assert answer.status_code == 200
        return Head(answer.text)

    return read


def made(server, **more) -> str:
    wishes = {"game": "carnac", "options": {"board": "small"}, "seats": PEOPLE, **more}
    answer = server.client().post("/api/games", json=wishes)
    assert answer.status_code == 201, answer.text
    return answer.json()["game"]


def picture(server, path: str) -> Image.Image:
    answer = server.client().get(path)
    assert answer.status_code == 200, answer.text
    assert len(answer.content) <= 100_000
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    return Image.open(BytesIO(answer.content))


def test_a_game_has_a_title_a_sentence_and_a_picture(server, page):
    game = made(server)
    head = page(f"/g/{game}")
    assert head.properties["og:title"] == "Carnac: Ann – Őrs & <Co>"
    assert head.properties["og:description"] == "0 moves played."
    assert head.properties["og:url"].endswith(f"/g/{game}")
    shown = picture(server, head.properties["og:image"])
    assert shown.size == (1200, 630)
    assert head.properties["og:image:width"] == "1200"


def test_a_link_speaks_the_language_of_its_reader(server, page):
    game = made(server)
    said = {language: page(f"/g/{game}", language).properties["og:description"] for language in LANGUAGES}
    assert said["de"] == "0 Züge gespielt."
    assert len(set(said.values())) == len(LANGUAGES)


def test_the_winner_is_named(server, page):
    seated = server.make_game("Ann", "level 3", board="small")
    head = page(f"/g/{seated['game']}")
    assert head.properties["og:title"] == "Carnac: Ann – Shepherd, level 3"
    assert server.act(seated, "resign").status_code == 200
    head = page(f"/g/{seated['game']}")
    assert head.properties["og:description"].startswith("Shepherd, level 3 won. ")


@pytest.mark.full
def test_a_puzzle_says_what_is_to_be_done_and_not_how(server, page):
    puzzle = next(puzzle for puzzle in shipped() if puzzle.game == "carnac")
    head = page(f"/puzzles/{puzzle.name}")
    assert head.properties["og:title"] == "Carnac: a puzzle"
    assert "Only one decision" in head.properties["og:description"]
    assert picture(server, head.properties["og:image"]).size == (1200, 630)


def test_a_private_study_shows_nothing(server, page):
    made = make_study(server, {"kind": "start", "game": "caminos"})
    study = made["study"]
    assert page(f"/study/{study}").properties == {}
    for file in ("preview.png", "replay"):
        answer = server.client().get(f"/api/studies/{study}/{file}")
        assert answer.json()["code"] == "study_private"
    assert act(server, made, "visibility", visibility="link").status_code == 200
    assert page(f"/study/{study}").properties["og:description"] == "A study of Caminos, 1 chapter."
    assert len(server.client().get(f"/api/studies/{study}/replay").json()["scenes"]) == 1


def test_what_does_not_exist_has_no_preview(server, page):
    for path in ("/", "/g/aaaaaaaaaaaaaaaa", "/g/x", "/puzzles/daily", "/study/nothing", "/learn"):
        assert page(path).properties == {}, path


def test_oembed_answers_with_a_frame(server, page):
    game = made(server)
    head = page(f"/g/{game}")
    answer = server.client().get(head.oembed).json()
    assert (answer["version"], answer["type"]) == ("1.0", "rich")
    frame = ElementTree.fromstring(answer["html"].replace(" allowfullscreen", ""))
    assert f"/embed/g/{game}" in frame.get("src")
    small = server.client().get(f"{head.oembed}&maxwidth=300&maxheight=200").json()
    assert (small["width"], small["height"]) == (300, 200)


def test_oembed_speaks_of_this_server_only(server):
    for url in ("http://elsewhere.example/g/aaaaaaaaaaaaaaaa", "no address", f"{server.url}/learn"):
        assert server.client().get("/api/oembed", params={"url": url}).status_code == 404


def test_only_the_embedded_board_may_be_framed(server):
    client = server.client()
    framed = client.get("/embed/g/aaaaaaaaaaaaaaaa")
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers
    assert "set-cookie" not in framed.headers
    assert client.get("/").headers["x-frame-options"] == "DENY"
    assert client.get("/board.js").headers["cross-origin-resource-policy"] == "cross-origin"


def test_a_game_is_replayed_scene_by_scene(server):
    record = '[Game "carnac"]\n[Board "small"]\n\n1. c3rw E 2. f2rr - *\n'
    game = server.client().post("/api/imports", json={"text": record}).json()["game"]
    replay = server.client().get(f"/api/games/{game}/replay").json()
    assert replay["game"] == "carnac"
    assert len(replay["scenes"]) == 5
    one = server.client().get(f"/api/puzzles/{shipped()[0].name}/replay").json()
    assert len(one["scenes"]) == 1
