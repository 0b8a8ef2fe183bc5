"""One decision: rounds of simulations until a limit is reached, and what they come to."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from stonefield.engine import tree as trees
from stonefield.engine.carnac.ending import Proof
from stonefield.engine.carnac.hands import Hands
from stonefield.engine.carnac.lines import read_lines
from stonefield.engine.clock import Budget
from stonefield.engine.thought import Line, Report, Settings, Thought
from stonefield.games.carnac import Position

ROUND = 0.012
"""Seconds between two looks at the clock and at ``stop``."""
FIRST_ROUND = 32
LONGEST_ROUND = 100_000
REPEATABLE_ROUND = 256
"""With a seed and one thread nothing may depend on the clock, so rounds are alike."""
FIRST_REPORT, REPORT_EVERY = 0.1, 0.5
FULL, HALF_FULL = 0.95, 0.6
"""How much of the tree is in use when it is pruned, and at most afterwards."""
MOST_NODES_FOR_PROOF = 1_000_000
"""A single thread tries a proof before its search, with half of its limits and at most so many nodes."""


def must_balance(position: Position) -> bool:
    """Whether the opponent may take over what is placed now, so that an even game is best."""
    return position.setup.swap and not position.stones


class Decision:
    """A search of one position, on a tree that may already know something of it."""

    def __init__(
        self,
        position: Position,
        tree: trees.Tree,
        hands: Hands,
        proof: Proof | None,
        spending: Budget,
        settings: Settings,
        report: Report | None,
        began: float,
    ) -> None:
        self._position, self._tree, self._hands, self._proof = position, tree, hands, proof
        self._budget, self._settings, self._report = spending, settings, report
        self._began, self._done = began, 0
        self._repeatable = settings.seed is not None and settings.threads <= 1

    def take(self, stop: threading.Event) -> Thought:
        """Search until a limit is reached, the result is certain or ``stop`` is set."""
        if self._proof is not None:
            if self._settings.threads > 1:
                self._proof.begin()
            else:
                nodes = int(min(self._budget.nodes / 2, MOST_NODES_FOR_PROOF))
                self._proof.attempt(nodes, self._budget.seconds / 2, stop)
        try:
            with ThreadPoolExecutor(max_workers=max(1, self._settings.threads - 1)) as helpers:
                self._search(stop, helpers)
        finally:
            if self._proof is not None:
                self._proof.end()
        return self._thought()

    def _search(self, stop: threading.Event, helpers: ThreadPoolExecutor) -> None:
        next_report = self._began + FIRST_REPORT
        count = REPEATABLE_ROUND if self._repeatable else FIRST_ROUND
        while self._done < self._budget.nodes:
            if self._tree.used[0] > FULL * self._tree.visits.size:
                self._make_room()
            start = time.perf_counter()
            count = self._hands.simulate(int(min(count, self._budget.nodes - self._done)), helpers)
            self._done += count
            now = time.perf_counter()
            left = self._budget.seconds - (now - self._began)
            if stop.is_set() or left <= 0 or self._is_certain():
                return
            pace = count / max(now - start, 1e-6)
            if self._budget.by_clock and self._is_clear(pace * left):
                return
            if not self._repeatable:
                count = max(1, int(min(pace * min(ROUND, left), LONGEST_ROUND)))
            if self._report is not None and now >= next_report:
                self._report(self._thought())
                next_report = now + REPORT_EVERY

    def _make_room(self) -> None:
        """Forget what was visited least."""
        least = 4
        while self._tree.used[0] > HALF_FULL * self._tree.visits.size and least < 1 << 30:
            trees.prune(self._tree, 0, least)
            least *= 2

    def _is_certain(self) -> bool:
        if self._proof is not None and self._proof.ending is not None:
            return True
        return bool(self._tree.proven[0] != trees.UNKNOWN)

    def _is_clear(self, simulations_left: float) -> bool:
        """Whether no other move can overtake the best one in the time left."""
        visits = sorted(int(self._tree.visits[child]) for child in trees.children_of(self._tree, 0))
        return len(visits) > 1 and visits[-1] - visits[-2] > simulations_left

    def _thought(self) -> Thought:
        multipv = max(1, self._settings.multipv)
        lines = read_lines(self._position, self._tree, multipv + 1, balance=must_balance(self._position))
        if self._proof is not None and self._proof.ending is not None:
            proven = self._proof.ending.line(self._position, int(self._tree.visits[0]))
            lines = (proven, *(line for line in lines if line.moves[0] != proven.moves[0]))
        if self._position.may_swap:
            lines = _with_swap(lines, int(self._tree.visits[0]))
        return Thought(
            depth=max(len(line.moves) for line in lines[:multipv]),
            nodes=self._done + (0 if self._proof is None else self._proof.nodes),
            seconds=time.perf_counter() - self._began,
            lines=lines[:multipv],
        )


_OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw", None: None}


def _with_swap(lines: tuple[Line, ...], visits: int) -> tuple[Line, ...]:
    """To swap is to hand the opponent the best of these lines."""
    best = lines[0]
    swap = replace(
        best,
        moves=("swap", *best.moves),
        win_rate=1.0 - best.win_rate,
        score=-best.score,
        visits=visits,
        proven=_OPPOSITE[best.proven],
    )
    return (swap, *lines) if swap.win_rate > best.win_rate else (best, swap, *lines[1:])
