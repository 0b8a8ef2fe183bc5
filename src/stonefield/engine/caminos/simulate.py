"""One simulation after another: selection, expansion, playout and backpropagation, as compiled code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine import tree as trees
from stonefield.engine.caminos.arrays import POINTS, SEAT, Layout, StateBytes, Words
from stonefield.engine.caminos.distance import Workspace, measure_distances
from stonefield.engine.caminos.ends import ENDED, find_end, share_of_points
from stonefield.engine.caminos.heuristics import evaluate, score_moves
from stonefield.engine.caminos.kernel import copy_state, play
from stonefield.engine.caminos.parameters import Parameters
from stonefield.engine.caminos.paths import verdict
from stonefield.engine.caminos.playout import playout
from stonefield.engine.compiled import Real, Whole, add_shared, allocating, compiled, read_shared
from stonefield.engine.selection import AmafStats, select_child
from stonefield.engine.softmax import softmax_by_table
from stonefield.engine.tree import Tree

MOST_CHILDREN = 16_000


@compiled
def expand_node(
    layout: Layout,
    tree: Tree,
    node: Whole,
    state: StateBytes,
    workspace: Workspace,
    count: Whole,
    width: Whole,
    parameters: Parameters,
) -> bool:
    """Give a node its likeliest children by the heuristics, at most ``width``; distances must be measured."""
    score_moves(layout, state, workspace, count, parameters)
    softmax_by_table(workspace.scores, count)
    return trees.expand_likeliest(tree, node, workspace.moves, workspace.scores, count, width)


@compiled
def descend(
    layout: Layout,
    tree: Tree,
    state: StateBytes,
    workspace: Workspace,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    parameters: Parameters,
    amaf: AmafStats,
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
        if tree.proven[node] != trees.UNKNOWN or word < 0 or length == trees.MAX_DEPTH - 1:
            return length
        narrow = not trees.is_fully_expanded(word) and trees.child_count(word) < MOST_CHILDREN
        if narrow and (node == 0 or tree.visits[trees.last_child(word)] > 0):
            most = MOST_CHILDREN if node == 0 else min(MOST_CHILDREN, 4 * trees.child_count(word))
            count = measure_distances(layout, state, workspace)
            expand_node(layout, tree, node, state, workspace, count, most, parameters)
        child = select_child(tree, amaf, node, mover, parameters.puct)
        if child < 0:
            trees.settle(tree, node, mover)
            return length
        play(layout, state, np.int64(tree.moves[child]), workspace.scratch)
        trees.add_virtual_loss(tree, child, mover)
        node = child
        path[length] = node
        length += 1


@allocating
def simulate(
    layout: Layout,
    tree: Tree,
    root_state: StateBytes,
    workspace: Workspace,
    random: Words,
    budget: NDArray[np.int64],
    parameters: Parameters,
    amaf: AmafStats,
) -> None:
    """Simulations until the budget, which all threads share, is spent."""
    path = np.empty(trees.MAX_DEPTH, dtype=np.int64)
    movers = np.empty(trees.MAX_DEPTH, dtype=np.int64)
    state = np.empty_like(root_state)
    spare = np.empty_like(root_state)
    while add_shared(budget, 0, -1) > 0:
        copy_state(root_state, state)
        length = descend(layout, tree, state, workspace, path, movers, parameters, amaf)
        node = path[length - 1]
        value, lead = 0.0, 0.0
        if tree.proven[node] != trees.UNKNOWN:
            value = float(trees.exact_value(tree.proven[node]))
        elif read_shared(tree.children, node) == trees.LEAF:
            value, lead = _leaf_value(layout, tree, node, state, spare, workspace, random, parameters)
        else:
            measure_distances(layout, state, workspace)
            value = evaluate(layout, state, workspace, parameters)
        trees.backpropagate(tree, path, movers, length, value, lead)


@compiled
def _leaf_value(
    layout: Layout,
    tree: Tree,
    node: Whole,
    state: StateBytes,
    spare: StateBytes,
    workspace: Workspace,
    random: Words,
    parameters: Parameters,
) -> tuple[Real, Real]:
    """The value and the lead of a leaf for the team that began; it has an end, or is expanded.

    In a game for points the value is the share of points, and the lead tells who wins. The playout uses up
    ``state``.
    """
    count, value, lead = find_end(layout, tree, node, state, spare, workspace, parameters.full_points)
    if count == ENDED:
        return value, lead
    points = layout.facts[POINTS] != 0
    value = evaluate(layout, state, workspace, parameters)
    lead = value if points else 0.5 * (workspace.nearest[1] - workspace.nearest[0])
    width = MOST_CHILDREN if node == 0 else parameters.width
    expand_node(layout, tree, node, state, workspace, count, width, parameters)
    playout(layout, state, random, workspace.scratch)
    won, gain = verdict(layout, state, workspace.scratch)
    result = share_of_points(float(gain), parameters.full_points) if points else float(won)
    return value + parameters.playout_weight * (result - value), lead
