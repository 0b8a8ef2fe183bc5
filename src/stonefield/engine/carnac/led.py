"""One thread's simulations with the network: gather leaves, have them judged, take the opinions in."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.guided import Memory, absorb, blank_batch, gather
from stonefield.engine.carnac.kernel import FILES, SQUARES, Geometry, Words
from stonefield.engine.carnac.network import Network
from stonefield.engine.tree import LEAF, Tree

BATCH = 16
"""Leaves judged together: more are cheaper each, but chosen with less known."""

KNOBS = np.array([1.4, 0.35, 0.0])
"""Exploration, urgency and balance, as in ``stonefield.engine.tree``."""


class Led:
    """Simulations led by a network, in a tree that several threads share."""

    def __init__(
        self, geometry: Geometry, tree: Tree, state: Words, memory: Memory, network: Network
    ) -> None:
        self._geometry, self._tree, self._state = geometry, tree, state
        self._memory, self._network = memory, network
        self._batch = blank_batch(BATCH, int(geometry.shape[SQUARES]))

    def simulate(self, wanted: int, knobs: NDArray[np.float64], stop: threading.Event) -> int:
        """About so many simulations, at most one batch; how many it were."""
        tree, batch = self._tree, self._batch
        files = int(self._geometry.shape[FILES])
        first = tree.children[0] == LEAF
        found, done = gather(
            self._geometry, tree, self._state, batch, self._memory, min(wanted, BATCH), knobs
        )
        if found:
            judge = self._network.judge_from_all_sides if first and found == 1 else self._network.judge
            judge(batch.planes[:found], files, batch.opinions[:found])
            absorb(self._geometry, tree, batch, self._memory, found)
        return found + done
