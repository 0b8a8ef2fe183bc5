"""What runs the simulations of a search: playouts from the leaves, or batches of leaves for the network."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from stonefield.engine.carnac.arrays import FILES, SQUARES, Layout, Words
from stonefield.engine.carnac.heuristics import blank_groups
from stonefield.engine.carnac.network import Network
from stonefield.engine.carnac.network_search import EvaluationCache, blank_batch, expand_leaves, gather_leaves
from stonefield.engine.carnac.parameters import NETWORK_PUCT, SMALL_BOARD, parameters_for
from stonefield.engine.carnac.simulate import simulate
from stonefield.engine.rng import random_words
from stonefield.engine.search import in_all_threads
from stonefield.engine.selection import blank_amaf
from stonefield.engine.tree import LEAF, Tree

SMALL_BATCH, BATCH = 8, 16
"""Leaves evaluated together: more are cheaper each, but selected with less known."""
MANY_SQUARES = 80
"""On larger boards a large batch would keep ``stop`` waiting."""


class PlayoutSimulator:
    """Monte Carlo playouts from the leaves; on small boards also AMAF statistics."""

    def __init__(
        self, layout: Layout, tree: Tree, state: Words, *, threads: int, seed: int, balance: bool
    ) -> None:
        self._layout, self._tree, self._state = layout, tree, state
        self._parameters = parameters_for(int(layout.shape[SQUARES]), balance=balance)
        self._randoms = [random_words(seed, thread) for thread in range(threads)]
        is_small = layout.shape[SQUARES] <= SMALL_BOARD
        self._amaf = blank_amaf(tree.visits.size) if is_small else None
        self._used = 0
        self._groups = [blank_groups() for _ in self._randoms]

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        """So many simulations in all threads together."""
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
        """Begin the AMAF statistics anew if the tree was pruned: its nodes have new numbers."""
        if self._amaf is not None and self._tree.used[0] < self._used:
            self._amaf.visits[: self._used] = 0
            self._amaf.values[: self._used] = 0


class NetworkSimulator:
    """Leaves evaluated by the network, one copy of it a thread."""

    def __init__(
        self,
        layout: Layout,
        tree: Tree,
        state: Words,
        *,
        networks: list[Network],
        cache: EvaluationCache,
        few_nodes: bool,
        balance: bool,
    ) -> None:
        self._layout, self._tree, self._state = layout, tree, state
        self._networks, self._cache = networks, cache
        self._puct = NETWORK_PUCT._replace(balance=balance)
        squares = int(layout.shape[SQUARES])
        self._size = SMALL_BATCH if few_nodes or squares > MANY_SQUARES else BATCH
        self._batches = [blank_batch(self._size, squares) for _ in networks]

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        """One batch in each thread, at most so many simulations together (rounded up); how many were run."""
        share = -(-count // len(self._networks))
        done = [0] * len(self._networks)

        def work(thread: int) -> None:
            done[thread] = self._one_batch(thread, share)

        in_all_threads(work, 1 if self._tree.children[0] == LEAF else len(done), helpers)
        return sum(done)

    def _one_batch(self, thread: int, share: int) -> int:
        layout, tree = self._layout, self._tree
        batch, network = self._batches[thread], self._networks[thread]
        root = tree.children[0] == LEAF
        wanted = 1 if root else min(share, self._size)
        found, done = gather_leaves(layout, tree, self._state, batch, self._cache, wanted, share, self._puct)
        if found:
            evaluate = network.evaluate_symmetrized if root else network.evaluate
            evaluate(batch.planes[:found], int(layout.shape[FILES]), batch.evaluations[:found])
            expand_leaves(layout, tree, batch, self._cache, found)
        return int(found + done)
