"""Selection by PUCT, with first-play urgency for unvisited children and, where it is kept, RAVE.

PUCT is Rosin's (2011) in the form of AlphaZero (Silver et al. 2017); RAVE is Gelly and Silver's (2007), with
the weights that minimize the mean squared error (Gelly and Silver 2011).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import Real, Whole, compiled, inlined, read_shared
from stonefield.engine.tree import SCALE, UNKNOWN, Tree, exact_value, first_child, last_child

RAVE_EQUIVALENCE = 500.0
"""AMAF results never weigh more than this many visits: 1 / (4 * bias ** 2) in RAVE's weights."""
AMAF_DOUBT = 20.0
"""For an unvisited child, this many AMAF results weigh as much as its first-play urgency."""


class Puct(NamedTuple):
    """The constants of the PUCT formula."""

    exploration: float
    """The constant c that scales prior * sqrt(visits of the parent) / (1 + visits)."""
    fpu_reduction: float
    """First-play urgency: an unvisited child seems worse than its parent by this, times the square root of
    the priors of its visited siblings."""
    balance: bool
    """At the root an even game is the aim, since the opponent may swap."""
    fair_lines: int = 1
    """Above 1, every second simulation at the root goes to a child that has not had its part of the search
    yet, one in ``2 * fair_lines``: so that this many lines are searched, and not only the best one."""


class AmafStats(NamedTuple):
    """All-moves-as-first statistics of a tree's nodes, by their numbers."""

    visits: NDArray[np.int32]
    """Simulations in which the side that chooses the node made its move later on."""
    values: NDArray[np.int64]
    """The sum of their results, as in ``Tree.values``."""


def blank_amaf(nodes: int) -> AmafStats:
    """No statistics yet, for a tree of this many nodes."""
    return AmafStats(np.zeros(nodes, dtype=np.int32), np.zeros(nodes, dtype=np.int64))


NO_AMAF = blank_amaf(0)
"""For searches without RAVE."""


@compiled
def select_child(tree: Tree, amaf: AmafStats, node: Whole, mover: Whole, puct: Puct) -> int:
    """The child with the highest PUCT value, or -1 if all children are proven.

    Children are sorted by prior, so without AMAF only the first unvisited one can be the choice. Where lines
    are searched fairly, every second choice at the root is made among the children short of their part.
    """
    word = read_shared(tree.children, node)
    sign = 1.0 - 2.0 * mover
    visits = max(1.0, float(tree.visits[node]))
    here = sign * tree.values[node] / (visits * SCALE)
    explore = puct.exploration * np.sqrt(visits)
    balance = node == 0 and puct.balance
    rave = amaf.visits.size > 0
    if balance:
        here = -abs(here)
    visited_priors = 0.0
    best, best_worth, open_child = -1, -1e9, False
    part = visits / (2.0 * puct.fair_lines) if node == 0 and puct.fair_lines > 1 else 0.0
    short, short_worth, chosen = -1, -1e9, 0
    for child in range(first_child(word), last_child(word) + 1):
        count = float(tree.visits[child])
        chosen += tree.visits[child]
        proven = tree.proven[child]
        if proven != UNKNOWN:
            worth = sign * exact_value(proven)
            if worth < 0.0:
                continue
        else:
            open_child = True
            prior = tree.priors[child]
            if count > 0.0:
                visited_priors += prior
                worth = sign * tree.values[child] / (count * SCALE)
                if rave:
                    times = float(amaf.visits[child])
                    beta = times / (times + count + times * count / RAVE_EQUIVALENCE)
                    worth += beta * (_amaf_value(amaf, child, sign) - worth)
                if balance:
                    worth = -abs(worth)
                worth += explore * prior / (1.0 + count)
            else:
                worth = here - puct.fpu_reduction * np.sqrt(visited_priors) + explore * prior
                if rave:
                    times = float(amaf.visits[child])
                    worth += times / (times + AMAF_DOUBT) * (_amaf_value(amaf, child, sign) - here)
        if worth > best_worth:
            best, best_worth = child, worth
        if count < part and proven == UNKNOWN and worth > short_worth:
            short, short_worth = child, worth
        if not rave and count == 0.0 and proven == UNKNOWN:
            break
    # The children's visits and not the root's: those of a batch that waits count already.
    if short >= 0 and chosen % 2 == 1:
        return short
    return best if open_child else -1


@inlined
def _amaf_value(amaf: AmafStats, node: Whole, sign: Real) -> Real:
    return sign * amaf.values[node] / (max(1.0, float(amaf.visits[node])) * SCALE)
