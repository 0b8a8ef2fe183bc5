"""AMAF, all moves as first: a playout also counts for the placements that were made later in it.

``selection`` uses it for RAVE, rapid action value estimation (Gelly and Silver 2007).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.arrays import ANSWERS
from stonefield.engine.compiled import Whole, add_shared, compiled, read_shared
from stonefield.engine.selection import AmafStats
from stonefield.engine.tree import NODE_BYTES, SCALE, Tree, child_count, first_child, last_child

_BYTES = 4 + 8
TREE_PART = NODE_BYTES / (NODE_BYTES + _BYTES)
"""The share of the memory that is left for a tree whose nodes have AMAF statistics."""


@compiled
def credit(
    tree: Tree,
    amaf: AmafStats,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    length: Whole,
    value: Whole,
    last_played: NDArray[np.int64],
    game: Whole,
) -> None:
    """Add a result to the AMAF statistics of all children along the path whose placement was made later.

    ``last_played[side, placement]`` is the number of the playout in which it was made last.
    """
    units = np.int64(value * SCALE)
    for depth in range(length - 1, -1, -1):
        node = path[depth]
        word = read_shared(tree.children, node)
        if word >= 0 and tree.moves[first_child(word)] < ANSWERS:
            for child in range(first_child(word), last_child(word) + 1):
                if last_played[movers[depth], tree.moves[child]] == game:
                    add_shared(amaf.visits, child, 1)
                    add_shared(amaf.values, child, units)
        if depth > 0 and tree.moves[node] < ANSWERS:
            last_played[movers[depth - 1], tree.moves[node]] = game


@compiled
def keep_amaf(tree: Tree, amaf: AmafStats, node: Whole, old: Whole) -> None:
    """Copy the statistics of a node's children, whose word was ``old``: they moved when it was widened."""
    new = read_shared(tree.children, node)
    if old < 0 or new < 0 or new == old:
        return
    for nth in range(child_count(old)):
        amaf.visits[first_child(new) + nth] = amaf.visits[first_child(old) + nth]
        amaf.values[first_child(new) + nth] = amaf.values[first_child(old) + nth]
