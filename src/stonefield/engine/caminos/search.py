"""A search of Caminos: exact wins and losses within reach at the root, then the tree search."""

from __future__ import annotations

import threading

import numpy as np

from stonefield.engine import tree as trees
from stonefield.engine.caminos import kernel
from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.arrays import SEAT
from stonefield.engine.caminos.distance import measure_distances
from stonefield.engine.caminos.ends import wins_in_one
from stonefield.engine.caminos.forcing import LIMIT, NODES, begin_search, make_search, win_within_two
from stonefield.engine.caminos.heuristics import evaluate
from stonefield.engine.caminos.parameters import parameters_for
from stonefield.engine.caminos.simulate import MOST_CHILDREN
from stonefield.engine.caminos.simulators import CaminosSimulator
from stonefield.engine.caminos.threats import mark_losing
from stonefield.engine.lines import read_lines, with_swap
from stonefield.engine.pruning import is_nearly_full, make_room
from stonefield.engine.search import SearchRequest, TreeSearch
from stonefield.engine.thinker import Candidate

AT_ONCE = 64
"""As many moves are examined between two looks at ``stop``."""
FORCING_NODES = 1_000
"""This many are looked at for a win in two: nearly always all, in 10 ms, and in 50 ms at most."""
EVENNESS = 8.0
"""How much likelier an even opening is tried than an uneven one."""


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
        if self._find_wins() or not self._find_losses(stop):
            return False
        return not (self._forces_wins and self._find_win_in_two())

    def _open_root(self) -> None:
        """Give the root all its children."""
        if is_nearly_full(self._tree):
            make_room(self._tree)
        if self._game.must_balance:
            self._open_evenly()
        self._simulator.open_root()
        self._done = 1

    def _open_evenly(self) -> None:
        """Give a bare root its children, those first that seem to leave both sides equal chances."""
        layout, root, workspace = self._game.layout, self._game.root, self._simulator.workspace
        parameters = parameters_for(balance=True, full_points=self._game.full_points)
        moves = np.zeros_like(workspace.moves)
        count = kernel.placements(layout, root, int(root[SEAT]), moves, workspace.scratch)
        uneven = np.empty(count)
        for nth in range(count):
            after = self._game.after(root, int(moves[nth]))
            measure_distances(layout, after, workspace)
            uneven[nth] = abs(evaluate(layout, after, workspace, parameters))
        order = np.argsort(uneven, kind="stable")[:MOST_CHILDREN]
        priors = np.exp(-EVENNESS * uneven[order])
        priors /= priors.sum()
        trees.expand(self._tree, 0, moves[order], priors, len(order), len(order) == count)

    def _find_wins(self) -> bool:
        """Mark the moves that win at once, with what they score."""
        if self._game.places_neutral:
            return False
        layout, state, workspace = self._game.layout, self._game.root, self._simulator.workspace
        wins, points = np.empty_like(workspace.moves), np.empty_like(workspace.moves)
        count = int(wins_in_one(layout, state, state.copy(), workspace, wins, points))
        child_of = {int(self._tree.moves[child]): child for child in trees.children_of(self._tree, 0)}
        for nth in range(count):
            value = min(1.0, int(points[nth]) / self._game.full_points) if self._game.setup.points else 1.0
            self._mark_win(child_of[int(wins[nth])], value)
        return count > 0

    def _find_win_in_two(self) -> bool:
        """Mark a move that wins with the next one, whatever is answered."""
        layout, state = self._game.layout, self._game.root
        search = make_search(layout)
        begin_search(search, FORCING_NODES)
        move = int(win_within_two(layout, state, self._simulator.workspace, search))
        if move < 0 or search.counters[NODES] > search.counters[LIMIT]:
            return False
        children = trees.children_of(self._tree, 0)
        self._mark_win(next(child for child in children if self._tree.moves[child] == move), 1.0)
        return True

    def _mark_win(self, child: int, value: float) -> None:
        """The mover wins by this child, as much as the value says."""
        mover = self._game.mover(self._game.root)
        self._tree.proven[child] = trees.SECOND_WINS if mover else trees.FIRST_WINS
        self._tree.visits[child] = 1
        self._tree.values[child] = int((1 - 2 * mover) * value * trees.SCALE)

    def _find_losses(self, stop: threading.Event) -> bool:
        """Mark the moves that let the opponent win at once; whether there is any other."""
        layout, state, workspace = self._game.layout, self._game.root, self._simulator.workspace
        mover = self._game.mover(state)
        children = np.array(trees.children_of(self._tree, 0))
        moves = self._tree.moves[children]
        lost = np.zeros(len(moves), dtype=np.uint8)
        for at in range(0, len(moves), AT_ONCE):
            part = slice(at, at + AT_ONCE)
            if not mark_losing(layout, state, moves[part], lost[part], workspace) or stop.is_set():
                break
        self._tree.proven[children[lost == 1]] = trees.FIRST_WINS if mover else trees.SECOND_WINS
        return not lost.all()

    def _lines(self, count: int) -> tuple[Candidate, ...]:
        lines = read_lines(self._game, self._tree, count)
        return with_swap(lines, int(self._tree.visits[0]))[:count] if self._game.may_swap else lines
