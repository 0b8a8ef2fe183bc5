"""What a game must be able to prove to have puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from stonefield.engine.careless import Recipe
from stonefield.games.game import Position, StonefieldError
from stonefield.games.plugin import part_of


class Unproven(Exception):
    """Out of nodes before the result was certain, or nothing can be proven there."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Best play, and what it is proven to come to."""

    result: str
    """"win", "draw" or "loss"; "open" where no more is proven than that nothing is lost at once"""
    line: tuple[str, ...]
    """Decisions of both sides"""


def ended(position: Position, side: str) -> Proof | None:
    """What a game that is over came to for a side; None while it goes on."""
    if not position.is_over:
        return None
    winner = position.outcome.winner if position.outcome else None
    return Proof("draw" if winner is None else "win" if winner == side else "loss", ())


@dataclass(frozen=True, slots=True)
class Ending:
    """What a line comes to, for a sentence: ``puzzle.end.<how>``."""

    how: str
    own: int = 0
    """What the solver has at the end, where that is counted"""
    theirs: int = 0


@dataclass(frozen=True, slots=True)
class Why:
    """Why the first decision of a solution works, and what becomes of a decision much like it."""

    idea: str
    """What it does: ``puzzle.idea.<idea>``"""
    then: Ending | None
    """What best play after it comes to; None where the idea says it"""
    otherwise: Ending
    """What best play after the near miss comes to"""
    miss: str
    """The near miss whose refutation is shortest"""
    line: tuple[str, ...]
    """The refutation: best play after the near miss"""


class Reasons(Protocol):
    """Why the first decision of a solution works, by the rules and by proofs of best play after decisions."""

    def __call__(
        self, position: Any, line: Sequence[str], themes: Sequence[str], refute: Callable[[str], Proof]
    ) -> Why:
        """Unproven where nothing can be said; ``refute`` proves what a decision comes to."""
        ...


class LineProver(Protocol):
    """Proves best play in one game; each of these raises Unproven if it takes too long."""

    def is_near(self, position: Position) -> bool:
        """Whether the position is near enough to the end to be tried; quick."""
        ...

    def best(self, position: Position) -> Proof:
        """Best play, and its result for the side that decides."""
        ...

    def refute(self, position: Position, move: str) -> Proof:
        """Best play after a decision, and its result for the side that took it."""
        ...


class Prover(LineProver, Protocol):
    """Proves what decisions are worth in one game; each of these raises Unproven if it takes too long."""

    solvers: Sequence[Recipe]
    """Who tries puzzles to tell how hard they are: six players, about as strong as levels 1 to 6."""
    beginner: int
    """What this one of them finds is obvious."""
    slowness: int = 1
    """How much longer they take than in the quickest game: puzzles are tried as much less often."""

    def is_cheap(self, position: Position) -> bool:
        """Whether a near position is proven quickly, or likely to be a puzzle; quick itself."""
        ...

    def task(self, position: Position) -> str | None:
        """What the side that decides can be asked for: one of ``puzzle.TASKS``, or None."""
        ...

    def solutions(self, position: Position, task: str, most: int) -> Sequence[str]:
        """Decisions that keep what is asked for, at most this many; of those that are the same, one."""
        ...

    def decisions(self, position: Position) -> Sequence[str]:
        """The legal decisions; of those that lead to the same position, one."""
        ...

    def defences(self, position: Position, task: str) -> Sequence[str]:
        """The decisions against a task that are worth asking about."""
        ...

    def themes(self, position: Position, line: Sequence[str]) -> tuple[str, ...]:
        """What a solution is about, found by rule."""
        ...

    def near_misses(self, position: Position, move: str) -> Sequence[str]:
        """Decisions that look much like a right one, the most alike first."""
        return ()

    def obstacles(self, position: Position) -> int:
        """How much there is on the board that makes it hard to see through."""
        return 0

    def charm(self, position: Position, line: Sequence[str], themes: Sequence[str]) -> int:
        """What is to be enjoyed in the game's own terms: points for ``beauty``, also negative ones."""
        return 0

    def why(self, position: Position, line: Sequence[str]) -> Why:
        """Why the first decision of a solution works; Unproven where nothing can be said."""
        raise Unproven


def only_solution(prover: Prover, position: Position, task: str) -> str | None:
    """The one decision that keeps what is asked for, or None if several do."""
    found = prover.solutions(position, task, 2)
    return found[0] if len(found) == 1 else None


def prover_for(game: str) -> Prover:
    """A new prover for a game."""
    found: type[Prover] | None = part_of(game, "prover", None)
    if found is None:
        raise StonefieldError(f"`{game}`: there are no puzzles of this game")
    return found()
