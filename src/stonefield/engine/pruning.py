"""Pruning a full tree, and moving the root for tree reuse: what is kept is compacted in place."""

from __future__ import annotations

import numpy as np

from stonefield.engine.compiled import Whole, allocating
from stonefield.engine.tree import LEAF, Tree, child_count, copy_nodes, first_child, moved

FULL, HALF_FULL = 0.95, 0.6
"""How much of the tree is in use when it is pruned, and at most afterwards."""


def is_nearly_full(tree: Tree) -> bool:
    """Whether the tree is nearly full."""
    return bool(tree.used[0] > FULL * tree.visits.size)


def make_room(tree: Tree) -> None:
    """Drop the subtrees that were visited least."""
    least = 4
    while tree.used[0] > HALF_FULL * tree.visits.size and least < 1 << 30:
        prune(tree, 0, least)
        least *= 2


@allocating
def prune(tree: Tree, root: Whole, least_visits: Whole) -> None:
    """Make a node the root, drop all that is not below it and the children of nodes with too few visits.

    What stays is moved together to the front, in place. No other thread may use the tree meanwhile.
    """
    used = tree.used[0]
    owners = tree.owners
    for node in range(used):
        owners[node] = -1
    stack = np.empty(used, dtype=np.int32)
    stack[0] = root
    waiting = 1
    while waiting:
        waiting -= 1
        node = stack[waiting]
        word = tree.children[node]
        if word < 0:
            continue
        if tree.visits[node] < least_visits and node != root:
            tree.children[node] = LEAF
            continue
        first = first_child(word)
        owners[first] = node
        for child in range(first, first + child_count(word)):
            if tree.children[child] >= 0:
                stack[waiting] = child
                waiting += 1
    front, single = np.int64(0), np.int64(1)
    copy_nodes(tree, root, front, single)
    if tree.children[0] >= 0:
        owners[first_child(tree.children[0])] = 0
    end, source = np.int64(1), np.int64(1)
    while source < used:
        owner = owners[source]
        if owner < 0:
            source += 1
            continue
        word = tree.children[owner]
        count = child_count(word)
        tree.children[owner] = moved(word, end)
        for nth in range(count):
            # A block further on moves later: it must find its owner at the new place.
            below = tree.children[source + nth]
            if below >= 0 and first_child(below) > source:
                owners[first_child(below)] = end + nth
        copy_nodes(tree, source, end, count)
        end += count
        source += count
    tree.used[0] = end
