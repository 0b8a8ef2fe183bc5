"""A reason is shown on the board: its moves numbered, played step by step, and back again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from quick import few

from .player import Player
from .studying import reviewed, sit_at, study_of
from .test_everybody import violations
from .test_study_review import LOST
from .test_training import Solver, puzzles, wrong_move

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NOTATION = re.compile(r"\b[a-n]\d[rw]{2}\b|\b[LTSO]:")


def press(found: Locator, touch: bool) -> None:
    """With a finger, or with the mouse."""
    if touch:
        found.tap()
    else:
        found.click()


def show_and_go_back(person: Player, card: Locator, *, touch: bool = False) -> None:
    """Have the first reason of a card shown, walk through its moves, and go back."""
    numbers = person.page.locator("svg [data-label]")
    expect(numbers).to_have_count(0)
    press(card.get_by_role("button", name="Show me").first, touch)
    at = card.locator(".walk .at")
    # It plays by itself to its end.
    expect(at).to_have_text(re.compile(r"^(\d+)/\1$"))
    expect(numbers.first).to_be_visible()
    expect(person.news).to_contain_text(":")
    press(card.locator(".walk").get_by_role("button", name="To the start"), touch)
    expect(at).to_have_text(re.compile("^0/"))
    press(card.get_by_role("button", name="Back to the board"), touch)
    expect(numbers).to_have_count(0)
    expect(card.locator(".walk")).to_have_count(0)
    # A click on the board leads back, too.
    press(card.get_by_role("button", name="Show me").first, touch)
    expect(numbers.first).to_be_visible()
    press(person.square("a1"), touch)
    expect(numbers).to_have_count(0)


@pytest.mark.parametrize("screen", few([pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")]))
def test_what_the_coach_says_is_shown_on_the_board(people, server, axe_source, screen):
    ann, touch = people(**screen), screen is PHONE
    asked = {
        "game": "carnac",
        "options": {"board": "4x3", "stock": 4},
        "seats": [{"kind": "person", "name": "Ann"}, {"kind": "engine", "level": 1}],
        "coach": "blunders",
    }
    ann.sit_down(server.client().post("/api/games", json=asked).json())
    coach = ann.page.get_by_role("alertdialog", name="The coach")
    ann.wait_for_turn()
    ann.press("r")
    press(ann.square("c1"), touch)
    expect(coach).to_contain_text("Blunder")
    assert not NOTATION.search(coach.inner_text())
    show_and_go_back(ann, coach, touch=touch)
    expect(ann.square("c1")).to_have_attribute("aria-label", re.compile("c1, (red|white), standing"))
    assert violations(ann, axe_source) == []
    press(coach.get_by_role("button", name="Take it back"), touch)
    expect(ann.square("c1")).to_have_attribute("aria-label", "c1, empty")


@pytest.mark.full
def test_what_a_review_says_is_shown_on_the_board(people, server, axe_source):
    ann = people()
    sit_at(ann, study_of(server, LOST), "#review")
    reviewed(ann)
    ann.press("m")
    card = ann.page.locator("[data-verdict]")
    show_and_go_back(ann, card)
    card.get_by_role("button", name="Show me").first.click()
    expect(card.locator(".walk")).to_be_visible()
    assert violations(ann, axe_source) == []
    # A deeper look, which may find other reasons, does not take the moves off the board.
    reviewed(ann, 1200)
    expect(card.locator(".walk")).to_be_visible()
    # Another move of the game ends it.
    ann.page.locator(".tree [data-node]").first.click()
    expect(ann.page.locator("svg [data-label]")).to_have_count(0)


@pytest.mark.full
def test_why_a_try_fails_is_shown_on_the_board(people):
    ann = people()
    solver = Solver(ann)
    puzzle = puzzles()[0]
    solver.begin(f"/puzzles/{puzzle.name}")
    solver.decide(wrong_move(puzzle))
    solver.wait_for_reason()
    card = ann.page.locator(".verdict.card")
    assert not NOTATION.search(card.inner_text())
    card.get_by_role("button", name="Show me").first.click()
    expect(ann.page.locator("svg [data-label]").first).to_be_visible()
    card.get_by_role("button", name="Back to the board").click()
    expect(ann.page.locator("svg [data-label]")).to_have_count(0)
