"""Whole games with the coach on, badly played: at every moment it is said whom the game waits for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .cards import AMISS, HELD, SIZES, coached, tap
from .player import Player

OPTIONS = {"carnac": {"board": "5x4", "stock": 6}, "caminos": {}}
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
    """Without a thought: show the opponent's colour, build in the first corner that is free."""
    falls = ann.page.locator("button.fall:not([disabled])[aria-label*='white']")
    if game == "carnac" and falls.count():
        return falls.first.click()
    if game == "carnac" and ann.page.locator("button.leave:not([disabled])").count():
        return ann.page.locator("button.leave").click()
    before = len(ann.moves)
    everywhere = "cells => cells.map(cell => cell.dataset.square)"
    squares = ann.empty_squares() or ann.page.eval_on_selector_all("[data-square]", everywhere)
    # The first piece in the middle costs a player of Caminos the most.
    for square in ("d4", *squares) if game == "caminos" and not before else squares:
        ann.square(square).click()
        if ann.page.locator(".decision").count() == 0 or len(ann.moves) > before:
            return None
    raise AssertionError("nothing can be placed")


@pytest.mark.parametrize("size", ["desk", "small"])
@pytest.mark.parametrize("game", ["carnac", pytest.param("caminos", marks=pytest.mark.full)])
def test_a_whole_game_with_the_coach(people, server, game, size):
    width, height = SIZES[size]
    ann = people(viewport={"width": width, "height": height}, **({} if size == "desk" else HELD))
    ann.sit_down(coached(server, game, "inaccuracies", **OPTIONS[game]))
    ann.page.evaluate(WATCH)
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
    assert remarks >= 2
    name = game.capitalize()
    for todo, status, title in ann.page.evaluate("window.said"):
        assert title == expected(todo, status, name), (todo, status, title)
