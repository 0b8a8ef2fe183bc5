"""What outlives a game: records from other places, the link to a finished game, pictures."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

ABSTRACTPLAY = "12-c3 >e,22-b2 pass"
BOARDSPACE = """(;
GM[Carnac]VV[1]
SU[carnac_8x5 77]
P0[id "Ann"]P1[id "Bob"]
; P0[0 Start P0]
; P0[1 OnBoard 3 C 3]; P0[2 Done]; P1[3 Tip C 3 D 3]; P1[4 Done]
)"""


@pytest.mark.parametrize(
    ("text", "moves"), [(ABSTRACTPLAY, ["c3rr", "E", "b2wr", "–"]), (BOARDSPACE, ["c3rw", "E"])]
)
def test_records_of_other_places_come_in(people, text, moves):
    ann = people()
    ann.open("/open")
    ann.page.get_by_label("Text of the game record").fill(text)
    ann.page.get_by_role("button", name="Open the game").click()
    ann.after_move(len(moves))
    assert ann.moves == moves


@pytest.mark.full
def test_a_finished_game_is_shared_by_link(people, server):
    seated = server.make_game("Ann", "Ben", board="4x3", stock=3)
    server.play(seated, "a1rw", "N", "c1wr", "N", "d1rr")
    ann, carl = people(), people()
    ann.sit_down(seated)
    ann.page.get_by_role("button", name="Share and save").click()
    link = ann.page.get_by_label("Link to this game").input_value()
    carl.page.goto(link)
    expect(carl.page.locator("#end-title")).to_be_visible()
    carl.page.locator("body").press("Home")
    expect(carl.square("a1")).to_have_attribute("aria-label", "a1, empty")
    carl.page.locator("body").press("ArrowRight")
    expect(carl.square("a1")).to_have_attribute("aria-label", re.compile("a1, red, standing"))
    expect(carl.page.get_by_role("button", name="Rematch")).to_have_count(0)


def test_a_game_is_downloaded_in_each_format_and_opened_again(people, server):
    ann = people(accept_downloads=True)
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw", "E", "b2wr", "-")
    ann.sit_down(seated)
    files = {}
    ann.page.get_by_role("button", name="Share and save").click()
    for form in ("Text", "JSON", "Boardspace", "AbstractPlay"):
        ann.page.get_by_role("group", name="Record").get_by_text(form, exact=True).click()
        with ann.page.expect_download() as downloaded:
            ann.page.get_by_role("link", name="Download the record").click()
        files[downloaded.value.suggested_filename] = downloaded.value.path().read_text("utf-8")
    assert [name.partition(".")[2] for name in files] == ["stones", "json", "sgf", "abstractplay.json"]
    assert len(set(files.values())) == 4
    for text in files.values():
        ann.open("/open")
        ann.page.get_by_label("Text of the game record").fill(text)
        ann.page.get_by_role("button", name="Open the game").click()
        ann.after_move(4)
        assert ann.moves == ["c3rw", "E", "b2wr", "–"]


@pytest.mark.full
def test_formats_that_cannot_hold_a_game_are_not_offered(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", game="caminos"))
    with ann.page.expect_response("**/record/formats"):
        ann.page.get_by_role("button", name="Share and save").click()
    expect(ann.page.get_by_role("group", name="Record").get_by_role("radio")).to_have_count(2)


@pytest.mark.full
def test_the_picture_follows_the_stones_and_the_view(people, server):
    ann = people(settings={"stones": "black-red", "appearance": "dark"}, accept_downloads=True)
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw", "E")
    ann.sit_down(seated)
    ann.page.get_by_role("button", name="Share and save").click()
    link = ann.page.get_by_role("link", name="Picture as SVG")
    expect(link).to_have_attribute("href", re.compile("ply=2&view=above&theme=dark&paint=black-red"))
    with ann.page.expect_download() as above:
        link.click()
    ann.page.get_by_text("At an angle").click()
    expect(link).to_have_attribute("href", re.compile("view=isometric"))
    with ann.page.expect_download() as angled:
        link.click()
    pictures = [drawn.value.path().read_text("utf-8") for drawn in (above, angled)]
    assert all(picture.lstrip().startswith("<svg") for picture in pictures)
    assert pictures[0] != pictures[1]
    preview = ann.page.locator("dialog img")
    expect(preview).to_have_js_property("complete", True)
    assert preview.evaluate("image => image.naturalWidth") > 0


@pytest.mark.full
def test_where_the_device_can_a_picture_is_handed_on_to_another_program(people, server):
    ann = people()
    ann.page.add_init_script(
        """navigator.canShare = ({ files }) => files[0].type === 'image/png'
        navigator.share = async ({ files: [{ name, size }] }) => (window.sent = [name, size > 1000])"""
    )
    seated = server.make_game("Ann", "Ben", board="small")
    server.play(seated, "c3rw", "E")
    ann.sit_down(seated)
    ann.page.get_by_role("button", name="Share and save").click()
    ann.page.get_by_role("button", name="Picture: Send…").click()
    sent = ann.page.wait_for_function("() => window.sent").json_value()
    assert sent == [f"carnac-{seated['game'][:6]}-2.png", True]


@pytest.mark.full
@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_the_rules_have_pictures_of_the_stones_they_speak_of(people, game):
    ann = people(settings={"stones": "black-red"})
    ann.open(f"/rules/{game}")
    pictures = ann.page.locator("figure img")
    expect(pictures.first).to_be_visible()
    assert pictures.count() >= 5
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        ann.page.wait_for_function("image => image.complete", arg=picture.element_handle())
        assert picture.evaluate("image => image.naturalWidth") > 0
        assert "stones" not in picture.get_attribute("src")
