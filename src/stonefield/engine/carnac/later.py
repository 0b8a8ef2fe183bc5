"""All moves as first: what came of a placement that was made later on is a first opinion of making it now."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.ground import ANSWERS, MOST_MOVES
from stonefield.engine.compiled import Real, Whole, add_shared, compiled, inlined, read_shared
from stonefield.engine.tree import (
    BALANCE,
    EXPLORATION,
    NODE_BYTES,
    SCALE,
    UNKNOWN,
    URGENCY,
    Tree,
    child_count,
    exact_value,
    first_child,
    last_child,
)

TRUSTED, DOUBTED = 500.0, 20.0
"""What was heard of a move weighs no more than so many visits; with less than so much it counts little."""

_BYTES = 4 + 8
TREE_PART = NODE_BYTES / (NODE_BYTES + _BYTES)
"""How much of the memory is left for a tree that is to be listened for."""


class Later(NamedTuple):
    """What was heard of a tree's nodes, by their numbers."""

    visits: NDArray[np.int32]
    """Simulations in which the side that chooses the node made its placement further down."""
    values: NDArray[np.int64]
    """The sum of their results, as in the tree."""


def nothing_heard(tree: Tree) -> Later:
    """Room for all nodes of a tree."""
    return Later(np.zeros(tree.visits.size, np.int32), np.zeros(tree.visits.size, np.int64))


@compiled
def blank_diary() -> NDArray[np.int64]:
    """Room to note [side, placement] in which game it was made last."""
    return np.zeros((2, MOST_MOVES), dtype=np.int64)


@inlined
def _heard(later: Later, node: Whole, sign: Real) -> Real:
    return sign * later.values[node] / (max(1.0, float(later.visits[node])) * SCALE)


@compiled
def choose_by_ear(tree: Tree, later: Later, node: Whole, mover: Whole, knobs: NDArray[np.float64]) -> int:
    """As ``choose``, but what was heard of a child counts too, the less the more is known of it."""
    word = read_shared(tree.children, node)
    sign = 1.0 - 2.0 * mover
    visits = max(1.0, float(tree.visits[node]))
    here = sign * tree.values[node] / (visits * SCALE)
    explore = knobs[EXPLORATION] * np.sqrt(visits)
    balance = node == 0 and knobs[BALANCE] > 0.0
    if balance:
        here = -abs(here)
    seen = 0.0
    best, best_worth, open_child = -1, -1e9, False
    for child in range(first_child(word), last_child(word) + 1):
        count = float(tree.visits[child])
        proven = tree.proven[child]
        if proven != UNKNOWN:
            worth = sign * exact_value(proven)
            if worth < 0.0:
                continue
        else:
            open_child = True
            prior = tree.priors[child]
            times, heard = float(later.visits[child]), _heard(later, child, sign)
            if count > 0.0:
                seen += prior
                worth = sign * tree.values[child] / (count * SCALE)
                worth += times / (times + count + times * count / TRUSTED) * (heard - worth)
                if balance:
                    worth = -abs(worth)
                worth += explore * prior / (1.0 + count)
            else:
                worth = here - knobs[URGENCY] * np.sqrt(seen) + explore * prior
                worth += times / (times + DOUBTED) * (heard - here)
        if worth > best_worth:
            best, best_worth = child, worth
    return best if open_child else -1


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
