"""What was played from here beside a study, and a game saved as a film."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from stonefield import carnac

from .studying import here, make_study, open_panel, sit_at
from .test_everybody import PHONE, violations


def test_the_explorer_shows_what_was_played_plays_it_and_opens_games(people, server, axe_source):
    ann = people()
    sit_at(ann, make_study(server, {"kind": "position", "text": str(carnac.start("small"))}))
    ann.page.get_by_role("tab", name="Explorer").click()
    explorer = ann.page.get_by_role("region", name="Explorer")
    first = explorer.get_by_role("rowheader").first.get_by_role("button")
    expect(first).to_be_enabled()
    assert violations(ann, axe_source) == []
    played = first.inner_text()
    first.click()
    open_panel(ann, "Moves")
    expect(here(ann)).to_contain_text(played)
    open_panel(ann, "Explorer")
    explorer.get_by_label("Source").select_option("engine")
    expect(explorer.get_by_role("rowheader").first).to_be_visible()
    before = ann.page.url
    explorer.get_by_role("listitem").first.get_by_role("button").click()
    ann.page.wait_for_function("before => location.href !== before", arg=before)
    ann.page.wait_for_selector(".tree [data-node]")


@pytest.mark.full
def test_the_explorer_on_a_phone(people, server):
    ann = people(**PHONE)
    sit_at(ann, make_study(server, {"kind": "position", "text": str(carnac.start("small"))}))
    ann.page.get_by_role("tab", name="Explorer").click()
    expect(ann.page.get_by_role("rowheader").first).to_be_visible()
    assert ann.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.full
def test_a_game_is_saved_as_a_film(people, server):
    ann = people()
    made = server.make_game("Ann", "Ben", board="4x3")
    server.play(made, "b2rw")
    ann.sit_down(made)
    ann.page.get_by_role("button", name="Share and save").click()
    ann.page.get_by_text("WebP", exact=True).click()
    ann.page.get_by_role("combobox", name="Size").select_option("small")
    with ann.page.expect_download() as saved:
        ann.page.get_by_role("button", name="Save the film").click()
    assert saved.value.suggested_filename.endswith(".webp")
    assert saved.value.path().read_bytes().startswith(b"RIFF")


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "ending", "beginning"),
    [
        ("GIF", ".gif", rb"GIF89a"),
        # How each kind is written is tested in the rooms of films and of the server too.
        pytest.param("WebP", ".webp", rb"RIFF....WEBP", marks=pytest.mark.full),
        pytest.param("APNG", ".png", rb"\x89PNG.*acTL", marks=pytest.mark.full),
        ("SVG", ".svg", rb"(<\?xml|<svg)"),
    ],
)
def test_a_line_of_a_study_is_saved_as_a_film_of_every_kind(people, server, kind, ending, beginning):
    save_a_film(people(), server, kind, ending, beginning)


@pytest.mark.full
def test_a_film_is_saved_by_touch_on_a_small_phone(people, server):
    ann = people(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    save_a_film(ann, server, "GIF", ".gif", rb"GIF89a", touch=True)


def save_a_film(ann, server, kind, ending, beginning, *, touch=False):
    press = (lambda found: found.tap()) if touch else (lambda found: found.click())
    # A game that has come to its end, as most that are reviewed.
    record = '[Game "carnac"][Board "4x3"][Stock "4"] c1rr - b1rr - d1ww - c3rr 1/2-1/2'
    sit_at(ann, make_study(server, {"kind": "record", "text": record}))
    press(ann.page.get_by_role("tab", name="Share", exact=True))
    press(ann.page.get_by_text(kind, exact=True))
    ann.page.get_by_role("combobox", name="Size").select_option("small")
    with ann.page.expect_download() as saved:
        press(ann.page.get_by_role("button", name="Save the film"))
    assert saved.value.suggested_filename.endswith(ending)
    assert re.match(beginning, saved.value.path().read_bytes()[:400], re.DOTALL)
