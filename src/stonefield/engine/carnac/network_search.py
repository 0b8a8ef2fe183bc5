"""Carnac's search with the network: what it sees, how leaves are selected, and how outputs become priors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine import tree as trees
from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.carnac.dolmens import SCRATCH, verdict
from stonefield.engine.carnac.kernel import copy_state, is_over, legal_moves, state_key
from stonefield.engine.carnac.simulate import descend
from stonefield.engine.carnac.symmetry import drop_symmetric_moves
from stonefield.engine.compiled import Whole, allocating, compiled, read_shared, replace_shared
from stonefield.engine.network_search import (
    Batch,
    EvaluationCache,
    Reals,
    recall,
    remember,
    undo_virtual_loss,
)
from stonefield.engine.selection import AmafStats, Puct
from stonefield.engine.softmax import exponential, softmax
from stonefield.engine.tree import Tree

PLANES = 10
"""The network's input planes, by the colour that decides, as in ``stonefield.selfplay.carnac.planes``."""
USUAL_STOCK = 28.0


def outputs_for(squares: int) -> int:
    """An evaluation's length: logits of four placements per square and of five answers, value, lead."""
    return 4 * squares + 7


@compiled
def encode_planes(layout: Layout, state: Words, planes: Reals) -> None:
    """Write the input planes of a state into planes[PLANES, squares]."""
    mover = np.int64(state[at.TURN])
    stock = np.float64(state[at.STOCK])
    pending = np.int64(state[at.PENDING]) - 1
    due = 1.0 if pending >= 0 else 0.0
    near_end = exponential(-stock / 4.0)
    for square in range(layout.shape[at.SQUARES]):
        bit = np.uint64(1) << np.uint64(square & 63)
        word = at.RED_LOW + (square >> 6)
        mine = 1.0 if state[word + 2 * mover] & bit else 0.0
        theirs = 1.0 if state[word + 2 - 2 * mover] & bit else 0.0
        here = 1.0 if square == pending else 0.0
        planes[0, square] = 1.0
        planes[1, square] = mine
        planes[2, square] = theirs
        planes[3, square] = here
        planes[4, square] = here if np.int64(state[at.FACES]) >> 1 == mover else 0.0
        planes[5, square] = due
        planes[6, square] = stock / USUAL_STOCK
        planes[7, square] = near_end
        planes[8, square] = layout.shape[at.FINAL_TILT]
        planes[9, square] = 1.0 - mine - theirs


@allocating
def gather_leaves(
    layout: Layout,
    tree: Tree,
    root_state: Words,
    batch: Batch,
    cache: EvaluationCache,
    wanted: Whole,
    most: Whole,
    puct: Puct,
    amaf: AmafStats,
) -> tuple[int, int]:
    """Select until ``wanted`` leaves wait or descents only meet leaves that wait already; how many wait.

    The second number counts the simulations, at most ``most`` with the others, that needed no evaluation.
    """
    scratch = np.empty(SCRATCH, dtype=np.int64)
    moves = np.empty(at.MOST_MOVES, dtype=np.int16)
    found: Whole = np.int64(0)
    done, met = 0, 0
    while found < wanted and found + done < most and met < 4:
        path, movers, state = batch.paths[found], batch.movers[found], batch.states[found]
        copy_state(root_state, state)
        path[0] = 0
        length = descend(layout, tree, state, path, movers, np.int64(1), puct, amaf)
        node = path[length - 1]
        waits, blocked = False, False
        if tree.proven[node] == trees.UNKNOWN:
            if read_shared(tree.children, node) == trees.LEAF and is_over(layout, state):
                won, lead = verdict(layout, state, scratch)
                tree.proven[node] = trees.DRAWN - won
            else:
                waits = replace_shared(tree.children, node, trees.LEAF, trees.EXPANDING)
                blocked = not waits
        batch.lengths[found] = length
        if blocked:
            undo_virtual_loss(tree, path, movers, length)
            met += 1
        elif waits:
            if recall(cache, state_key(state), batch, found):
                _expand_leaf(layout, tree, batch, found, moves)
                done += 1
            else:
                encode_planes(layout, state, batch.planes[found])
                found += 1
        else:
            won, lead = verdict(layout, state, scratch)
            trees.backpropagate(
                tree, path, movers, length, float(trees.exact_value(tree.proven[node])), float(lead)
            )
            done += 1
    return found, done


@allocating
def expand_leaves(layout: Layout, tree: Tree, batch: Batch, cache: EvaluationCache, found: Whole) -> None:
    """Expand the first ``found`` leaves by their evaluations and backpropagate their values."""
    moves = np.empty(at.MOST_MOVES, dtype=np.int16)
    for nth in range(found):
        remember(cache, state_key(batch.states[nth]), batch, nth)
        _expand_leaf(layout, tree, batch, nth, moves)


@allocating
def _expand_leaf(layout: Layout, tree: Tree, batch: Batch, nth: Whole, moves: NDArray[np.int16]) -> None:
    """Give a leaf its children, with a softmax of the policy as priors, and backpropagate its value."""
    state, evaluation = batch.states[nth], batch.evaluations[nth]
    squares = layout.shape[at.SQUARES]
    mover = np.int64(state[at.TURN])
    count = legal_moves(layout, state, moves)
    priors = np.empty(count, dtype=np.float64)
    for index in range(count):
        move = np.int64(moves[index])
        if move >= at.ANSWERS:
            place = 4 * squares + move - at.ANSWERS
        else:
            # The network counts 2 * (top is theirs) + (east and west are theirs).
            place = (move & ~3) + 2 * (move & 1 ^ mover) + (move >> 1 & 1 ^ mover)
        priors[index] = evaluation[place]
    count = drop_symmetric_moves(layout, state, moves, priors, count)
    softmax(priors, count)
    path, movers, length = batch.paths[nth], batch.movers[nth], batch.lengths[nth]
    leaf = path[length - 1]
    replace_shared(tree.children, leaf, trees.EXPANDING, trees.LEAF)
    trees.expand_likeliest(tree, leaf, moves, priors, count, count)
    sign = 1.0 - 2.0 * mover
    value, lead = float(evaluation[4 * squares + 5]), float(evaluation[4 * squares + 6])
    trees.backpropagate(tree, path, movers, length, sign * value, sign * lead)
