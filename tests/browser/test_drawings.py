"""Arrows and circles on the board: with the mouse, a finger and the keyboard, in both views."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

ARROWS = "svg [data-arrow]"


def middle(person, square):
    box = person.square(square).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stroke(person, start, end, button="right"):
    mouse = person.page.mouse
    mouse.move(*middle(person, start))
    mouse.down(button=button)
    mouse.move(*middle(person, end), steps=4)
    mouse.up(button=button)


def test_the_right_button_draws_and_the_same_stroke_takes_away(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    stroke(ann, "b2", "e4")
    expect(ann.page.locator(ARROWS)).to_have_attribute("data-arrow", "b2 e4")
    assert ann.label("b2") == "b2, empty, arrow to e4 (green)"
    ann.page.keyboard.down("Alt")
    stroke(ann, "c3", "c3")
    ann.page.keyboard.up("Alt")
    expect(ann.page.locator("svg .ring[data-circle=c3]")).to_have_attribute("data-ink", "blue")
    assert ann.moves == []
    stroke(ann, "b2", "e4")
    expect(ann.page.locator(ARROWS)).to_have_count(0)
    # What was drawn was about this moment.
    ann.square("a1").click()
    ann.after_move(1)
    expect(ann.page.locator("svg .ring")).to_have_count(0)


@pytest.mark.full
def test_keys_draw_on_the_square_that_has_the_focus(people, server):
    ann = people()
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.square("c3").focus()
    ann.press("x", "Shift+X", "ArrowRight", "ArrowRight", "Shift+X")
    expect(ann.page.locator(ARROWS)).to_have_attribute("data-arrow", "c3 e3")
    assert ann.label("c3") == "c3, empty, circle (green), arrow to e3 (green)"


@pytest.mark.full
def test_a_finger_draws_with_the_pencil_and_plays_without_it(people, server):
    ann = people(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.page.get_by_role("button", name="Arrows and circles").tap()
    ann.page.get_by_role("button", name="yellow").tap()
    ann.square("c3").tap()
    expect(ann.page.locator("svg .ring")).to_have_attribute("data-ink", "yellow")
    assert ann.moves == []
    ann.page.get_by_role("button", name="Remove all drawings").tap()
    expect(ann.page.locator("svg .ring")).to_have_count(0)
    ann.page.get_by_role("button", name="Put the pencil away").tap()
    ann.square("c3").tap()
    ann.after_move(1)


@pytest.mark.full
def test_the_right_button_draws_in_three_dimensions_and_does_not_turn_the_board(people, server):
    ann = people(settings={"view": "solid"}, viewport={"width": 920, "height": 620})
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.page.wait_for_selector("canvas")
    ann.page.wait_for_function("() => document.querySelector('[data-square=a1]').parentElement.style.left")
    stroke(ann, "b2", "e4")
    expect(ann.square("b2")).to_have_attribute("aria-label", "b2, empty, arrow to e4 (green)")
    expect(ann.page.get_by_role("button", name="Reset the view")).to_have_count(0)
    assert ann.moves == []
