"""The board in three dimensions: what is pointed at, what is seen, and how it is looked at."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

SOLID = {"view": "solid", "confirm": True}
DESK = {"viewport": {"width": 920, "height": 620}}
# Where the middle of each square's top is seen, while nothing moves.
MIDDLES = """() => Object.fromEntries([...document.querySelectorAll('[data-square]')].map(cell => {
  const { left, top, width, height } = cell.getBoundingClientRect()
  return [cell.dataset.square, [left + width / 2, top + height / 2]]
}))"""


def with_stones(server, board: str, count: int) -> dict:
    """A game of Carnac at one screen with so many stones down, all standing: nothing hides more."""
    chance = random.Random(count)
    seated = server.make_game("Ann", "Ben", board=board)
    state = server.state(seated)
    while len(state["scene"]["stones"]) < count:
        square = chance.choice(sorted(state["legal"]["placements"]))
        state = server.play(seated, square + chance.choice(["rw", "wr"]))
        if state["legal"]["answers"]:
            state = server.play(seated, "-")
    return {**seated, "state": state}


def chosen_at(ann, point: tuple[float, float], square: str) -> None:
    ann.page.mouse.click(*point)
    expect(ann.page.locator(f'.confirm[aria-label*="{square}"]')).to_have_count(1)


@pytest.mark.parametrize(
    ("board", "stones", "sample"),
    [
        ("medium", 14, 8),
        pytest.param("small", 14, 99, marks=pytest.mark.full),
        pytest.param("medium", 24, 99, marks=pytest.mark.full),
        pytest.param("large", 24, 99, marks=pytest.mark.full),
    ],
)
def test_a_click_on_the_middle_of_an_empty_square_chooses_it_whatever_stands_before_it(
    people, server, board, stones, sample
):
    ann = people(settings=SOLID, **DESK)
    seated = with_stones(server, board, stones)
    ann.sit_down(seated)
    ann.page.wait_for_selector("canvas")
    ann.page.wait_for_function("document.querySelector('[data-square=a1]').getBoundingClientRect().x > 0")
    ann.page.wait_for_timeout(500)
    middles = ann.page.evaluate(MIDDLES)
    empty = sorted(seated["state"]["legal"]["placements"])
    taken = {square for stone in seated["state"]["scene"]["stones"] for square in stone["squares"]}
    # Squares with a stone right before them are the hard ones.
    behind = [square for square in empty if f"{square[0]}{int(square[1:]) - 1}" in taken]
    for square in (behind + [square for square in empty if square not in behind])[:sample]:
        chosen_at(ann, middles[square], square)


def test_a_click_on_the_middle_of_a_column_chooses_it_behind_towers(people, server):
    ann = people(settings=SOLID, **DESK)
    seated = server.make_game("Ann", "Ben", game="caminos")
    server.play(seated, "L:d2,d3*3", "O:e3*2,e4*2", "L:f2,f3*3", "O:c5*2,d5*2")
    ann.sit_down(seated)
    ann.page.wait_for_selector("canvas")
    ann.page.wait_for_timeout(500)
    lit = ann.page.eval_on_selector_all(
        "[data-square][aria-label*='the piece fits here']", "cells => cells.map(c => c.dataset.square)"
    )
    middles = ann.page.evaluate(MIDDLES)
    hard = [square for square in lit if square[0] in "def" and square[1] in "345"]
    for square in (hard + lit)[:6]:
        chosen_at(ann, middles[square], square)


def test_the_view_can_be_reset(people, server):
    ann = people(settings={"view": "solid"}, **DESK)
    ann.sit_down(server.make_game("Ann", "Ben", board="small"))
    ann.page.wait_for_selector("canvas")
    ann.page.wait_for_timeout(500)
    reset = ann.page.get_by_role("button", name="Reset the view")
    expect(reset).to_have_count(0)
    before = ann.page.evaluate(MIDDLES)
    # By itself the board stands square to the player.
    assert before["a1"][1] == pytest.approx(before["h1"][1], abs=1)
    canvas = ann.page.locator("canvas").bounding_box()
    ann.page.mouse.move(canvas["x"] + 300, canvas["y"] + 200)
    ann.page.mouse.down()
    ann.page.mouse.move(canvas["x"] + 380, canvas["y"] + 240, steps=3)
    ann.page.mouse.up()
    ann.page.mouse.wheel(0, -300)
    reset.click()
    expect(reset).to_have_count(0)
    after = ann.page.evaluate(MIDDLES)
    assert after["a1"] == pytest.approx(before["a1"], abs=1)
    assert after["h5"] == pytest.approx(before["h5"], abs=1)


def test_the_sides_of_the_board_reach_the_page(server):
    made = server.make_game("Ann", "Ben", game="caminos", board="diamond")
    sides = made["state"]["board"]["sides"]
    assert len(sides) == 4
    assert {"f1", "k6"} <= set(sides[0])
    assert server.make_game("Ann", "Ben")["state"]["board"]["sides"] == []
