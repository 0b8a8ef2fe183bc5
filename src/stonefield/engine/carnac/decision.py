"""One decision in Carnac: the tree search, and beside it the solver when the end is near."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from stonefield.engine import tree as trees
from stonefield.engine.carnac.ending import Proof
from stonefield.engine.carnac.hands import Hands
from stonefield.engine.carnac.lines import read_lines
from stonefield.engine.decision import Decision, Task, with_swap
from stonefield.engine.thought import Line
from stonefield.games.carnac import Position

MOST_NODES_FOR_PROOF = 1_000_000
"""A single thread tries a proof before its search, with half of its limits and at most so many nodes."""


def must_balance(position: Position) -> bool:
    """Whether the opponent may take over what is placed now, so that an even game is best."""
    return position.setup.swap and not position.stones


class CarnacDecision(Decision):
    """A search of one position, with the proof that is tried beside it."""

    def __init__(
        self, position: Position, tree: trees.Tree, hands: Hands, proof: Proof | None, task: Task
    ) -> None:
        super().__init__(tree, task)
        self._position, self._hands, self._proof = position, hands, proof

    def _prepare(self, stop: threading.Event) -> bool:
        if self._proof is not None and self._task.settings.threads <= 1:
            budget = self._task.budget
            nodes = int(min(budget.nodes / 2, MOST_NODES_FOR_PROOF))
            self._proof.attempt(nodes, budget.seconds / 2, stop)
        return True

    def _search(self, stop: threading.Event, helpers: ThreadPoolExecutor) -> None:
        if self._proof is None or self._task.settings.threads <= 1:
            super()._search(stop, helpers)
            return
        self._proof.begin()
        try:
            super()._search(stop, helpers)
        finally:
            self._proof.end()

    def _simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        return self._hands.simulate(count, helpers)

    def _is_certain(self) -> bool:
        return super()._is_certain() or (self._proof is not None and self._proof.ending is not None)

    def _nodes(self) -> int:
        return super()._nodes() + (0 if self._proof is None else self._proof.nodes)

    def _lines(self, count: int) -> tuple[Line, ...]:
        visits = int(self._tree.visits[0])
        lines = read_lines(self._position, self._tree, count + 1, balance=must_balance(self._position))
        if self._proof is not None and self._proof.ending is not None:
            proven = self._proof.ending.line(self._position, visits)
            lines = (proven, *(line for line in lines if line.moves[0] != proven.moves[0]))
        if self._position.may_swap:
            lines = with_swap(lines, visits)
        return lines[:count]
