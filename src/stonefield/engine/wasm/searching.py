"""What the modules of all games share: an empty tree, room in a full one, the end of a search."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from stonefield.engine import pruning, tree
from stonefield.engine.compiled import allocating, compiled
from stonefield.engine.network_search import EvaluationCache
from stonefield.engine.tree import UNKNOWN, Tree

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
