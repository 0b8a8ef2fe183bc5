"""All moves as first: what came of a placement that was made later on is a first opinion of making it now."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.ground import ANSWERS, MOST_MOVES
from stonefield.engine.choice import Later
from stonefield.engine.compiled import Whole, add_shared, compiled, read_shared
from stonefield.engine.tree import NODE_BYTES, SCALE, Tree, child_count, first_child, last_child

_BYTES = 4 + 8
TREE_PART = NODE_BYTES / (NODE_BYTES + _BYTES)
"""How much of the memory is left for a tree that is to be listened for."""


@compiled
def blank_diary() -> NDArray[np.int64]:
    """Room to note [side, placement] in which game it was made last."""
    return np.zeros((2, MOST_MOVES), dtype=np.int64)


@compiled
def tell(
    tree: Tree,
    later: Later,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    length: Whole,
    value: Whole,
    diary: NDArray[np.int64],
    game: Whole,
) -> None:
    """Tell all children along the path whose placement was made further down what came of it."""
    units = np.int64(value * SCALE)
    for depth in range(length - 1, -1, -1):
        node = path[depth]
        word = read_shared(tree.children, node)
        if word >= 0 and tree.moves[first_child(word)] < ANSWERS:
            for child in range(first_child(word), last_child(word) + 1):
                if diary[movers[depth], tree.moves[child]] == game:
                    add_shared(later.visits, child, 1)
                    add_shared(later.values, child, units)
        if depth > 0 and tree.moves[node] < ANSWERS:
            diary[movers[depth - 1], tree.moves[node]] = game


@compiled
def follow(tree: Tree, later: Later, node: Whole, old: Whole) -> None:
    """Keep what was heard of a node's children, whose word was ``old``, when it got more and they moved."""
    new = read_shared(tree.children, node)
    if old < 0 or new < 0 or new == old:
        return
    for nth in range(child_count(old)):
        later.visits[first_child(new) + nth] = later.visits[first_child(old) + nth]
        later.values[first_child(new) + nth] = later.values[first_child(old) + nth]
