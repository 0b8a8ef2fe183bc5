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
from stonefield.engine.caminos.careless import RECIPES
from stonefield.games import game as common
from stonefield.games.caminos import Position
from stonefield.puzzles.caminos.threats import Threats
from stonefield.puzzles.proving import Unproven

NODES = 60_000
"""The proof of all placements looks for wins at once in this many positions at most."""
SEARCHED = 20_000
"""The same for the question whether there is a win in two at all."""
TRIES = 2
"""As many positions of a game are tried for a win in three."""


class CaminosJudge:
    """Proves what wins within three placements; games of two without points only."""

    recipes = RECIPES[2:]

    def pick(self, played: Iterable[common.Position], chance: random.Random) -> Iterator[common.Position]:
        """One with a win in two; and some in which the side has none yet that has one a turn later."""
        game = [_caminos(position) for position in played]
        if not game or game[0].setup.players != 2 or game[0].setup.points:
            return
        twos = [nth for nth, here in enumerate(game) if _has_win_in_two(here)]
        if twos:
            yield game[chance.choice(twos)]
        before = [nth - 2 for nth in twos if nth > 1 and nth - 2 not in twos]
        chance.shuffle(before)
        for nth in before[:TRIES]:
            yield game[nth]

    def judge(self, position: common.Position) -> Verdict | None:
        """By trying every placement; None too if the game is won at once, or not within three."""
        here = _caminos(position)
        threats, state = Threats(here), arrays.state_of(here)
        if here.is_over or here.places_neutral or here.may_swap or threats.wins(state, 1):
            return None
        try:
            return _verdict(here, threats, state)
        except Unproven:
            return None


def _has_win_in_two(position: Position) -> bool:
    """Whether the side that decides is found to win in two, and not at once."""
    if position.places_neutral or position.may_swap:
        return False
    threats, state = Threats(position), arrays.state_of(position)
    try:
        return not threats.wins(state, 1) and threats.has_win_in_two(state, SEARCHED)
    except Unproven:
        return False


def _verdict(position: Position, threats: Threats, state: StateBytes) -> Verdict | None:
    # Placements that do not hold a threat lose at once.
    moves = threats.holding(state) if threats.is_threatened(state) else threats.moves(state)
    soon = threats.forced_wins(state, 2, moves)
    wins = threats.forced_wins(state, 3, moves, NODES)
    if not wins:
        return None
    winning = {arrays.move_text(position.setup, move) for move in wins}
    keeps = tuple(str(move) in winning for move in position.legal_moves())
    return Verdict("win-in-two" if soon else "win-in-three", "win", keeps)


def _caminos(position: common.Position) -> Position:
    assert isinstance(position, Position)
    return position
