"""What is exactly known of the root of a tree before its search: wins and losses in one move, wins in two."""

from __future__ import annotations

import numpy as np

from stonefield.engine import tree as trees
from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, StateBytes
from stonefield.engine.caminos.distance import Workspace, measure_distances
from stonefield.engine.caminos.ends import wins_in_one
from stonefield.engine.caminos.forcing import LIMIT, NODES, Search, begin_search, win_within_two
from stonefield.engine.caminos.heuristics import evaluate
from stonefield.engine.caminos.kernel import placements, play
from stonefield.engine.caminos.parameters import Parameters
from stonefield.engine.caminos.simulate import MOST_CHILDREN
from stonefield.engine.caminos.threats import mark_losing
from stonefield.engine.compiled import Real, Whole, portable
from stonefield.engine.softmax import softmax
from stonefield.engine.tree import Tree, expand

AT_ONCE = 64
"""As many moves are examined between two looks at ``stop``."""
FORCING_NODES = 1_000
"""This many are looked at for a win in two: nearly always all, in 10 ms, and in 50 ms at most."""
EVENNESS = 8.0
"""How much likelier an even opening is tried than an uneven one."""


@portable
def open_evenly(
    layout: Layout, tree: Tree, state: StateBytes, workspace: Workspace, parameters: Parameters
) -> None:
    """Give a bare root its children, those first that seem to leave both sides equal chances."""
    moves = np.zeros_like(workspace.moves)
    count = np.int64(placements(layout, state, np.int64(state[at.SEAT]), moves, workspace.scratch))
    uneven = np.empty(count)
    for nth in range(count):
        after = state.copy()
        play(layout, after, np.int64(moves[nth]), workspace.scratch)
        measure_distances(layout, after, workspace)
        uneven[nth] = abs(evaluate(layout, after, workspace, parameters))
    order = np.argsort(uneven, kind="mergesort")[:MOST_CHILDREN]
    priors = -EVENNESS * uneven[order]
    children = np.int64(order.size)
    softmax(priors, children)
    expand(tree, np.int64(0), moves[order], priors, children, children == count)


@portable
def mark_wins(
    layout: Layout, tree: Tree, state: StateBytes, workspace: Workspace, full_points: Real
) -> Whole:
    """Mark the children that win at once, with what they score; their number."""
    if state[at.NEUTRAL_DUE] != 0:
        return np.int64(0)
    wins, points = np.empty_like(workspace.moves), np.empty_like(workspace.moves)
    count = np.int64(wins_in_one(layout, state, state.copy(), workspace, wins, points))
    for nth in range(count):
        value = min(1.0, points[nth] / full_points) if layout.facts[at.POINTS] else 1.0
        _mark_win(tree, state, wins[nth], value)
    return count


@portable
def mark_win_in_two(
    layout: Layout, tree: Tree, state: StateBytes, workspace: Workspace, search: Search
) -> bool:
    """Mark a child that wins with the next move, whatever is answered; whether there is one."""
    begin_search(search, FORCING_NODES)
    move = np.int64(win_within_two(layout, state, workspace, search))
    if move < 0 or search.counters[NODES] > search.counters[LIMIT]:
        return False
    _mark_win(tree, state, move, 1.0)
    return True


@portable
def _mark_win(tree: Tree, state: StateBytes, move: Whole, value: Real) -> None:
    """The mover wins by the child of this move, as much as the value says."""
    mover = np.int64(state[at.SEAT]) & 1
    for child in trees.children_of(tree, 0):
        if tree.moves[child] == move:
            tree.proven[child] = trees.SECOND_WINS if mover else trees.FIRST_WINS
            tree.visits[child] = 1
            tree.values[child] = np.int64((1 - 2 * mover) * value * trees.SCALE)


@portable
def mark_losses(layout: Layout, tree: Tree, state: StateBytes, workspace: Workspace, start: Whole) -> Whole:
    """Mark those of AT_ONCE children, from this one on, that let the opponent win at once.

    Their number, or -1 if there can be none among all children.
    """
    children = trees.children_of(tree, 0)
    first = children.start + start
    moves = tree.moves[first : min(first + AT_ONCE, children.stop)]
    lost = np.zeros(moves.size, dtype=np.uint8)
    if not mark_losing(layout, state, moves, lost, workspace):
        return np.int64(-1)
    mover, count = np.int64(state[at.SEAT]) & 1, np.int64(0)
    for nth in range(moves.size):
        if lost[nth]:
            tree.proven[first + nth] = trees.FIRST_WINS if mover else trees.SECOND_WINS
            count += 1
    return count
