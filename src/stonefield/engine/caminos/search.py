"""A search of Caminos: exact wins and losses within reach at the root, then the tree search."""

from __future__ import annotations

import threading

from stonefield.engine import tree as trees
from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.arrays import Layout, StateBytes
from stonefield.engine.caminos.distance import Workspace
from stonefield.engine.caminos.forcing import make_search
from stonefield.engine.caminos.parameters import parameters_for
from stonefield.engine.caminos.root import AT_ONCE, mark_losses, mark_win_in_two, mark_wins, open_evenly
from stonefield.engine.caminos.simulators import CaminosSimulator
from stonefield.engine.lines import read_lines, with_swap
from stonefield.engine.pruning import is_nearly_full, make_room
from stonefield.engine.search import SearchRequest, TreeSearch
from stonefield.engine.thinker import Candidate


class CaminosSearch(TreeSearch):
    """A search of one position."""

    _simulator: CaminosSimulator

    def __init__(
        self,
        game: CaminosAdapter,
        tree: trees.Tree,
        simulator: CaminosSimulator,
        request: SearchRequest,
        *,
        forces_wins: bool = False,
    ) -> None:
        super().__init__(tree, simulator, request)
        self._game, self._forces_wins = game, forces_wins

    def _prepare(self, stop: threading.Event) -> bool:
        self._open_root()
        if mark_wins(*self._root(), self._game.full_points) or not self._find_losses(stop):
            return False
        return not (self._forces_wins and mark_win_in_two(*self._root(), make_search(self._game.layout)))

    def _open_root(self) -> None:
        """Give the root all its children."""
        if is_nearly_full(self._tree):
            make_room(self._tree)
        if self._game.must_balance:
            parameters = parameters_for(balance=True, full_points=self._game.full_points)
            open_evenly(*self._root(), parameters)
        self._simulator.open_root()
        self._done = 1

    def _find_losses(self, stop: threading.Event) -> bool:
        """Mark the moves that let the opponent win at once; whether there is any other."""
        children, lost = len(trees.children_of(self._tree, 0)), 0
        for start in range(0, children, AT_ONCE):
            found = int(mark_losses(*self._root(), start))
            lost += max(0, found)
            if found < 0 or stop.is_set():
                break
        return lost < children

    def _root(self) -> tuple[Layout, trees.Tree, StateBytes, Workspace]:
        return self._game.layout, self._tree, self._game.root, self._simulator.workspace

    def _lines(self, count: int) -> tuple[Candidate, ...]:
        lines = read_lines(self._game, self._tree, count)
        return with_swap(lines, int(self._tree.visits[0]))[:count] if self._game.may_swap else lines
