"""The themes of a solution in Caminos, each by a rule."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.engine.caminos import arrays
from stonefield.games.caminos import Placement, Position
from stonefield.puzzles.caminos.threats import Threats
from stonefield.puzzles.puzzle import own_decisions

THEMES = ("win-in-one", "win-in-two", "win-in-three", "only-block", "fork", "counter", "cover", "tower")
"""win-in-one, win-in-two, win-in-three: with this many own placements. only-block: every other placement
loses at once. fork: after the first placement two others that share no square would win. counter: the
opponent would win at once. cover: a cube of a placement lies on a cube of another colour. tower: a column
becomes three cubes high."""


def themes_of(start: Position, line: Sequence[str], threats: Threats, asked: str) -> tuple[str, ...]:
    """What the decisions of the side to move do."""
    found = {asked}
    state = arrays.state_of(start)
    if asked != "only-block" and threats.is_threatened(state):
        found.add("counter")
    for position, move in own_decisions(start, line):
        found |= _themes(position, move)
    if asked in ("win-in-two", "win-in-three") and _forks(start, line[0], threats):
        found.add("fork")
    return tuple(theme for theme in THEMES if theme in found)


def _themes(position: Position, text: str) -> set[str]:
    move = position.read(text)
    assert isinstance(move, Placement)
    after = position.play(move)
    assert isinstance(after, Position)
    found = set()
    own = position.turn[0]
    for before, now in zip(position.stacks, after.stacks, strict=True):
        if before != now and before and before[-1] != own:
            found.add("cover")
        if before != now and len(now) == 3:
            found.add("tower")
    return found


def _forks(start: Position, move: str, threats: Threats) -> bool:
    after = start.play(move)
    assert isinstance(after, Position)
    state = arrays.state_of(after)
    if after.turn != start.turn:
        state = threats.passed(state)
    wins = [threats.covered_by(win) for win in threats.wins(state)]
    return any(one.isdisjoint(other) for one in wins for other in wins)
