"""Which child of a node to visit next."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import Real, Whole, compiled, inlined, read_shared
from stonefield.engine.tree import SCALE, UNKNOWN, Tree, exact_value, first_child, last_child

EXPLORATION, URGENCY, BALANCE = range(3)
"""The first knobs of any search: how much to explore; how much worse than its parent an unvisited child
seems; whether an even game is the aim at the root."""

TRUSTED, DOUBTED = 500.0, 20.0
"""What was heard of a move weighs no more than so many visits; with less than so much it counts little."""


class Later(NamedTuple):
    """What was heard of a tree's nodes, by their numbers."""

    visits: NDArray[np.int32]
    """Simulations in which the side that chooses the node made its move further down."""
    values: NDArray[np.int64]
    """The sum of their results, as in the tree."""


def hear_of(nodes: int) -> Later:
    """Room for so many nodes of which nothing was heard yet."""
    return Later(np.zeros(nodes, dtype=np.int32), np.zeros(nodes, dtype=np.int64))


@compiled
def choose(tree: Tree, later: Later | None, node: Whole, mover: Whole, knobs: NDArray[np.float64]) -> int:
    """The child to visit next, or -1 if all children are proven.

    What was heard of a child counts the less the more is known of it. The likeliest come first, so where
    nobody listens only the first of those without a visit can be the choice.
    """
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
            if count > 0.0:
                seen += prior
                worth = sign * tree.values[child] / (count * SCALE)
                if later is not None:
                    times = float(later.visits[child])
                    trust = times / (times + count + times * count / TRUSTED)
                    worth += trust * (_heard(later, child, sign) - worth)
                if balance:
                    worth = -abs(worth)
                worth += explore * prior / (1.0 + count)
            else:
                worth = here - knobs[URGENCY] * np.sqrt(seen) + explore * prior
                if later is not None:
                    times = float(later.visits[child])
                    worth += times / (times + DOUBTED) * (_heard(later, child, sign) - here)
        if worth > best_worth:
            best, best_worth = child, worth
        if later is None and count == 0.0 and proven == UNKNOWN:
            break
    return best if open_child else -1


@inlined
def _heard(later: Later, node: Whole, sign: Real) -> Real:
    return sign * later.values[node] / (max(1.0, float(later.visits[node])) * SCALE)
