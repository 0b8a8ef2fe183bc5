"""Placing by touch in one step: the ghost stays where it was put, is turned, drawn elsewhere, confirmed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from quick import few

from .test_phone import held

GHOST = "svg .stone.ghost"
# What is proposed for each of some squares, chosen one after the other.
CHOOSE_EACH = """async squares => {
  const proposed = {}
  for (const square of squares) {
    document.querySelector(`[data-square="${square}"]`).click()
    await new Promise(done => setTimeout(done))
    proposed[square] = document.querySelector('.confirm').ariaLabel
    // Whoever chooses the same place twice plays there.
    document.querySelector('.confirm button').click()
    await new Promise(done => setTimeout(done))
  }
  return proposed
}"""
SHADES = {"r": "red", "w": "white"}


def question(text: str) -> str:
    """How the page asks whether a megalith is to be placed so."""
    return f"Place on {text[:2]}, {SHADES[text[2]]} on top, {SHADES[text[3]]} east and west?"


def tap(ann, square: str) -> None:
    """A finger on the picture of a square, whose button takes no pointer in three dimensions."""
    box = ann.square(square).bounding_box()
    ann.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def drag(ann, start: str, *squares: str) -> None:
    """A finger comes down on a square and is drawn over others."""
    session = ann.context.new_cdp_session(ann.page)

    def touch(kind: str, *names: str) -> None:
        boxes = [ann.square(name).bounding_box() for name in names]
        points = [{"x": b["x"] + b["width"] / 2, "y": b["y"] + b["height"] / 2} for b in boxes]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for square in squares:
        touch("touchMove", square)
    touch("touchEnd")
    session.detach()


@pytest.mark.full
def test_the_stone_stays_while_it_is_turned_flipped_and_drawn_elsewhere(people, server):
    ann = people(settings={"confirm": True}, **held(390, 844))
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    proposal = ann.page.locator(".confirm")
    expect(ann.page.get_by_role("button", name="Play it")).to_be_disabled()
    ann.square("c3").tap()
    expect(proposal).to_have_attribute("aria-label", question("c3rw"))
    for button, text in (("Turn", "c3rr"), ("Flip", "c3wr"), ("Turn", "c3ww")):
        ann.page.get_by_role("region", name="The megalith in your hand").get_by_role(
            "button", name=button
        ).tap()
        expect(proposal).to_have_attribute("aria-label", question(text))
        expect(ann.page.locator(GHOST)).to_have_count(1)
    drag(ann, "c3", "d3", "e4")
    expect(proposal).to_have_attribute("aria-label", question("e4ww"))
    ann.page.get_by_role("button", name="Cancel").tap()
    expect(ann.page.locator(GHOST)).to_have_count(0)
    # Drawn over the board it waits for a confirmation, even of who plays without.
    drag(ann, "a1", "b2")
    expect(proposal).to_have_attribute("aria-label", question("b2ww"))
    assert ann.moves == []
    ann.page.get_by_role("button", name="Play it").tap()
    ann.after_move(1)
    # Of the ways it may fall, the chosen one stands out.
    ann.page.get_by_role("button", name="Tilt east").tap()
    opacity = "e => Number(getComputedStyle(e).opacity)"
    expect(ann.page.locator(GHOST)).to_have_count(1)
    others = [fall.evaluate(opacity) for fall in ann.page.locator("svg .fall:not(.chosen)").all()]
    assert others
    assert ann.page.locator(GHOST).evaluate(opacity) > max(others)
    ann.page.get_by_role("button", name="Play it").tap()
    ann.after_move(2)
    assert ann.moves == ["b2ww", "E"]


@pytest.mark.parametrize("game", few(["caminos", "carnac"]))
def test_in_three_dimensions_a_finger_draws_what_is_in_hand_and_turns_the_board_elsewhere(
    people, server, game
):
    ann = people(settings={"confirm": True, "view": "solid"}, **held(800, 600))
    ann.sit_down(server.make_game("Ann", "Ben", game=game))
    proposal = ann.page.locator(".confirm")
    expect(ann.page.locator("canvas")).to_be_visible()
    ann.page.wait_for_function("() => document.querySelector('.placed .cell')?.style.left")
    strayed = ann.page.get_by_role("button", name="Reset the view")
    tap(ann, "b2")
    expect(proposal).to_have_attribute("aria-label", re.compile("b2"))
    drag(ann, "b2", "c2", "d3")
    expect(proposal).to_have_attribute("aria-label", re.compile("d3"))
    assert strayed.count() == 0
    # The tip of what stands there belongs to it as well, though another square lies behind it.
    drag(ann, "d4", "f4")
    expect(proposal).to_have_attribute("aria-label", re.compile("f3"))
    assert strayed.count() == 0
    drag(ann, "a1", "c1")
    expect(strayed).to_be_visible()
    expect(proposal).to_have_attribute("aria-label", re.compile("f3"))
    assert ann.moves == []


def test_a_piece_finds_its_place_from_any_square(people, server):
    ann = people(settings={"confirm": True}, **held(390, 844))
    ann.sit_down(server.make_game("Ann", "Ben", game="caminos"))
    border = [f"{file}8" for file in "abcdefgh"] + [f"h{rank}" for rank in range(1, 9)]
    for shape in ann.page.get_by_role("radio").all():
        shape.tap()
        for square, found in ann.page.evaluate(CHOOSE_EACH, border).items():
            assert square[0] in found or square[1] in found, f"{square}: {found}"
    # The piece that is taken next goes to the same place, and so does each of its turns.
    ann.square("e5").tap()
    seen = set()
    for button in ("Turn", "Tip over", "Turn"):
        ann.page.get_by_role("button", name=button, exact=True).tap()
        expect(ann.page.get_by_role("button", name="Play it")).to_be_enabled()
        seen.add(ann.page.locator(".confirm").get_attribute("aria-label"))
    ann.page.get_by_role("radio").first.tap()
    expect(ann.page.get_by_role("button", name="Play it")).to_be_enabled()
    assert len(seen) == 3 or "O:" in "".join(seen)
    ann.page.get_by_role("button", name="Play it").tap()
    ann.after_move(1)


def test_the_mouse_sees_the_same_ghost(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", game="caminos"))
    for square in ("a8", "h1", "h8"):
        ann.square(square).hover()
        expect(ann.page.locator("svg g.ghost rect").first).to_be_visible()
