"""Setting up positions on the page: by mouse, keyboard and finger, by text and picture, and going on."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from stonefield import caminos, draw


@pytest.fixture
def editor(people):
    """Somebody in front of the editor."""

    def sit(path="/editor?game=carnac", **wishes):
        person = people(**wishes)
        person.open(path)
        person.page.wait_for_selector("[data-square]")
        return person

    return sit


def position(person, text):
    """Until the bench has this position."""
    expect(person.page.locator("textarea")).to_have_value(text)


def tool(person, name):
    person.page.get_by_role("radio", name=name, exact=True).locator("..").click()


def verdict(person):
    return person.page.locator(".verdict")


def test_megaliths_are_put_laid_turned_and_taken_away_and_play_begins_there(editor):
    ann = editor("/editor?position=carnac small 28 r r1 -")
    ann.square("c3").click()
    position(ann, "carnac small 28 r r1 c3rw")
    assert ann.label("c3") == "c3, red, standing"
    tool(ann, "Lying")
    ann.square("d4").click()
    position(ann, "carnac small 28 r r1 c3rw,d4e4r")
    tool(ann, "Awaiting an answer")
    ann.square("c3").click()
    tool(ann, "Turn")
    ann.square("d4").click()
    position(ann, "carnac small 28 r r1 c3rw?,e4d4r")
    # What is wrong is said, and nothing can be begun from it.
    tool(ann, "Remove")
    ann.square("d4").click()
    ann.square("d4").click()
    expect(ann.page.get_by_role("alert")).to_have_text("There is nothing on d4.")
    tool(ann, "White")
    position(ann, "carnac small 28 r w2 c3rw?")
    ann.page.get_by_text("Play from here").click()
    tool(ann, "On one screen")
    ann.page.get_by_role("button", name="Begin").click()
    ann.wait_for_turn()
    assert ann.label("c3") == "c3, red, standing, awaiting an answer"
    ann.press("e")
    ann.after_move(1)


def test_what_is_wrong_is_said_in_a_sentence_and_undone(editor):
    ann = editor("/editor?position=caminos square classic 2y y1 L4T4S4O2/L4T4S4O2 -")
    expect(verdict(ann)).to_have_text("This position can arise in play.")
    tool(ann, "Place: Green")
    ann.press("4")
    ann.square("d4").click()
    expect(verdict(ann)).to_contain_text("Yellow: 0, Green: 1")
    expect(ann.page.get_by_role("button", name="Analyse")).to_be_disabled()
    ann.press("u")
    expect(verdict(ann)).to_have_text("This position can arise in play.")
    assert ann.label("d4").startswith("d4, empty")


def test_a_text_and_a_picture_are_set_up(editor, tmp_path):
    ann = editor()
    field = ann.page.locator("textarea")
    field.fill("carnac small 28 r r1 a1rw,a1rw")
    ann.page.get_by_role("button", name="Set up this text").click()
    expect(ann.page.get_by_role("alert")).to_have_text("a1 is occupied twice.")
    picture = tmp_path / "picture.svg"
    picture.write_text(draw.svg(caminos.start().play("O:d4,d5,e4,e5")), "utf-8")
    ann.page.locator("input[type=file]").set_input_files(picture)
    position(ann, "caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO:d4,d5,e4,e5")
    ann.page.get_by_role("button", name="Exchange the colours").click()
    position(ann, "caminos square classic 2g y2 L4T4S4O1/L4T4S4O2 gO:d4,d5,e4,e5")


def test_the_keyboard_alone_sets_up_a_position(editor):
    ann = editor("/editor?position=carnac small 28 r r1 -")
    ann.square("c3").focus()
    ann.press("t", "Enter", "ArrowRight", "ArrowRight", "l", "r", "Enter")
    position(ann, "carnac small 28 r r1 c3ww,e3e2w")
    ann.press("Delete")
    position(ann, "carnac small 28 r r1 c3ww")


def test_the_editor_is_for_everybody_and_fits_a_phone(editor, axe_source):
    for viewport in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        ann = editor(
            "/editor?position=carnac medium 28 r w2 c4rw?,d5e5w,f3wr",
            viewport=viewport,
            has_touch=viewport["width"] < 600,
        )
        ann.page.evaluate(axe_source)
        found = ann.page.evaluate(
            "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.map(n => n.html)])"
        )
        assert found == [], json.dumps(found, indent=1)
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ann.square("a1").tap() if viewport["width"] < 600 else ann.square("a1").click()
        expect(ann.square("a1")).to_have_attribute("aria-label", "a1, red, standing")
