"""A search of Carnac: the tree search, and next to it the exact solver when the end is near."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from stonefield.engine.carnac.adapter import CarnacAdapter
from stonefield.engine.carnac.endgame import EndgameSolver
from stonefield.engine.lines import read_lines, with_swap
from stonefield.engine.search import SearchRequest, Simulator, TreeSearch
from stonefield.engine.thinker import Candidate
from stonefield.engine.tree import Tree

MOST_NODES_FOR_PROOF = 1_000_000
"""A single thread tries a proof before its search, with half of its limits and at most this many nodes."""


class CarnacSearch(TreeSearch):
    """A search of one position, with the proof that is tried next to it."""

    def __init__(
        self,
        game: CarnacAdapter,
        tree: Tree,
        simulator: Simulator,
        endgame: EndgameSolver | None,
        request: SearchRequest,
    ) -> None:
        super().__init__(tree, simulator, request)
        self._game, self._endgame = game, endgame

    def _prepare(self, stop: threading.Event) -> bool:
        if self._endgame is not None and self._request.settings.threads <= 1:
            budget = self._request.budget
            nodes = int(min(budget.nodes / 2, MOST_NODES_FOR_PROOF))
            self._endgame.attempt(nodes, budget.seconds / 2, stop)
        return True

    def _search(self, stop: threading.Event, helpers: ThreadPoolExecutor) -> None:
        if self._endgame is None or self._request.settings.threads <= 1:
            super()._search(stop, helpers)
            return
        self._endgame.begin()
        try:
            super()._search(stop, helpers)
        finally:
            self._endgame.end()

    def _is_certain(self) -> bool:
        return super()._is_certain() or (self._endgame is not None and self._endgame.solved is not None)

    def _nodes(self) -> int:
        return super()._nodes() + (0 if self._endgame is None else self._endgame.nodes)

    def _lines(self, count: int) -> tuple[Candidate, ...]:
        visits = int(self._tree.visits[0])
        lines = read_lines(self._game, self._tree, count + 1)
        if self._endgame is not None and self._endgame.solved is not None:
            proven = self._endgame.solved.candidate(self._game, visits)
            lines = (proven, *(line for line in lines if line.moves[0] != proven.moves[0]))
        if self._game.may_swap:
            lines = with_swap(lines, visits)
        return lines[:count]
