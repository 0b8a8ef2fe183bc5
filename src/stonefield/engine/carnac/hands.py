"""Who simulates: threads that play random games to the end, or threads that ask the network."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np

from stonefield.engine.carnac.features import blank_survey
from stonefield.engine.carnac.ground import FILES, SQUARES, Geometry, Words
from stonefield.engine.carnac.guided import Memory, absorb, blank_batch, gather
from stonefield.engine.carnac.network import Network
from stonefield.engine.carnac.simulate import SMALL_BOARD, knobs_for, simulate
from stonefield.engine.chance import random_words
from stonefield.engine.choice import BALANCE, hear_of
from stonefield.engine.decision import in_all_threads
from stonefield.engine.tree import LEAF, Tree

SMALL_BATCH, BATCH = 8, 16
"""Leaves judged together: more are cheaper each, but chosen with less known."""
MANY_SQUARES = 80
"""On larger boards a large batch would keep ``stop`` waiting."""

GUIDED = np.array([1.4, 0.35, 0.0])
"""Exploration, urgency and balance of a search with the network, as in ``stonefield.engine.choice``."""


class Hands(Protocol):
    """What a search lets do its simulations."""

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        """About so many simulations in all threads together; how many it were."""


class Playouts:
    """Random games from the leaves, as many threads as there are seeds."""

    def __init__(
        self, geometry: Geometry, tree: Tree, state: Words, *, threads: int, seed: int, balance: bool
    ) -> None:
        self._geometry, self._tree, self._state = geometry, tree, state
        self._knobs = knobs_for(int(geometry.shape[SQUARES]), balance=balance)
        self._randoms = [random_words(seed, thread) for thread in range(threads)]
        listens = geometry.shape[SQUARES] <= SMALL_BOARD
        self._later = hear_of(tree.visits.size) if listens else None
        self._used = 0
        self._surveys = [blank_survey() for _ in self._randoms]

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        budget = np.array([count], dtype=np.int64)
        self._forget_what_moved()

        def work(thread: int) -> None:
            survey, random = self._surveys[thread], self._randoms[thread]
            simulate(
                self._geometry, self._tree, self._state, survey, random, budget, self._knobs, self._later
            )

        in_all_threads(work, len(self._randoms), helpers)
        self._used = int(self._tree.used[0])
        return count

    def _forget_what_moved(self) -> None:
        """In a tree that was pruned meanwhile nodes have new numbers."""
        if self._later is not None and self._tree.used[0] < self._used:
            self._later.visits[: self._used] = 0
            self._later.values[: self._used] = 0


class Opinions:
    """Leaves judged by the network, one copy of it a thread."""

    def __init__(
        self,
        geometry: Geometry,
        tree: Tree,
        state: Words,
        *,
        networks: list[Network],
        memory: Memory,
        few_nodes: bool,
        balance: bool,
    ) -> None:
        self._geometry, self._tree, self._state = geometry, tree, state
        self._networks, self._memory = networks, memory
        self._knobs = GUIDED.copy()
        self._knobs[BALANCE] = balance
        squares = int(geometry.shape[SQUARES])
        self._size = SMALL_BATCH if few_nodes or squares > MANY_SQUARES else BATCH
        self._batches = [blank_batch(self._size, squares) for _ in networks]

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        share = -(-count // len(self._networks))
        done = [0] * len(self._networks)

        def work(thread: int) -> None:
            done[thread] = self._one_batch(thread, share)

        in_all_threads(work, 1 if self._tree.children[0] == LEAF else len(done), helpers)
        return sum(done)

    def _one_batch(self, thread: int, share: int) -> int:
        geometry, tree = self._geometry, self._tree
        batch, network = self._batches[thread], self._networks[thread]
        root = tree.children[0] == LEAF
        wanted = 1 if root else min(share, self._size)
        found, done = gather(geometry, tree, self._state, batch, self._memory, wanted, share, self._knobs)
        if found:
            judge = network.judge_from_all_sides if root else network.judge
            judge(batch.planes[:found], int(geometry.shape[FILES]), batch.opinions[:found])
            absorb(geometry, tree, batch, self._memory, found)
        return int(found + done)
