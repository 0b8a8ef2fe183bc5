"""What a game must be able to prove to have puzzles, and which games can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from stonefield.games.game import Position, StonefieldError
from stonefield.games.registry import Registry


class Unproven(Exception):
    """Out of nodes before the result was certain."""


class Prover(Protocol):
    """Proves what decisions are worth in one game. Results are 1, 0 and -1: win, draw and loss."""

    def is_near(self, position: Position) -> bool:
        """Whether the position is near enough to the end to be tried."""
        ...

    def result(self, position: Position) -> int:
        """What the position is worth to whoever decides; Unproven if that takes too long."""
        ...

    def decisions(self, position: Position) -> Sequence[str]:
        """The legal decisions; of those that lead to the same position, one."""
        ...

    def keeps(self, position: Position, move: str, result: int) -> bool:
        """Whether whoever decides still gets the result, or more, after a decision."""
        ...

    def is_same(self, position: Position, move: str, other: str) -> bool:
        """Whether two decisions lead to the same position."""
        ...

    def defences(self, position: Position) -> Sequence[str]:
        """The decisions of a lost side, or one that can only draw, that are worth asking about."""
        ...

    def best_line(self, position: Position) -> Sequence[str]:
        """Best play from here to the end."""
        ...

    def themes(self, position: Position, line: Sequence[str]) -> tuple[str, ...]:
        """What a solution is about, found by rule."""
        ...


PROVERS: Registry[type[Prover]] = Registry(
    "stonefield.puzzles", {"carnac": "stonefield.puzzles.carnac.prover:CarnacProver"}
)


def prover_for(game: str) -> Prover:
    """A new prover for a game."""
    found = PROVERS.get(game)
    if found is None:
        raise StonefieldError(f"`{game}`: there are no puzzles of this game")
    return found()


def only_decision(prover: Prover, position: Position, result: int) -> str | None:
    """The one decision that keeps a result, or None if several do."""
    found: str | None = None
    for move in prover.decisions(position):
        if prover.keeps(position, move, result):
            if found is not None:
                return None
            found = move
    return found
