"""One simulation after another: selection, expansion, playout and backpropagation, as compiled code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos.arrays import NEUTRAL_DUE, POINTS, SEAT, WIDEST, Layout, State, Words
from stonefield.engine.caminos.distance import Workspace, measure_distances
from stonefield.engine.caminos.heuristics import evaluate, score_moves
from stonefield.engine.caminos.kernel import copy_state, is_over, play
from stonefield.engine.caminos.parameters import Parameters
from stonefield.engine.caminos.paths import path_points, verdict
from stonefield.engine.caminos.playout import playout
from stonefield.engine.caminos.threats import WITHIN_REACH, columns_needed, next_win_in_one
from stonefield.engine.compiled import Real, Whole, add_shared, compiled, inlined, read_shared
from stonefield.engine.selection import select_child
from stonefield.engine.softmax import softmax_by_table
from stonefield.engine.tree import (
    DRAWN,
    FIRST_WINS,
    LEAF,
    MAX_DEPTH,
    SECOND_WINS,
    UNKNOWN,
    Tree,
    add_virtual_loss,
    backpropagate,
    child_count,
    exact_value,
    expand_likeliest,
    is_fully_expanded,
    last_child,
    settle,
)

MOST_CHILDREN = 16_000


@compiled
def expand_node(
    layout: Layout,
    tree: Tree,
    node: Whole,
    state: State,
    workspace: Workspace,
    count: Whole,
    width: Whole,
    parameters: Parameters,
) -> bool:
    """Give a node its likeliest children by the heuristics, at most ``width``; distances must be measured."""
    score_moves(layout, state, workspace, count, parameters)
    softmax_by_table(workspace.scores, count)
    return expand_likeliest(tree, node, workspace.moves, workspace.scores, count, width)


@compiled
def descend(
    layout: Layout,
    tree: Tree,
    state: State,
    workspace: Workspace,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    parameters: Parameters,
) -> Whole:
    """Select children down from the root, and play their moves on its state; the length of the path.

    Ends where a node is proven, has no children or no open child. Nodes whose children are all tried are
    widened on the way.
    """
    node: Whole = np.int64(0)
    length: Whole = np.int64(1)
    path[0] = 0
    while True:
        mover = np.int64(state[SEAT]) & 1
        movers[length - 1] = mover
        word = read_shared(tree.children, node)
        if tree.proven[node] != UNKNOWN or word < 0 or length == MAX_DEPTH - 1:
            return length
        narrow = not is_fully_expanded(word) and child_count(word) < MOST_CHILDREN
        if narrow and (node == 0 or tree.visits[last_child(word)] > 0):
            most = MOST_CHILDREN if node == 0 else min(MOST_CHILDREN, 4 * child_count(word))
            count = measure_distances(layout, state, workspace)
            expand_node(layout, tree, node, state, workspace, count, most, parameters)
        child = select_child(tree, None, node, mover, parameters.puct)
        if child < 0:
            settle(tree, node, mover)
            return length
        play(layout, state, np.int64(tree.moves[child]), workspace.scratch)
        add_virtual_loss(tree, child, mover)
        node = child
        path[length] = node
        length += 1


@compiled
def simulate(
    layout: Layout,
    tree: Tree,
    root_state: State,
    workspace: Workspace,
    random: Words,
    budget: NDArray[np.int64],
    parameters: Parameters,
) -> None:
    """Simulations until the budget, which all threads share, is spent."""
    path = np.empty(MAX_DEPTH, dtype=np.int64)
    movers = np.empty(MAX_DEPTH, dtype=np.int64)
    state = np.empty_like(root_state)
    spare = np.empty_like(root_state)
    while add_shared(budget, 0, -1) > 0:
        copy_state(root_state, state)
        length = descend(layout, tree, state, workspace, path, movers, parameters)
        node = path[length - 1]
        value, lead = 0.0, 0.0
        if tree.proven[node] != UNKNOWN:
            value = float(exact_value(tree.proven[node]))
        elif read_shared(tree.children, node) == LEAF:
            value, lead = _leaf_value(layout, tree, node, state, spare, workspace, random, parameters)
        else:
            measure_distances(layout, state, workspace)
            value = evaluate(layout, state, workspace, parameters)
        backpropagate(tree, path, movers, length, value, lead)


@compiled
def _leaf_value(
    layout: Layout,
    tree: Tree,
    node: Whole,
    state: State,
    spare: State,
    workspace: Workspace,
    random: Words,
    parameters: Parameters,
) -> tuple[Real, Real]:
    """The value and the lead of a leaf for the team that began; it is proven by a win in one, or expanded.

    In a game for points the value is the share of points, and the lead tells who wins. The playout uses up
    ``state``.
    """
    points = layout.facts[POINTS] != 0
    if is_over(layout, state):
        won, gain = verdict(layout, state, workspace.scratch)
        if points:
            return _share(gain, parameters), float(won)
        tree.proven[node] = DRAWN - won
        return float(won), float(gain)
    mover = np.int64(state[SEAT]) & 1
    count = measure_distances(layout, state, workspace)
    if workspace.nearest[mover] <= WITHIN_REACH and state[NEUTRAL_DUE] == 0 and node > 0:
        columns_needed(layout, state, mover, layout.facts[WIDEST], workspace)
        winner = next_win_in_one(layout, state, workspace, np.int64(0), count, spare)
        if winner >= 0:
            sign = 1.0 - 2.0 * mover
            if points:
                gain = _most_points(layout, state, spare, workspace, winner, count)
                return sign * _share(gain, parameters), sign
            tree.proven[node] = SECOND_WINS if mover else FIRST_WINS
            return sign, 0.0
    value = evaluate(layout, state, workspace, parameters)
    lead = value if points else 0.5 * (workspace.nearest[1] - workspace.nearest[0])
    width = MOST_CHILDREN if node == 0 else parameters.width
    expand_node(layout, tree, node, state, workspace, count, width, parameters)
    playout(layout, state, random, workspace.scratch)
    won, gain = verdict(layout, state, workspace.scratch)
    result = _share(gain, parameters) if points else float(won)
    return value + parameters.playout_weight * (result - value), lead


@inlined
def _share(points: Whole, parameters: Parameters) -> Real:
    """A lead in points as a value from -1 to 1."""
    return min(1.0, max(-1.0, points / parameters.full_points))


@compiled
def _most_points(
    layout: Layout, state: State, after: State, workspace: Workspace, winner: Whole, count: Whole
) -> Whole:
    """What the best win in one scores; ``winner`` is the first of them, and ``after`` the state behind it."""
    mover = np.int64(state[SEAT]) & 1
    most = np.int64(0)
    while winner >= 0:
        most = max(most, np.int64(path_points(layout, after, mover, workspace.scratch)))
        winner = next_win_in_one(layout, state, workspace, winner + 1, count, after)
    return most
