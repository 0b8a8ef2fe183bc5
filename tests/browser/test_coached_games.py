"""Whole games with the coach on, badly played: at every moment it is said whom the game waits for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from quick import few

from .cards import AMISS, HELD, RACE, SIZES, coached, tap
from .player import Player

# The engine plays by chance and errs, but the first decision is a blunder for sure: it is proven to lose.
GAMES = {"carnac": {"board": "4x3", "stock": 4}, "caminos": {"position": RACE}}
BLUNDERS = {"carnac": "c1", "caminos": "d4"}
CALLED = ".coach, .decision, #end-title"

# Every frame: what the status line and the title say, and what is there to be done.
WATCH = """() => {
  window.said = []
  const visible = (name) =>
    document.querySelector(name)?.checkVisibility({ visibilityProperty: true }) ?? false
  const look = () => {
    const todo = ['.coach', '.decision', '#end-title'].find(visible) ?? 'nothing'
    const now = [todo, document.querySelector('p.turn')?.textContent ?? '', document.title]
    if (String(now) !== String(window.said.at(-1))) window.said.push(now)
    requestAnimationFrame(look)
  }
  look()
}"""


def expected(todo: str, status: str, game: str) -> str:
    """The title that goes with what is to be done; and the status line is right for it."""
    ours = f"{game} · Stonefield"
    if todo == ".coach":
        assert status == "The coach has something to say."
        return f"● The coach has something to say · {ours}"
    # A decision that is on its way to the server is still the player's.
    if todo == ".decision" or (todo == "nothing" and status.startswith("Your turn: ")):
        assert status.startswith("Your turn: ")
        return f"● Your turn · {ours}"
    if todo == "#end-title":
        assert status.strip()
        return f"{status.removesuffix('…')} · {ours}"
    assert status == "The engine is thinking."
    return f"The engine is thinking · {ours}"


def decide_badly(ann: Player, game: str) -> None:
    """A blunder first, then without a thought: show the opponent's colour, build in the first free corner."""
    falls = ann.page.locator("button.fall:not([disabled])[aria-label*='white']")
    if game == "carnac" and falls.count():
        return falls.first.click()
    if game == "carnac" and ann.page.locator("button.leave:not([disabled])").count():
        return ann.page.locator("button.leave").click()
    everywhere = "cells => cells.map(cell => cell.dataset.square)"
    squares = ann.empty_squares() or ann.page.eval_on_selector_all("[data-square]", everywhere)
    return ann.place_on(*squares) if ann.moves else ann.place_on(BLUNDERS[game], *squares)


@pytest.mark.parametrize("size", few(["small", "desk"]))
@pytest.mark.parametrize("game", ["carnac", pytest.param("caminos", marks=pytest.mark.full)])
def test_a_whole_game_with_the_coach(people, server, game, size):
    width, height = SIZES[size]
    ann = people(viewport={"width": width, "height": height}, **({} if size == "desk" else HELD))
    ann.sit_down(coached(server, game, "inaccuracies", **GAMES[game]))
    ann.page.evaluate(WATCH)
    if game == "carnac":
        # Red on the east and west sides as well.
        ann.press("r")
    remarks = 0
    for _ in range(80):
        ann.page.wait_for_selector(CALLED)
        if ann.is_over():
            break
        if ann.page.locator(".coach").count():
            assert ann.page.evaluate(AMISS) == []
            remarks += 1
            # The first is taken back, and stands the second time.
            tap(ann, "Take it back" if remarks == 1 else "Go on")
            expect(ann.page.locator(".coach")).to_have_count(0)
        else:
            decide_badly(ann, game)
    expect(ann.page.locator("#end-title")).not_to_have_text("Counting…")
    assert remarks >= 2, ann.moves
    name = game.capitalize()
    for todo, status, title in ann.page.evaluate("window.said"):
        assert title == expected(todo, status, name), (todo, status, title)
