"""Caminos' search with the network: what it sees, how leaves are selected, and how outputs become priors.

Wins in one move are still found exactly at every leaf, so that threats need no evaluation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine import tree as trees
from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, Numbers, StateBytes
from stonefield.engine.caminos.distance import Workspace
from stonefield.engine.caminos.ends import ENDED, find_end, share_of_points
from stonefield.engine.caminos.kernel import copy_state, placements, play
from stonefield.engine.caminos.network import Encoding
from stonefield.engine.compiled import (
    Real,
    Whole,
    Word,
    allocating,
    compiled,
    inlined,
    read_shared,
    replace_shared,
)
from stonefield.engine.network_search import (
    Batch,
    EvaluationCache,
    Reals,
    recall,
    remember,
    undo_virtual_loss,
)
from stonefield.engine.selection import AmafStats, Puct, select_child
from stonefield.engine.softmax import softmax
from stonefield.engine.tree import Tree

WIDTH = 48
"""How many children a node other than the root gets: hundreds are legal, few are worth a look."""
MET_ENOUGH = 4
"""Descents that meet waiting leaves before a batch is evaluated as it is."""


@compiled
def encode_planes(layout: Layout, encoding: Encoding, state: StateBytes, planes: Reals) -> None:
    """Write the input planes of a state into planes[PLANES, squares]."""
    columns, shapes = layout.facts[at.COLUMNS], layout.facts[at.SHAPES]
    me = np.int64(state[at.SEAT]) & 1
    for square in range(layout.facts[at.SQUARES]):
        here = encoding.on_board[square]
        column = np.int64(state[columns + square])
        height = np.int64(at.HEIGHT[column])
        top = np.int64(at.TOP[column]) - 1
        sides = np.int64(layout.squares[5 * square + 4])
        planes[0, square] = here
        my_run, their_run = height, height
        for level in range(3):
            team = (column >> 2 * level & 3) - 1
            planes[1 + level, square] = 1.0 if team == me else 0.0
            planes[4 + level, square] = 1.0 if team == 1 - me else 0.0
            planes[7 + level, square] = 1.0 if height > level else 0.0
            if team >= 0 and team != me:
                my_run = height - level - 1
            if team >= 0 and team != 1 - me:
                their_run = height - level - 1
        planes[10, square] = 1.0 if top == me else 0.0
        planes[11, square] = 1.0 if top == 1 - me else 0.0
        planes[12, square] = my_run / 3.0
        planes[13, square] = their_run / 3.0
        planes[14, square] = 1.0 if sides else 0.0
        planes[15, square] = 1.0 if sides & (sides - 1) else 0.0
        planes[16, square] = here if layout.facts[at.SIDES] == 8 else 0.0
        for shape in range(shapes):
            planes[17 + shape, square] = here * state[at.HANDS + me * shapes + shape] / encoding.supply[shape]
            theirs = state[at.HANDS + (1 - me) * shapes + shape]
            planes[17 + shapes + shape, square] = here * theirs / encoding.supply[shape]
        planes[25, square] = here if state[at.NEUTRAL_DUE] else 0.0
        planes[26, square] = here if state[at.OUT] >> (1 - me) & 1 else 0.0
        points = here * layout.facts[at.POINTS]
        planes[27, square] = points
        planes[28, square] = points * state[at.BORDER + me] / 8.0
        planes[29, square] = points * state[at.BORDER + 1 - me] / 8.0


@compiled
def policy(
    layout: Layout, encoding: Encoding, state: StateBytes, evaluation: Reals, workspace: Workspace
) -> Whole:
    """Write the legal placements and their priors into the workspace; their number."""
    count = placements(layout, state, np.int64(state[at.SEAT]), workspace.moves, workspace.scratch)
    for nth in range(count):
        workspace.scores[nth] = evaluation[encoding.actions[workspace.moves[nth]]]
    softmax(workspace.scores, count)
    return count


@compiled
def _state_key(state: StateBytes) -> Word:
    """A hash of the whole state (FNV-1a), never 0."""
    key = np.uint64(0xCBF29CE484222325)
    for place in range(state.size):
        key = (key ^ np.uint64(state[place])) * np.uint64(0x100000001B3)
    # The low bits choose a place in the cache; these mix the high ones into them.
    key ^= key >> np.uint64(29)
    return key | np.uint64(1) << np.uint64(63)


@compiled
def _descend(
    layout: Layout,
    tree: Tree,
    state: StateBytes,
    workspace: Workspace,
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    puct: Puct,
    amaf: AmafStats,
) -> Whole:
    """Select children down from the root, and play their moves on its state; the length of the path."""
    node: Whole = np.int64(0)
    length: Whole = np.int64(1)
    path[0] = 0
    while True:
        mover = np.int64(state[at.SEAT]) & 1
        movers[length - 1] = mover
        word = read_shared(tree.children, node)
        if tree.proven[node] != trees.UNKNOWN or word < 0 or length == trees.MAX_DEPTH - 1:
            return length
        child = select_child(tree, amaf, node, mover, puct)
        if child < 0:
            trees.settle(tree, node, mover)
            return length
        play(layout, state, np.int64(tree.moves[child]), workspace.scratch)
        trees.add_virtual_loss(tree, child, mover)
        node = child
        path[length] = node
        length += 1


@compiled
def _best_proven(tree: Tree, node: Whole, mover: Whole) -> Whole:
    """What the best child of a node is worth for side 0, where all of them are proven."""
    word = read_shared(tree.children, node)
    sign = 1 - 2 * mover
    best = -1
    for child in range(trees.first_child(word), trees.last_child(word) + 1):
        if tree.proven[child] != trees.UNKNOWN:
            best = max(best, sign * trees.exact_value(tree.proven[child]))
    return sign * best


@allocating
def gather_leaves(
    layout: Layout,
    encoding: Encoding,
    tree: Tree,
    root_state: StateBytes,
    workspace: Workspace,
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
    spare = np.empty_like(root_state)
    found: Whole = np.int64(0)
    done, met = 0, 0
    while found < wanted and found + done < most and met < MET_ENOUGH:
        path, movers, state = batch.paths[found], batch.movers[found], batch.states[found]
        copy_state(root_state, state)
        length = _descend(layout, tree, state, workspace, path, movers, puct, amaf)
        batch.lengths[found] = length
        node = path[length - 1]
        if tree.proven[node] == trees.UNKNOWN:
            if read_shared(tree.children, node) >= 0:
                value = float(_best_proven(tree, node, movers[length - 1]))
                trees.backpropagate(tree, path, movers, length, value, 0.0)
                done += 1
                continue
            if not replace_shared(tree.children, node, trees.LEAF, trees.EXPANDING):
                undo_virtual_loss(tree, path, movers, length)
                met += 1
                continue
            count, value, lead = find_end(layout, tree, node, state, spare, workspace, encoding.full_points)
            if count != ENDED:
                if recall(cache, _state_key(state), batch, found):
                    _expand_leaf(layout, encoding, tree, workspace, batch, found)
                    done += 1
                else:
                    lead = 0.5 * (workspace.nearest[1] - workspace.nearest[0])
                    batch.evaluations[found, batch.evaluations.shape[1] - 1] = lead
                    encode_planes(layout, encoding, state, batch.planes[found])
                    found += 1
                continue
            replace_shared(tree.children, node, trees.EXPANDING, trees.LEAF)
            trees.backpropagate(tree, path, movers, length, value, lead)
        else:
            trees.backpropagate(tree, path, movers, length, float(trees.exact_value(tree.proven[node])), 0.0)
        done += 1
    return found, done


@allocating
def expand_leaves(
    layout: Layout,
    encoding: Encoding,
    tree: Tree,
    workspace: Workspace,
    batch: Batch,
    cache: EvaluationCache,
    found: Whole,
) -> None:
    """Expand the first ``found`` leaves by their evaluations and backpropagate their values."""
    for nth in range(found):
        remember(cache, _state_key(batch.states[nth]), batch, nth)
        _expand_leaf(layout, encoding, tree, workspace, batch, nth)


@compiled
def _expand_leaf(
    layout: Layout, encoding: Encoding, tree: Tree, workspace: Workspace, batch: Batch, nth: Whole
) -> None:
    """Give a leaf its likeliest children and backpropagate its value."""
    state, evaluation = batch.states[nth], batch.evaluations[nth]
    count = policy(layout, encoding, state, evaluation, workspace)
    path, movers, length = batch.paths[nth], batch.movers[nth], batch.lengths[nth]
    leaf = path[length - 1]
    replace_shared(tree.children, leaf, trees.EXPANDING, trees.LEAF)
    trees.expand_likeliest(tree, leaf, workspace.moves, workspace.scores, count, WIDTH)
    value, lead = judgement(layout, encoding, evaluation, movers[length - 1])
    trees.backpropagate(tree, path, movers, length, value, lead)


@compiled
def open_root(
    layout: Layout, encoding: Encoding, tree: Tree, state: StateBytes, workspace: Workspace, batch: Batch
) -> None:
    """Give the root all its children by the batch's first evaluation; those it has already stay the first."""
    evaluation, path, movers = batch.evaluations[0], batch.paths[0], batch.movers[0]
    moves, priors = workspace.moves, workspace.scores
    count = policy(layout, encoding, state, evaluation, workspace)
    word = read_shared(tree.children, 0)
    kept = trees.child_count(word) if word >= 0 else 0
    for nth in range(kept):
        place = nth
        while moves[place] != tree.moves[trees.first_child(word) + nth]:
            place += 1
        _move_up(moves, priors, place, nth)
    for nth in range(kept, count):
        place = nth
        while place > kept and priors[place - 1] < priors[nth]:
            place -= 1
        _move_up(moves, priors, nth, place)
    trees.expand(tree, 0, moves, priors, count, True)
    path[0], movers[0] = 0, np.int64(state[at.SEAT]) & 1
    value, lead = judgement(layout, encoding, evaluation, movers[0])
    trees.backpropagate(tree, path, movers, 1, value, lead)


@inlined
def _move_up(moves: Numbers, priors: NDArray[np.float64], source: Whole, target: Whole) -> None:
    """Move one of the moves, with its prior, to an earlier place; those between make room."""
    move, prior = moves[source], priors[source]
    for place in range(source, target, -1):
        moves[place], priors[place] = moves[place - 1], priors[place - 1]
    moves[target], priors[target] = move, prior


@compiled
def judgement(layout: Layout, encoding: Encoding, evaluation: Reals, mover: Whole) -> tuple[Real, Real]:
    """The value and the lead of an evaluation for the team that began, as of a leaf that has ended."""
    sign = 1.0 - 2.0 * mover
    value, lead = np.float64(evaluation[evaluation.size - 2]), np.float64(evaluation[evaluation.size - 1])
    if layout.facts[at.POINTS]:
        return sign * share_of_points(value, encoding.full_points), sign * lead
    return sign * value, lead
