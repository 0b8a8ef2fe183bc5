"""What every engine shares: the limits of a search, its settings, its results, and what a thinker is."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from stonefield.games.game import Position

MOST_PER_VISIT = 20
"""The best line takes at least one simulation in so many."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search; nothing given means: until it is stopped."""

    movetime: float | None = None
    """Seconds for this decision."""
    nodes: int | None = None
    """Simulations for this decision."""
    clock: float | None = None
    """Seconds left for the side that decides; the thinker budgets them itself."""
    increment: float = 0.0
    """Seconds added to the clock after each turn."""
    infinite: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """One candidate move with its principal variation."""

    moves: tuple[str, ...]
    """The principal variation, as texts; its first move is the candidate."""
    win_rate: float
    """From 0 to 1 for the player who decides now; a draw counts half."""
    score: float
    """Expected final margin for that player, in the game's own units: in Carnac dolmens."""
    visits: int
    proven: str | None = None
    """"win", "draw" or "loss" when the result is exact."""

    @property
    def simulations(self) -> float:
        """How deep the position after the candidate was looked at; infinite where the result is exact."""
        return math.inf if self.proven else self.visits


@dataclass(frozen=True, slots=True)
class Thought:
    """What the engine thinks at a moment of its search."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[Candidate, ...]
    """The candidates, best first; at most ``Settings.multipv`` of them."""
    sees_end: bool = False
    """Whether the result of any move is proven, be it in these lines or not."""

    @property
    def best(self) -> str:
        """The move to play."""
        return self.lines[0].moves[0]

    @property
    def simulations(self) -> float:
        """How deep it is: what this search added, or what it found there already; infinite for a proof.

        The nodes may be those of a solver that has proven nothing: the best line says how many count.
        """
        if self.lines[0].proven:
            return math.inf
        most = MOST_PER_VISIT * self.lines[0].visits
        return max(min(self.nodes, most), sum(line.visits for line in self.lines))


@dataclass(frozen=True, slots=True)
class Settings:
    """How to think, whatever the limits are."""

    threads: int = 2
    hash_mb: int = 256
    multipv: int = 1
    fair_lines: bool = False
    """Give each of the ``multipv`` lines a part of the search, instead of what the best one leaves over."""
    seed: int | None = None
    level: float | None = None
    """1 to 10, in tenths; None is full strength."""
    network: bool = True
    """Use the learned network where there is one for the game."""

    @property
    def lines_to_search(self) -> int:
        """How many lines get a part of the search of their own."""
        return self.multipv if self.fair_lines else 1


Report: TypeAlias = Callable[[Thought], None]


class Thinker(Protocol):
    """Chooses moves in one game, and keeps what it learned between them."""

    def think(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Thought:
        """Search a position that is not over until a limit is reached or ``stop`` is set."""
        ...

    def forget(self) -> None:
        """Drop tree and tables: a new game begins."""
        ...

    def warm_up(self, position: Position, settings: Settings, *, ends: bool = True) -> None:
        """Compile whatever such a search of this position's game needs, and make room for it.

        Without ``ends`` what is needed near the end of a game only is left for later.
        """
        ...
