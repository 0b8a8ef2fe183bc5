"""What runs the simulations of a search: playouts from the leaves, or batches of leaves for the network."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from stonefield.engine import network
from stonefield.engine.carnac.arrays import FILES, SQUARES, Layout, Words
from stonefield.engine.carnac.heuristics import blank_groups
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.engine.carnac.network_search import PLANES, expand_leaves, gather_leaves, outputs_for
from stonefield.engine.carnac.parameters import NETWORK_PUCT, SMALL_BOARD, parameters_for
from stonefield.engine.carnac.simulate import simulate
from stonefield.engine.network_search import EvaluationCache, blank_batch
from stonefield.engine.rng import random_words
from stonefield.engine.search import in_all_threads
from stonefield.engine.selection import NO_AMAF, blank_amaf
from stonefield.engine.tree import Tree


class PlayoutSimulator:
    """Monte Carlo playouts from the leaves; on small boards also AMAF statistics."""

    def __init__(
        self,
        layout: Layout,
        tree: Tree,
        state: Words,
        *,
        threads: int,
        seed: int,
        balance: bool,
        fair_lines: int = 1,
    ) -> None:
        self._layout, self._tree, self._state = layout, tree, state
        self._parameters = parameters_for(int(layout.shape[SQUARES]), balance=balance, fair_lines=fair_lines)
        self._randoms = [random_words(seed, thread) for thread in range(threads)]
        is_small = layout.shape[SQUARES] <= SMALL_BOARD
        self._amaf = blank_amaf(tree.visits.size if is_small else 0)
        self._used = 0
        self._groups = [blank_groups() for _ in self._randoms]

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        """This many simulations in all threads together."""
        budget = np.array([count], dtype=np.int64)
        self._forget_if_pruned()

        def work(thread: int) -> None:
            groups, random = self._groups[thread], self._randoms[thread]
            simulate(
                self._layout, self._tree, self._state, groups, random, budget, self._parameters, self._amaf
            )

        in_all_threads(work, len(self._randoms), helpers)
        self._used = int(self._tree.used[0])
        return count

    def _forget_if_pruned(self) -> None:
        """Restart the AMAF statistics if the tree was pruned: its nodes have new numbers."""
        if self._tree.used[0] < self._used:
            self._amaf.visits[: self._used] = 0
            self._amaf.values[: self._used] = 0


class NetworkSimulator(network.NetworkSimulator):
    """Leaves evaluated by the network, one copy of it a thread; the root is seen from all sides."""

    def __init__(
        self,
        layout: Layout,
        tree: Tree,
        state: Words,
        *,
        networks: list[CarnacNetwork],
        cache: EvaluationCache,
        size: int,
        balance: bool,
        fair_lines: int = 1,
    ) -> None:
        squares = int(layout.shape[SQUARES])
        outputs = outputs_for(squares)
        super().__init__(tree, [blank_batch(size, state, (PLANES, squares), outputs) for _ in networks])
        self._layout, self._state = layout, state
        self._networks, self._cache = networks, cache
        self._puct = NETWORK_PUCT._replace(balance=balance, fair_lines=fair_lines)

    def _gather(self, thread: int, wanted: int, most: int) -> tuple[int, int]:
        batch = self._batches[thread]
        return gather_leaves(
            self._layout, self._tree, self._state, batch, self._cache, wanted, most, self._puct, NO_AMAF
        )

    def _evaluate(self, thread: int, found: int, *, is_root: bool) -> None:
        batch, of_thread = self._batches[thread], self._networks[thread]
        evaluate = of_thread.evaluate_symmetrized if is_root else of_thread.evaluate
        evaluate(batch.planes[:found], int(self._layout.shape[FILES]), batch.evaluations[:found])

    def _expand(self, thread: int, found: int) -> None:
        expand_leaves(self._layout, self._tree, self._batches[thread], self._cache, found)
