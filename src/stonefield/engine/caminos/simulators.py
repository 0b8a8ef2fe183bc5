"""What runs the simulations of a search: playouts from the leaves, or batches of leaves for the network."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np

from stonefield.engine import network
from stonefield.engine.caminos.adapter import CaminosAdapter
from stonefield.engine.caminos.arrays import SQUARES
from stonefield.engine.caminos.distance import Workspace, workspace_for
from stonefield.engine.caminos.network import PLANES, CaminosNetwork, encoding_of, outputs_for
from stonefield.engine.caminos.network_search import (
    encode_planes,
    expand_leaves,
    gather_leaves,
    open_root,
)
from stonefield.engine.caminos.parameters import NETWORK_PUCT, parameters_for
from stonefield.engine.caminos.simulate import simulate
from stonefield.engine.network_search import EvaluationCache, blank_batch
from stonefield.engine.rng import random_words
from stonefield.engine.search import Simulator, in_all_threads
from stonefield.engine.selection import NO_AMAF
from stonefield.engine.thinker import Settings
from stonefield.engine.tree import Tree


class CaminosSimulator(Simulator, Protocol):
    """A simulator that leaves time for exact looks at the root."""

    workspace: Workspace
    """Free to use while no simulation runs."""

    def open_root(self) -> None:
        """Simulate once, and give the root all its children."""


class PlayoutSimulator:
    """Static evaluations and playouts at the leaves, in as many threads as the settings say."""

    def __init__(self, game: CaminosAdapter, tree: Tree, settings: Settings) -> None:
        self._game, self._tree = game, tree
        self._parameters = parameters_for(
            balance=game.must_balance, full_points=game.full_points, fair_lines=settings.lines_to_search
        )
        seed = int.from_bytes(os.urandom(8)) if settings.seed is None else settings.seed
        self._randoms = [random_words(seed, thread) for thread in range(max(1, settings.threads))]
        self._workspaces = [workspace_for(game.layout) for _ in self._randoms]
        self.workspace = self._workspaces[0]

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        """This many simulations in all threads together."""
        budget = np.array([count], dtype=np.int64)
        in_all_threads(lambda thread: self._spend(budget, thread), len(self._randoms), helpers)
        return count

    def open_root(self) -> None:
        """One simulation, in this thread: it gives the root all its children."""
        self._spend(np.ones(1, dtype=np.int64), 0)

    def _spend(self, budget: np.ndarray[tuple[int], np.dtype[np.int64]], thread: int) -> None:
        game, workspace, random = self._game, self._workspaces[thread], self._randoms[thread]
        simulate(game.layout, self._tree, game.root, workspace, random, budget, self._parameters, NO_AMAF)


class NetworkSimulator(network.NetworkSimulator):
    """Leaves evaluated by the network, one copy of it a thread."""

    def __init__(
        self,
        game: CaminosAdapter,
        tree: Tree,
        *,
        networks: list[CaminosNetwork],
        cache: EvaluationCache,
        size: int,
        fair_lines: int = 1,
    ) -> None:
        squares = int(game.layout.facts[SQUARES])
        outputs = outputs_for(squares)
        batches = [blank_batch(size, game.root, (PLANES, squares), outputs) for _ in networks]
        super().__init__(tree, batches)
        self._game, self._networks, self._cache = game, networks, cache
        self._encoding = encoding_of(game.setup)
        self._puct = NETWORK_PUCT._replace(fair_lines=fair_lines)
        self._workspaces = [workspace_for(game.layout) for _ in networks]
        self.workspace = self._workspaces[0]

    def open_root(self) -> None:
        """Evaluate the root and give it all its children; those it has already stay the first."""
        game, batch = self._game, self._batches[0]
        encode_planes(game.layout, self._encoding, game.root, batch.planes[0])
        self._evaluate(0, 1, is_root=True)
        open_root(game.layout, self._encoding, self._tree, game.root, self.workspace, batch)

    def _gather(self, thread: int, wanted: int, most: int) -> tuple[int, int]:
        game, workspace, batch = self._game, self._workspaces[thread], self._batches[thread]
        return gather_leaves(
            game.layout,
            self._encoding,
            self._tree,
            game.root,
            workspace,
            batch,
            self._cache,
            wanted,
            most,
            self._puct,
            NO_AMAF,
        )

    def _evaluate(self, thread: int, found: int, *, is_root: bool) -> None:
        batch = self._batches[thread]
        files = self._game.setup.board.files
        self._networks[thread].evaluate(batch.planes[:found], files, batch.evaluations[:found])

    def _expand(self, thread: int, found: int) -> None:
        game, workspace, batch = self._game, self._workspaces[thread], self._batches[thread]
        expand_leaves(game.layout, self._encoding, self._tree, workspace, batch, self._cache, found)
