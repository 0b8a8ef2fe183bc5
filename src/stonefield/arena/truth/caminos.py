"""Caminos with a win in two or in three: every placement is tried.

A decision keeps the win if it wins with three placements at most, this one among them. Whether another one
wins later is not known: it counts as an error.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from stonefield.arena.truth.judge import Verdict
from stonefield.engine.caminos import arrays
from stonefield.engine.caminos.arrays import StateBytes
from stonefield.games import game as common
from stonefield.games.caminos import Position
from stonefield.puzzles.caminos.threats import Threats
from stonefield.puzzles.proving import Unproven

NODES = 400_000
"""The proof of all placements looks for wins at once in this many positions at most."""
TRIED = 0.5
"""How often a position that is near enough is tried: else each game's first win would be taken."""


class CaminosJudge:
    """Proves what wins within three placements; games of two without points only."""

    def pick(self, played: Iterable[common.Position], chance: random.Random) -> Iterator[common.Position]:
        """Positions in which a win in three is in reach, and none at once."""
        for position in played:
            here = _caminos(position)
            setup = here.setup
            if setup.players != 2 or setup.points:
                return
            if here.places_neutral or here.may_swap or chance.random() >= TRIED:
                continue
            threats, state = Threats(here), arrays.state_of(here)
            if threats.is_in_reach(state) and next(threats.wins(state), None) is None:
                yield here

    def judge(self, position: common.Position) -> Verdict | None:
        """By trying every placement; None too if the game is won at once, or not within three."""
        here = _caminos(position)
        threats, state = Threats(here), arrays.state_of(here)
        if here.is_over or next(threats.wins(state), None) is not None:
            return None
        try:
            return _verdict(here, threats, state)
        except Unproven:
            return None


def _verdict(position: Position, threats: Threats, state: StateBytes) -> Verdict | None:
    # Placements that do not hold a threat lose at once.
    moves = threats.holding(state) if threats.is_threatened(state) else threats.moves(state)
    soon = next(threats.forced_wins(state, moves, 2), None)
    threats.allow(NODES)
    winning = {arrays.move_text(position.setup, move) for move in threats.forced_wins(state, moves, 3)}
    if not winning:
        return None
    keeps = tuple(str(move) in winning for move in position.legal_moves())
    return Verdict("win-in-three" if soon is None else "win-in-two", "win", keeps)


def _caminos(position: common.Position) -> Position:
    assert isinstance(position, Position)
    return position
