"""One simulation after another: selection, expansion, playout and backpropagation, as compiled code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine import tree as trees
from stonefield.engine.carnac.amaf import credit, keep_amaf
from stonefield.engine.carnac.arrays import FINAL_TILT, MOST_MOVES, PENDING, STOCK, TURN, Layout, Words
from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.engine.carnac.heuristics import Groups, score_moves
from stonefield.engine.carnac.kernel import copy_state, is_over, play
from stonefield.engine.carnac.parameters import Parameters
from stonefield.engine.carnac.playout import playout
from stonefield.engine.carnac.scoring import final_score, last_score
from stonefield.engine.carnac.symmetry import drop_symmetric_moves
from stonefield.engine.compiled import Whole, add_shared, allocating, compiled, inlined, read_shared
from stonefield.engine.selection import AmafStats, Puct, select_child
from stonefield.engine.softmax import softmax_by_squaring
from stonefield.engine.tree import Tree

_OPEN = 1000
"""No score: the end is not in sight."""


@compiled
def expand_node(
    layout: Layout,
    tree: Tree,
    node: Whole,
    state: Words,
    groups: Groups,
    moves: NDArray[np.int16],
    scores: NDArray[np.float64],
    width: Whole,
    parameters: Parameters,
) -> bool:
    """Give a node its likeliest children by the heuristics, at most ``width``."""
    count = score_moves(layout, state, groups, moves, scores)
    count = drop_symmetric_moves(layout, state, moves, scores, count)
    placing = state[PENDING] == np.uint64(0)
    sharpness = parameters.placement_sharpness if placing else parameters.answer_sharpness
    softmax_by_squaring(scores, count, sharpness)
    return trees.expand_likeliest(tree, node, moves, scores, count, width)


@compiled
def descend(
    layout: Layout,
    tree: Tree,
    state: Words,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    length: Whole,
    puct: Puct,
    amaf: AmafStats,
) -> Whole:
    """Select children down from the last of ``length`` nodes on the path, and play their moves on its state.

    Ends where a node is proven, has no children, is to be widened or has no open child; the new length.
    """
    while True:
        node = path[length - 1]
        mover = np.int64(state[TURN])
        movers[length - 1] = mover
        if tree.proven[node] != trees.UNKNOWN:
            return length
        word = read_shared(tree.children, node)
        if word < 0 or (not trees.is_fully_expanded(word) and tree.visits[trees.last_child(word)] > 0):
            return length
        child = select_child(tree, amaf, node, mover, puct)
        if child < 0:
            trees.settle(tree, node, mover)
            return length
        play(layout, state, np.int64(tree.moves[child]))
        trees.add_virtual_loss(tree, child, mover)
        path[length] = child
        length += 1


@allocating
def simulate(
    layout: Layout,
    tree: Tree,
    root_state: Words,
    groups: Groups,
    random: Words,
    budget: NDArray[np.int64],
    parameters: Parameters,
    amaf: AmafStats,
) -> None:
    """Simulations until the budget, which all threads share, is spent; with RAVE if ``amaf`` is kept."""
    path = np.zeros(trees.MAX_DEPTH, dtype=np.int64)
    movers = np.empty(trees.MAX_DEPTH, dtype=np.int64)
    moves = np.empty(MOST_MOVES, dtype=np.int16)
    scores = np.empty(MOST_MOVES, dtype=np.float64)
    scratch = np.empty(SCRATCH, dtype=np.int64)
    state, spare = np.empty_like(root_state), np.empty_like(root_state)
    rave, game = amaf.visits.size > 0, 0
    last_played = np.zeros((2, MOST_MOVES), dtype=np.int64)
    margin_weight = parameters.margin_weight
    while add_shared(budget, 0, -1) > 0:
        copy_state(root_state, state)
        length, score = np.int64(1), _OPEN
        while True:
            length = descend(layout, tree, state, path, movers, length, parameters.puct, amaf)
            node = path[length - 1]
            word = read_shared(tree.children, node)
            if tree.proven[node] != trees.UNKNOWN or word == trees.EXPANDING:
                break
            width = 4 * trees.child_count(word)
            if word == trees.LEAF:
                if node > 0:
                    score = _exact_score(layout, state, groups, scratch, spare)
                    if score != _OPEN:
                        tree.proven[node] = trees.DRAWN - (1 if score > 0 else -1 if score < 0 else 0)
                        break
                enough = parameters.visits_to_expand if state[PENDING] == np.uint64(0) else 1.0
                if node > 0 and tree.visits[node] <= enough:
                    break
                width = np.int64(parameters.width) if node > 0 else np.int64(MOST_MOVES)
            elif trees.is_fully_expanded(word):
                break
            if not expand_node(layout, tree, node, state, groups, moves, scores, width, parameters):
                break
            if rave:
                keep_amaf(tree, amaf, node, word)
        proven = tree.proven[node]
        if proven != trees.UNKNOWN:
            won = trees.exact_value(proven)
            lead = (
                score / 2.0 if score != _OPEN else tree.margins[node] / (16.0 * max(1, tree.visits[node] - 1))
            )
        else:
            game += 1
            won, leads = playout(layout, state, random, scratch, last_played, game)
            lead = float(leads)
        value = (1.0 - margin_weight) * won + margin_weight * min(1.0, max(-1.0, lead / 4.0))
        if rave and proven == trees.UNKNOWN:
            credit(tree, amaf, path, movers, length, value, last_played, game)
        trees.backpropagate(tree, path, movers, length, value, lead)


@inlined
def _exact_score(
    layout: Layout, state: Words, groups: Groups, scratch: NDArray[np.int64], spare: Words
) -> Whole:
    """The score where the game is over or one megalith is left, which is not answered, else _OPEN."""
    if is_over(layout, state):
        return final_score(layout, state, scratch)
    if state[STOCK] == np.uint64(1) and state[PENDING] == np.uint64(0) and layout.shape[FINAL_TILT] == 0:
        return last_score(layout, state, groups, scratch, spare)
    return _OPEN
