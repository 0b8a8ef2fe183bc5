"""Setting up positions on the page: by mouse, keyboard and finger, by text and picture, and going on."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from quick import few
from stonefield import caminos, draw
from stonefield.games.editing import edit, read_draft


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
    # About the square that is pointed at, clockwise: from above that is seen.
    position(ann, "carnac small 28 r r1 c3rw?,d4d3r")
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


@pytest.mark.full
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
    expect(ann.page.get_by_role("alert")).to_contain_text("a1 is occupied twice.")
    picture = tmp_path / "picture.svg"
    picture.write_text(draw.svg(caminos.start().play("O:d4,d5,e4,e5")), "utf-8")
    ann.page.locator("input[type=file]").set_input_files(picture)
    position(ann, "caminos square classic 2y g2 L4T4S4O1/L4T4S4O2 yO:d4,d5,e4,e5")
    ann.page.get_by_role("button", name="Exchange the colours").click()
    position(ann, "caminos square classic 2g y2 L4T4S4O1/L4T4S4O2 gO:d4,d5,e4,e5")


BAD = "carnac medium 28 r w2 c4rw,zz9,d5e5w"


def test_a_faulty_text_stays_and_beside_it_is_said_what_is_wrong_and_where(editor):
    ann = editor("/editor?position=carnac medium 28 r r1 -")
    field = ann.page.locator("textarea")
    field.fill(BAD)
    ann.page.get_by_role("button", name="Set up this text").click()
    told = ann.page.get_by_role("alert")
    expect(told).to_contain_text("This text cannot be read.")
    expect(told).to_contain_text("“zz9” is not a megalith.")
    expect(told.locator("mark")).to_have_text("zz9")
    expect(field).to_have_value(BAD)
    expect(field).to_have_attribute("aria-invalid", "true")
    # The word is selected: typing replaces it.
    assert field.evaluate("f => f.value.slice(f.selectionStart, f.selectionEnd)") == "zz9"
    below = told.bounding_box()["y"] - field.bounding_box()["y"] - field.bounding_box()["height"]
    assert 0 <= below < 40
    field.fill(BAD.replace("zz9", "c4ww"))
    ann.page.get_by_role("button", name="Set up this text").click()
    expect(told).to_contain_text("This position is not possible.")
    expect(told).to_contain_text("c4 is occupied twice.")
    expect(told.locator("mark")).to_have_text("c4ww")
    field.fill(BAD.replace("zz9,", ""))
    ann.page.get_by_role("button", name="Set up this text").click()
    position(ann, "carnac medium 28 r w2 c4rw,d5e5w")
    expect(told).to_have_count(0)


@pytest.mark.full
def test_a_faulty_text_in_the_address_can_be_put_right(people):
    ann = people()
    ann.page.goto(f"{ann.url}/editor?position={BAD}")
    expect(ann.page.get_by_role("alert").locator("mark")).to_have_text("zz9")
    field = ann.page.locator("textarea")
    expect(field).to_have_value(BAD)
    field.fill(BAD.replace("zz9,", ""))
    ann.page.get_by_role("button", name="Set up this text").click()
    ann.page.wait_for_selector("[data-square]")
    position(ann, "carnac medium 28 r w2 c4rw,d5e5w")


# Nine stones, standing and lying, some of them close behind others.
NINE = "b2c2r,g2g3w,i2rw,e3f3w,c4rw,b5wr,d5e5r,h5wr,i5j5w"
DESK = {"viewport": {"width": 1280, "height": 800}}
HAND = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MIDDLES = """() => Object.fromEntries([...document.querySelectorAll('[data-square]')].map(cell => {
  const { left, top, width, height } = cell.getBoundingClientRect()
  return [cell.dataset.square, [left + width / 2, top + height / 2]]
}))"""
TOOLS = {"Remove": "remove", "Turn": "turn", "Flip": "flip", "Awaiting an answer": "wait"}


def squares_of(stone):
    """The squares that a stone's text names."""
    return re.findall(r"[a-n]\d+", stone)


def seen_in_3d(person):
    """Once the board is drawn and at rest: where the middle of each square's top is seen."""
    person.page.wait_for_selector("canvas")
    person.page.locator("canvas").scroll_into_view_if_needed()
    person.wait_for_board()
    return person.page.evaluate(MIDDLES)


def middle_of(middles, squares):
    points = [middles[square] for square in squares]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# What the quick run points at: every stone with one tool; with the others one that stands and one that lies.
FEW = "g2g3w,c4rw"


@pytest.mark.parametrize("screen", few([pytest.param(HAND, id="hand"), pytest.param(DESK, id="desk")]))
@pytest.mark.parametrize(
    ("name", "stones"),
    few(
        [pytest.param(name, FEW, id=f"{name}, two stones") for name in TOOLS if name != "Remove"]
        + [pytest.param(name, NINE, id=name) for name in TOOLS],
        most=2,
    ),
)
def test_a_tool_changes_the_stone_whose_drawn_top_is_pointed_at(editor, name, stones, screen, request):
    if stones == NINE and screen is HAND and not request.config.getoption("--full"):
        stones = FEW
    text = f"carnac medium 28 r w2 {NINE}"
    ann = editor(f"/editor?position={text}", settings={"view": "solid"}, **screen)
    for stone in stones.split(","):
        squares = squares_of(stone)
        if name == "Awaiting an answer" and len(squares) == 2:
            continue
        tool(ann, name)
        at = middle_of(seen_in_3d(ann), squares)
        if screen is HAND:
            ann.page.touchscreen.tap(*at)
        else:
            ann.page.mouse.move(*at)
            expect(ann.page.locator(".board")).to_have_attribute("data-touched", " ".join(squares))
            ann.page.mouse.click(*at)
        # The point is on the seam of a lying stone: either half may have been meant.
        meant = {str(edit(read_draft(text), f"{TOOLS[name]} {square}")) for square in squares}
        expect(ann.page.locator("textarea")).not_to_have_value(text)
        assert ann.page.locator("textarea").input_value() in meant
        ann.page.get_by_role("button", name="Undo").click()
        position(ann, text)
    assert ann.page.get_by_role("alert").count() == 0


@pytest.mark.full
@pytest.mark.parametrize(
    "screen", [pytest.param(DESK, id="desk", marks=pytest.mark.full), pytest.param(HAND, id="hand")]
)
def test_a_piece_whose_drawn_top_is_pointed_at_is_removed(editor, screen):
    pieces = ["yL:b2*3,b3", "gO:d4,d5,e4,e5", "yT:d2,e2*2,f2", "gL:g6*3,h6"]
    text = f"caminos square classic 2y y1 L3T3S4O2/L3T4S4O1 {';'.join(sorted(pieces))}"
    ann = editor(f"/editor?position={text}", settings={"view": "solid"}, **screen)
    tool(ann, "Remove")
    for square in ("b2", "d4", "e5", "e2", "g6"):
        at = seen_in_3d(ann)[square]
        if screen is HAND:
            ann.page.touchscreen.tap(*at)
        else:
            ann.page.mouse.move(*at)
            expect(ann.page.locator(".board")).to_have_attribute("data-touched", re.compile(square))
            ann.page.mouse.click(*at)
        position(ann, str(edit(read_draft(text), f"remove {square}")))
        ann.page.get_by_role("button", name="Undo").click()
        position(ann, text)


@pytest.mark.full
def test_on_the_flat_board_the_whole_stone_lights_up_that_a_tool_would_change(editor):
    ann = editor("/editor?position=carnac medium 28 r w2 d5e5w,c3rw")
    tool(ann, "Remove")
    ann.square("e5").hover()
    expect(ann.page.locator(".board")).to_have_attribute("data-touched", "d5 e5")
    expect(ann.page.locator("svg path.touched")).to_have_count(1)
    ann.square("a1").hover()
    expect(ann.page.locator("svg path.touched")).to_have_count(0)


@pytest.mark.full
def test_the_keyboard_alone_sets_up_a_position(editor):
    ann = editor("/editor?position=carnac small 28 r r1 -")
    ann.square("c3").focus()
    ann.press("t", "Enter", "ArrowRight", "ArrowRight", "l", "r", "Enter")
    position(ann, "carnac small 28 r r1 c3ww,e3e2w")
    ann.press("Delete")
    position(ann, "carnac small 28 r r1 c3ww")


@pytest.mark.full
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
