"""Heuristics over connection distances: the static evaluation of a position, and scores of its moves."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos.arrays import (
    BASE,
    BORDER,
    COLUMNS,
    COUNT,
    NEUTRAL_DUE,
    POINTS,
    SEAT,
    Layout,
    State,
)
from stonefield.engine.caminos.distance import ENTERING, NEVER, Workspace
from stonefield.engine.caminos.parameters import FARTHEST, Parameters
from stonefield.engine.compiled import Real, Whole, compiled


@compiled
def evaluate(layout: Layout, state: State, workspace: Workspace, parameters: Parameters) -> Real:
    """The static evaluation of a state whose distances are measured: 1.0 a win for the team that began."""
    mover = np.int64(state[SEAT]) & 1
    own = min(FARTHEST, workspace.nearest[mover])
    other = min(FARTHEST, workspace.nearest[1 - mover])
    value = parameters.value_of[own, other] * (1.0 - 2.0 * mover)
    if layout.facts[POINTS] == 0:
        return value
    border = np.int64(state[BORDER + 1]) - np.int64(state[BORDER])
    return value + 0.1 * (1.0 - abs(value)) * min(1.0, max(-1.0, border / 2.0))


@compiled
def score_moves(
    layout: Layout, state: State, workspace: Workspace, count: Whole, parameters: Parameters
) -> None:
    """Score each move in the workspace: how much it builds near shortest paths, and how much it blocks."""
    columns = layout.facts[COLUMNS]
    mover = np.int64(state[SEAT]) & 1
    neutral = state[NEUTRAL_DUE] != 0
    code = 3 if neutral else mover + 1
    other = 1 - mover
    for nth in range(count):
        site = workspace.moves[nth]
        score = 0.0
        for at in range(layout.sites[2 * site], layout.sites[2 * site + 2]):
            cell = layout.cells[at]
            square = cell & 0xFFFF
            slack = min(NEVER, workspace.through[mover, square] - workspace.nearest[mover])
            if not neutral and slack >= 0:
                score += parameters.build_weight * workspace.cost[mover, square] * parameters.nearness[slack]
            slack = min(NEVER, workspace.through[other, square] - workspace.nearest[other])
            if slack >= 0:
                column = np.int64(state[columns + square])
                level = cell >> BASE & 3
                for _ in range(cell >> COUNT):
                    column |= code << 2 * level
                    level += 1
                rise = min(10, ENTERING[other << 6 | column]) - min(10, workspace.cost[other, square])
                score += parameters.block_weight * rise * parameters.nearness[slack]
        workspace.scores[nth] = score
