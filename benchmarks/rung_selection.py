"""How Carnac's two searches choose where to go on, in compiled code; `search_rungs.py` searches with it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine import tree as trees
from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.carnac.kernel import play
from stonefield.engine.carnac.parameters import NETWORK_PUCT
from stonefield.engine.compiled import Real, Whole, compiled
from stonefield.engine.network import SMALL_BATCH
from stonefield.engine.selection import AmafStats, Puct, select_child
from stonefield.engine.tree import SCALE, UNKNOWN, Tree, first_child, last_child

CONSIDERED = 16
"""Moves at the root that sequential halving begins with, as in the training."""
TINY = 1.2e-38


class Rung(NamedTuple):
    """A search; as it is, the training's."""

    halving: bool = True
    """Sequential halving at the root, or PUCT; of the most visited moves the most promising is chosen."""
    improved: bool = True
    """Below the root the move that lags behind the improved policy, or PUCT."""
    kept: int = CONSIDERED
    """The likeliest moves of a node that can be entered."""
    mirrors: bool = False
    """Of two moves that mirror each other one is dropped."""
    proves: bool = False
    """What is proven climbs."""
    sides: bool = False
    """The network sees the root from four sides."""
    batch: int = 1
    """Leaves of one search that are evaluated together."""
    puct: Puct = NETWORK_PUCT


TRAINING = Rung()
ENGINE = Rung(
    halving=False,
    improved=False,
    kept=at.MOST_MOVES,
    mirrors=True,
    proves=True,
    sides=True,
    batch=SMALL_BATCH,
)


class Forest(NamedTuple):
    """Searches side by side: their roots are the first nodes of one tree."""

    tree: Tree
    raw: NDArray[np.float64]
    """The network's value of each node, for side 0."""
    ended: NDArray[np.int8]
    """Whether the game is over there, if nothing is proven."""
    roots: Words
    """[P, state]"""
    due: NDArray[np.int64]
    """[P, simulations] visits of the move that is entered next at the root, by sequential halving."""
    done: NDArray[np.int64]
    """[P] simulations after the evaluation of the root, -1 before."""


@compiled
def _value(tree: Tree, child: Whole, sign: Real) -> Real:
    if tree.proven[child] != UNKNOWN:
        return sign * trees.exact_value(tree.proven[child])
    return sign * tree.values[child] / (tree.visits[child] * SCALE)


@compiled
def _completed(forest: Forest, node: Whole, sign: Real) -> tuple[Real, Real, Real]:
    """The value of moves never entered, the lowest value, and what a unit of value is worth in logits."""
    tree, word = forest.tree, forest.tree.children[node]
    total, most, chance, mean, low, high = 0, 0, 0.0, 0.0, 1e9, -1e9
    for child in range(first_child(word), last_child(word) + 1):
        visits = tree.visits[child]
        if visits > 0:
            value, prior = _value(tree, child, sign), max(float(tree.priors[child]), TINY)
            total, most = total + visits, max(most, visits)
            chance, mean = chance + prior, mean + prior * value
            low, high = min(low, value), max(high, value)
    mixed = (sign * forest.raw[node] + total * mean / max(chance, TINY)) / (total + 1)
    low, high = min(low, mixed), max(high, mixed)
    return mixed, low, 0.1 * (50 + most) / max(high - low, 1e-8)


@compiled
def promise(forest: Forest, node: Whole, mover: Whole, logits: NDArray[np.float64]) -> Real:
    """Write what speaks for each child, in logits; what its value says for one not entered."""
    tree, word, sign = forest.tree, forest.tree.children[node], 1.0 - 2.0 * mover
    mixed, low, weight = _completed(forest, node, sign)
    first = first_child(word)
    for child in range(first, last_child(word) + 1):
        value = _value(tree, child, sign) if tree.visits[child] > 0 else mixed
        logits[child - first] = np.log(max(float(tree.priors[child]), TINY)) + weight * (value - low)
    return weight * (mixed - low)


@compiled
def _improved_child(forest: Forest, node: Whole, mover: Whole, logits: NDArray[np.float64]) -> int:
    """The child whose share of visits lags furthest behind the improved policy, or -1 if all are proven."""
    tree, word = forest.tree, forest.tree.children[node]
    unseen = promise(forest, node, mover, logits)
    first, last = first_child(word), last_child(word)
    total, priors, mass = 1.0, 0.0, 0.0
    for child in range(first, last + 1):
        total, priors = total + tree.visits[child], priors + tree.priors[child]
        mass += np.exp(logits[child - first])
    mass += max(1.0 - priors, 0.0) * np.exp(unseen)
    best, furthest, open_child = -1, -1e9, False
    for child in range(first, last + 1):
        if tree.proven[child] == UNKNOWN:
            open_child = True
        elif (1 - 2 * mover) * trees.exact_value(tree.proven[child]) < 0:
            continue
        lag = np.exp(logits[child - first]) / mass - tree.visits[child] / total
        if lag > furthest:
            best, furthest = child, lag
    return best if open_child else -1


@compiled
def _due_child(forest: Forest, root: Whole, mover: Whole, due: Whole, logits: NDArray[np.float64]) -> int:
    """Of the root's moves with so many visits the most promising one."""
    tree, word = forest.tree, forest.tree.children[root]
    promise(forest, root, mover, logits)
    first = first_child(word)
    best, most = -1, -1e9
    fewest, least = -1, np.int64(1 << 30)
    for child in range(first, min(last_child(word), first + CONSIDERED - 1) + 1):
        if tree.visits[child] == due and logits[child - first] > most:
            best, most = child, logits[child - first]
        if tree.visits[child] < least:
            fewest, least = child, np.int64(tree.visits[child])
    # Where mirrored moves were dropped there are fewer than the order counts on.
    return best if best >= 0 else fewest


@compiled
def descend(
    layout: Layout,
    forest: Forest,
    state: Words,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    due: Whole,
    rung: Rung,
    logits: NDArray[np.float64],
    amaf: AmafStats,
) -> Whole:
    """Select children down from the root and play their moves; the length of the path."""
    tree = forest.tree
    length = np.int64(1)
    while True:
        node = path[length - 1]
        mover = np.int64(state[at.TURN])
        movers[length - 1] = mover
        if tree.proven[node] != UNKNOWN or forest.ended[node] or tree.children[node] < 0:
            return length
        child = np.int64(-1)
        if length == 1 and rung.halving:
            child = _due_child(forest, node, mover, due, logits)
        elif rung.improved:
            child = _improved_child(forest, node, mover, logits)
        else:
            child = select_child(tree, amaf, node, mover, rung.puct)
        if child < 0:
            if rung.proves:
                trees.settle(tree, node, mover)
            return length
        play(layout, state, np.int64(tree.moves[child]))
        trees.add_virtual_loss(tree, child, mover)
        path[length] = child
        length += 1
