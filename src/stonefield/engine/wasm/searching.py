"""What the modules of all games share: an empty tree, room in a full one, the end of a search."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from stonefield.engine import pruning, tree
from stonefield.engine.compiled import Whole, allocating, compiled
from stonefield.engine.lines import rank
from stonefield.engine.network_search import EvaluationCache
from stonefield.engine.tree import UNKNOWN, Tree, children_of

TREE_MB, CACHE_MB = 24, 8
"""The memory of a search in a browser."""

T = TypeVar("T", bound=tuple[Any, ...])


def blank(arrays: T) -> T:
    """The same arrays with nothing in them: no file needs to hold them."""
    return type(arrays)(*(np.zeros_like(array) for array in arrays))


is_nearly_full = compiled(pruning.is_nearly_full)
make_room = allocating(pruning.make_room)
_reset = compiled(tree.reset)


@compiled
def is_certain(tree: Tree) -> bool:
    """Whether the root is proven: no simulation changes anything."""
    return bool(tree.proven[0] != UNKNOWN)


@compiled
def forget_tree(tree: Tree, cache: EvaluationCache) -> None:
    """Before the search of another position: drop the tree and what was evaluated."""
    _reset(tree)
    for entry in range(cache.keys.size):
        cache.keys[entry] = 0


@compiled
def rank_children(tree: Tree, ranked: NDArray[np.int32], by_margin: bool, mover: Whole) -> Whole:
    """Write the root's children, the best for the mover first; their number."""
    count = 0
    for child in children_of(tree, 0):
        place = count
        while place > 0 and rank(tree, ranked[place - 1], mover, by_margin) < rank(
            tree, child, mover, by_margin
        ):
            ranked[place] = ranked[place - 1]
            place -= 1
        ranked[place] = child
        count += 1
    return count


@compiled
def best_child(tree: Tree, by_margin: bool, node: Whole, mover: Whole) -> Whole:
    """The best child of a node for the mover, of those that anything is known of, or -1."""
    best: Whole = np.int64(-1)
    for child in children_of(tree, node):
        if tree.visits[child] == 0 and tree.proven[child] == UNKNOWN:
            continue
        if best < 0 or rank(tree, child, mover, by_margin) > rank(tree, best, mover, by_margin):
            best = child
    return best
