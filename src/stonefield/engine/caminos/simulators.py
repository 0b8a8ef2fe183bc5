"""What runs the simulations of a search: static evaluations and playouts at the leaves."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.distance import workspace_for
from stonefield.engine.caminos.parameters import parameters_for
from stonefield.engine.caminos.simulate import simulate
from stonefield.engine.rng import random_words
from stonefield.engine.search import in_all_threads
from stonefield.engine.thinker import Settings
from stonefield.engine.tree import Tree


class PlayoutSimulator:
    """Static evaluations and playouts at the leaves, in as many threads as the settings say."""

    def __init__(self, game: CaminosAdapter, tree: Tree, settings: Settings) -> None:
        self._game, self._tree = game, tree
        self.parameters = parameters_for(balance=game.must_balance, full_points=game.full_points)
        seed = int.from_bytes(os.urandom(8)) if settings.seed is None else settings.seed
        self._randoms = [random_words(seed, thread) for thread in range(max(1, settings.threads))]
        self._workspaces = [workspace_for(game.layout) for _ in self._randoms]
        self.workspace = self._workspaces[0]
        """Free to use while no simulation runs."""

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        """So many simulations in all threads together."""
        budget = np.array([count], dtype=np.int64)
        in_all_threads(lambda thread: self._spend(budget, thread), len(self._randoms), helpers)
        return count

    def simulate_once(self) -> None:
        """One simulation, in this thread."""
        self._spend(np.ones(1, dtype=np.int64), 0)

    def _spend(self, budget: np.ndarray[tuple[int], np.dtype[np.int64]], thread: int) -> None:
        game, workspace, random = self._game, self._workspaces[thread], self._randoms[thread]
        simulate(game.layout, self._tree, game.root, workspace, random, budget, self.parameters)
