"""Leaves that need no judgement: the game is over there, or can be won in one move."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos.arrays import NEUTRAL_DUE, POINTS, SEAT, WIDEST, Layout, Numbers, StateBytes
from stonefield.engine.caminos.distance import Workspace, measure_distances
from stonefield.engine.caminos.kernel import is_over
from stonefield.engine.caminos.paths import path_points, verdict
from stonefield.engine.caminos.threats import WITHIN_REACH, columns_needed, next_win_in_one
from stonefield.engine.compiled import Real, Whole, compiled, inlined
from stonefield.engine.tree import DRAWN, FIRST_WINS, SECOND_WINS, Tree

ENDED = -1


@compiled
def find_end(
    layout: Layout,
    tree: Tree,
    node: Whole,
    state: StateBytes,
    spare: StateBytes,
    workspace: Workspace,
    full_points: Real,
) -> tuple[Whole, Real, Real]:
    """``ENDED`` with the value and the lead of a leaf for the team that began, or the number of its moves.

    A leaf of a plain game is proven then. In a game for points the value is the share of points, and the lead
    tells who wins. Without an end the distances of the leaf are measured. The root itself is opened although
    it can be won in one move.
    """
    points = layout.facts[POINTS] != 0
    if is_over(layout, state):
        won, gain = verdict(layout, state, workspace.scratch)
        if points:
            return ENDED, share_of_points(float(gain), full_points), float(won)
        tree.proven[node] = DRAWN - won
        return ENDED, float(won), 0.0
    mover = np.int64(state[SEAT]) & 1
    count = measure_distances(layout, state, workspace)
    if workspace.nearest[mover] <= WITHIN_REACH and state[NEUTRAL_DUE] == 0 and node > 0:
        columns_needed(layout, state, mover, layout.facts[WIDEST], workspace)
        winner = next_win_in_one(layout, state, workspace, np.int64(0), count, spare)
        if winner >= 0:
            sign = 1.0 - 2.0 * mover
            if points:
                gain = _most_points(layout, state, spare, workspace, winner, count)
                return ENDED, sign * share_of_points(float(gain), full_points), sign
            tree.proven[node] = SECOND_WINS if mover else FIRST_WINS
            return ENDED, sign, 0.0
    return count, 0.0, 0.0


@inlined
def share_of_points(points: Real, full_points: Real) -> Real:
    """A lead in points as a value from -1 to 1."""
    return min(1.0, max(-1.0, points / full_points))


@compiled
def _most_points(
    layout: Layout, state: StateBytes, after: StateBytes, workspace: Workspace, winner: Whole, count: Whole
) -> Whole:
    """What the best win in one scores; ``winner`` is the first of them, and ``after`` the state behind it."""
    mover = np.int64(state[SEAT]) & 1
    most = np.int64(0)
    while winner >= 0:
        most = max(most, np.int64(path_points(layout, after, mover, workspace.scratch)))
        winner = next_win_in_one(layout, state, workspace, winner + 1, count, after)
    return most


@compiled
def wins_in_one(
    layout: Layout, state: StateBytes, after: StateBytes, workspace: Workspace, wins: Numbers, points: Numbers
) -> Whole:
    """Write the moves that win at once and what each of them scores; their number."""
    mover = np.int64(state[SEAT]) & 1
    count = measure_distances(layout, state, workspace)
    columns_needed(layout, state, mover, layout.facts[WIDEST], workspace)
    found = np.int64(0)
    nth = next_win_in_one(layout, state, workspace, np.int64(0), count, after)
    while nth >= 0:
        wins[found] = workspace.moves[nth]
        points[found] = path_points(layout, after, mover, workspace.scratch)
        found += 1
        nth = next_win_in_one(layout, state, workspace, nth + 1, count, after)
    return found
