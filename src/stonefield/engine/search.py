"""One search of a tree: rounds of simulations until a limit is reached, and what they come to."""

from __future__ import annotations

import math
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from stonefield.engine import tree as trees
from stonefield.engine.clock import Budget
from stonefield.engine.compiled import INTERPRETED
from stonefield.engine.pruning import is_nearly_full, make_room
from stonefield.engine.thinker import Candidate, Report, Settings, Thought

ROUND = 0.012
"""Seconds between two looks at the clock and at ``stop``."""
FIRST_ROUND = 2 if INTERPRETED else 32
LONGEST_ROUND = 100_000
REPEATABLE_ROUND = 64
"""With a seed, one thread and no limit of time nothing may depend on the clock, so rounds are alike."""
FIRST_REPORT, REPORT_EVERY = 0.1, 0.5
BLINK = 0.004
"""Seconds between two looks at ``stop`` while a full tree is pruned."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a search may cost, and where its reports go."""

    budget: Budget
    settings: Settings
    report: Report | None
    began: float


class Simulator(Protocol):
    """What runs the simulations of a search, from selection to backpropagation."""

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        """About this many simulations in all threads together; how many were run."""


class TreeSearch(ABC):
    """A search of one position, on a tree that may already know something of it."""

    def __init__(self, tree: trees.Tree, simulator: Simulator, request: SearchRequest) -> None:
        self._tree, self._simulator, self._request = tree, simulator, request
        self._done = 0
        self._last: Thought | None = None
        self.pruning: threading.Thread | None = None
        """Still at work in the tree when the result was needed: who uses the tree next waits for it."""

    def run(self, stop: threading.Event) -> Thought:
        """Search until a limit is reached, the result is certain or ``stop`` is set."""
        if self._prepare(stop):
            with ThreadPoolExecutor(max_workers=max(1, self._request.settings.threads - 1)) as helpers:
                self._search(stop, helpers)
        return self._last or self._thought()

    @abstractmethod
    def _prepare(self, stop: threading.Event) -> bool:
        """Find what is known without simulations; whether any are needed."""

    @abstractmethod
    def _lines(self, count: int) -> tuple[Candidate, ...]:
        """The best candidates, the best first."""

    def _is_certain(self) -> bool:
        return bool(self._tree.proven[0] != trees.UNKNOWN)

    def _nodes(self) -> int:
        return self._done

    def _search(self, stop: threading.Event, helpers: ThreadPoolExecutor) -> None:
        spending, settings, report = self._request.budget, self._request.settings, self._request.report
        timeless = math.isinf(spending.seconds)
        repeatable = settings.seed is not None and settings.threads <= 1 and timeless
        next_report = self._request.began + FIRST_REPORT
        count = REPEATABLE_ROUND if repeatable else FIRST_ROUND
        while self._done < spending.nodes:
            if is_nearly_full(self._tree) and not self._prune(stop):
                return
            start = time.perf_counter()
            finished = self._simulator.simulate(int(min(count, spending.nodes - self._done)), helpers)
            self._done += finished
            now = time.perf_counter()
            left = spending.seconds - (now - self._request.began)
            if stop.is_set() or left <= 0 or self._is_certain():
                return
            pace = finished / max(now - start, 1e-6)
            if settings.multipv <= 1 and math.isfinite(left) and self._is_clear(pace * left):
                return
            if not repeatable:
                count = max(1, int(min(pace * min(ROUND, left), LONGEST_ROUND)))
                if left > ROUND:
                    # On a busy machine rounds would shrink, and with them the network's batches.
                    count = max(count, FIRST_ROUND)
            if report is not None and now >= next_report:
                report(self._thought())
                next_report = now + REPORT_EVERY

    def _prune(self, stop: threading.Event) -> bool:
        """Make room in the tree; False if the result is needed before that is done.

        A large tree takes longer than a caller who says stop should wait: it gets what was thought before.
        """
        before = self._thought()
        pruning = threading.Thread(target=make_room, args=(self._tree,))
        pruning.start()
        while pruning.is_alive():
            left = self._request.budget.seconds - (time.perf_counter() - self._request.began)
            if stop.is_set() or left <= 0:
                self._last, self.pruning = before, pruning
                return False
            pruning.join(BLINK)
        return True

    def _is_clear(self, simulations_left: float) -> bool:
        """Whether no other move can overtake the best one in the time left."""
        visits = np.sort(self._tree.visits[self._root_children()])
        return len(visits) > 1 and bool(visits[-1] - visits[-2] > simulations_left)

    def _root_children(self) -> slice:
        children = trees.children_of(self._tree, 0)
        return slice(children.start, children.stop)

    def _thought(self) -> Thought:
        multipv = max(1, self._request.settings.multipv)
        lines = self._lines(multipv)
        return Thought(
            depth=max(len(line.moves) for line in lines),
            nodes=self._nodes(),
            seconds=time.perf_counter() - self._request.began,
            lines=lines,
            sees_end=self._is_certain() or bool(self._tree.proven[self._root_children()].any()),
        )


def in_all_threads(work: Callable[[int], None], threads: int, helpers: ThreadPoolExecutor) -> None:
    """Do the same work here and in the helpers, each knowing its number."""
    others = [helpers.submit(work, thread) for thread in range(1, threads)]
    work(0)
    for other in others:
        other.result()
