"""The desk of a study: walking, variations, comments, drawings, several people, phones, keys, no WebGL."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .studying import here, make_study, moves, open_panel, sit_at, study_of
from .test_everybody import PHONE, violations


def test_walking_through_a_game_and_playing_something_else(people, server):
    ann = people()
    sit_at(ann, study_of(server))
    assert moves(ann) == ["a1rw", "N", "c1ww", "–", "d3rw", "W"]
    expect(ann.square("a1")).to_have_attribute("aria-label", "a1, empty")
    ann.press("ArrowRight")
    expect(here(ann)).to_contain_text("a1rw")
    expect(ann.square("a1")).to_have_attribute("aria-label", re.compile("a1, red, standing"))
    ann.press("End")
    expect(here(ann)).to_contain_text("W")
    ann.press("Home", "ArrowRight", "ArrowRight")
    expect(here(ann)).to_contain_text("N")

    # What was played is walked, anything else becomes a variation.
    ann.press("t", "r")
    ann.square("d1").click()
    expect(here(ann)).to_have_text("d1wr")
    assert moves(ann) == ["a1rw", "N", "c1ww", "–", "d1wr", "d3rw", "W"]
    # On the board the arrow keys move from square to square, elsewhere through the tree.
    ann.page.locator("h1").click()
    ann.press("ArrowUp")
    expect(here(ann)).to_contain_text("c1ww")

    # The main line is what one says it is, and one can change one's mind.
    ann.press("ArrowUp")
    open_panel(ann, "Notes")
    ann.page.get_by_role("button", name="Make this the main line").click()
    open_panel(ann, "Moves")
    expect(ann.page.locator(".tree ol > li").nth(1)).to_contain_text("d1wr")
    ann.press("u")
    expect(ann.page.locator(".tree ol > li").nth(1)).to_contain_text("c1ww")
    open_panel(ann, "Notes")
    ann.page.get_by_role("button", name="Delete this move and what follows").click()
    open_panel(ann, "Moves")
    expect(ann.page.locator(".tree ul [data-node]")).to_have_count(0)


def test_two_browsers_in_one_study(people, server):
    ann, ben, cat = people(), people(), people(expect_errors=True)
    made = study_of(server)
    sit_at(ann, made)
    ben.open(made["links"]["edit"])
    ben.page.wait_for_selector("[data-square]")
    expect(ann.page.get_by_text("1 other person is here")).to_be_visible()

    # Comments are Markdown, and never HTML.
    ben.press("ArrowRight", "c")
    ben.page.get_by_label("Comment").fill("**Good**, see <b>this</b>: https://example.org")
    ben.page.get_by_role("button", name="Save").click()
    ann.press("ArrowRight")
    comment = ann.page.locator(".markdown")
    expect(comment.locator("strong")).to_have_text("Good")
    expect(comment).to_contain_text("see <b>this</b>")
    expect(comment.locator("a")).to_have_attribute("href", "https://example.org")
    open_panel(ann, "Notes")
    ann.page.get_by_role("button", name="Mark with !?").click()
    open_panel(ben, "Moves")
    expect(here(ben)).to_contain_text("!?")

    # A circle on the board is seen by everybody who looks at that moment.
    ben.square("c2").focus()
    ben.press("x")
    expect(ann.square("c2")).to_have_attribute("aria-label", re.compile("circle"))

    # A private study is its makers' own; with a link others may read, and change nothing.
    cat.open(f"/study/{made['study']}")
    expect(cat.page.get_by_role("alert")).to_be_visible()
    ann.page.get_by_role("tab", name="Share").click()
    ann.page.get_by_text("Anyone with the link", exact=True).click()
    expect(ann.page.get_by_label("Link for readers")).to_have_value(re.compile(made["study"]))
    cat.page.get_by_role("button", name="Try again").click()
    expect(cat.page.locator(".tree")).to_contain_text("a1rw")
    expect(cat.page.locator(".decision")).to_have_count(0)
    expect(cat.page.get_by_role("tab", name="Notes")).to_have_count(0)


@pytest.mark.full
def test_chapters_come_and_go(people, server):
    ann = people()
    sit_at(ann, study_of(server))
    ann.press("ArrowRight", "ArrowRight")
    expect(here(ann)).to_contain_text("N")
    ann.page.get_by_role("button", name="Chapters").click()
    ann.page.get_by_label("From the position on the board").check()
    ann.page.get_by_role("button", name="Add a chapter").click()
    expect(ann.page.get_by_role("combobox", name="Chapter", exact=True)).to_have_value("2")
    expect(ann.square("a2")).to_have_attribute("aria-label", re.compile("a2, (red|white), lying"))
    ann.square("d1").click()
    expect(here(ann)).to_contain_text("d1rw")
    ann.page.get_by_role("combobox", name="Chapter", exact=True).select_option("1")
    expect(ann.page.locator(".tree")).to_contain_text("c1ww")
    assert moves(ann) == ["a1rw", "N", "c1ww", "–", "d3rw", "W"]


@pytest.mark.full
def test_studies_are_listed_kept_and_deleted(people, server):
    ann, ben = people(), people()
    made = study_of(server, title="Tilting for beginners")
    sit_at(ann, made)
    ann.page.get_by_role("tab", name="Share").click()
    ann.page.get_by_text("Everybody", exact=True).click()
    expect(ann.page.get_by_label("Link for readers")).to_be_visible()
    ben.open("/studies")
    ben.page.get_by_role("link", name="Tilting for beginners").click()
    expect(ben.page.locator(".tree")).to_contain_text("a1rw")

    with ann.page.expect_download() as saved:
        ann.page.get_by_role("button", name="Download as JSON").click()
    ann.go("/studies")
    ann.page.get_by_label("Open a saved study").set_input_files(saved.value.path())
    expect(ann.page.locator(".tree")).to_contain_text("c1ww")
    ann.page.get_by_role("tab", name="Share").click()
    ann.page.get_by_role("button", name="Delete the study").click()
    ann.page.get_by_role("alertdialog").get_by_role("button", name="Delete the study").click()
    expect(ann.page.get_by_role("heading", name="Your studies")).to_be_visible()
    assert ann.page.locator("section", has=ann.page.locator("#mine")).locator("li").count() == 1


@pytest.mark.full
def test_a_study_in_the_hand(people, server, axe_source):
    ann = people(settings={"confirm": True, "appearance": "dark"}, **PHONE)
    sit_at(ann, study_of(server))
    ann.page.get_by_role("button", name="One move forward").tap()
    expect(ann.square("a1")).to_have_attribute("aria-label", re.compile("red, standing"))
    ann.page.get_by_role("tab", name="Moves").tap()
    expect(here(ann)).to_contain_text("a1rw")
    width = ann.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["viewport"]["width"]
    assert violations(ann, axe_source) == []


def test_nobody_is_kept_out_of_a_study(people, server, axe_source, chromium_without_webgl):
    ann = people(browser=chromium_without_webgl, settings={"view": "solid"})
    sit_at(ann, study_of(server))
    ann.press("ArrowRight")
    expect(ann.news).to_contain_text("Red places a megalith on a1")
    assert violations(ann, axe_source) == []
    ann.page.get_by_role("tab", name="Share").click()
    assert violations(ann, axe_source) == []
    ann.page.get_by_role("button", name="Chapters").click()
    assert violations(ann, axe_source) == []
    ann.press("Escape")
    ann.go("/studies")
    expect(ann.page.get_by_role("heading", name="Public studies")).to_be_visible()
    assert violations(ann, axe_source) == []


def test_a_study_of_caminos(people, server):
    ann = people()
    sit_at(ann, make_study(server, {"kind": "start", "game": "caminos"}))
    lit = (
        ann.page.locator("[data-square]")
        .filter(has_not_text="nothing")
        .evaluate_all("all => all.filter(c => c.ariaLabel.includes('fits')).map(c => c.dataset.square)")
    )
    ann.square(lit[0]).click()
    expect(ann.page.locator(".tree [data-node]")).to_have_count(1)
    expect(ann.page.locator("p.turn")).to_have_text(re.compile("places a piece"))


@pytest.mark.full
def test_an_edit_link_is_taken_back_and_so_is_what_an_editor_did(people, server):
    ann, ben = people(), people(expect_errors=True)
    made = study_of(server)
    sit_at(ann, made)
    ben.open(made["links"]["edit"])
    ben.page.wait_for_selector("[data-square]")
    ben.press("ArrowRight")
    open_panel(ben, "Notes")
    ben.page.get_by_role("button", name="Delete this move and what follows").click()
    expect(ann.page.locator(".tree [data-node]")).to_have_count(0)

    ann.page.get_by_role("tab", name="Share").click()
    link = ann.page.get_by_label("Link for editors")
    expect(link).to_have_value(re.compile(made["edit"]))
    ann.page.get_by_role("button", name="Make a new edit link").click()
    sure = ann.page.get_by_role("alertdialog")
    expect(sure).to_contain_text("stops working")
    sure.get_by_role("button", name="Make a new edit link").click()
    expect(link).not_to_have_value(re.compile(made["edit"]))
    expect(sure).to_have_count(0)
    expect(ben.page.get_by_role("alert")).to_contain_text("no longer works")

    ann.page.get_by_role("button", name="Take back the latest change").click()
    open_panel(ann, "Moves")
    expect(ann.page.locator(".tree")).to_contain_text("a1rw")
    open_panel(ann, "Share")
    fresh = link.input_value()
    cat = people()
    cat.open(fresh[fresh.index("/study/") :])
    cat.page.wait_for_selector("[data-square]")
    expect(cat.page.get_by_role("tab", name="Notes")).to_be_visible()
