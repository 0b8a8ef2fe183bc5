"""Heuristics over connection distances: the static evaluation of a position, and scores of its moves."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, StateBytes
from stonefield.engine.caminos.distance import ENTERING, NEVER, Workspace
from stonefield.engine.caminos.parameters import FARTHEST, Parameters
from stonefield.engine.compiled import Real, Whole, compiled


@compiled
def evaluate(layout: Layout, state: StateBytes, workspace: Workspace, parameters: Parameters) -> Real:
    """The static evaluation of a state whose distances are measured: 1.0 a win for the team that began."""
    mover = np.int64(state[at.SEAT]) & 1
    own = min(FARTHEST, workspace.nearest[mover])
    other = min(FARTHEST, workspace.nearest[1 - mover])
    value = parameters.value_of[own, other] * (1.0 - 2.0 * mover)
    if layout.facts[at.POINTS] == 0:
        return value
    border = np.int64(state[at.BORDER + 1]) - np.int64(state[at.BORDER])
    return value + 0.1 * (1.0 - abs(value)) * min(1.0, max(-1.0, border / 2.0))


@compiled
def score_moves(
    layout: Layout, state: StateBytes, workspace: Workspace, count: Whole, parameters: Parameters
) -> None:
    """Score each move in the workspace: how much it builds near shortest paths, and how much it blocks."""
    _value_cubes(layout, state, workspace, parameters)
    for nth in range(count):
        site = workspace.moves[nth]
        score = 0.0
        for place in range(layout.sites[2 * site], layout.sites[2 * site + 2]):
            cell = layout.cells[place]
            square = cell & 0xFFFF
            score += workspace.building[square]
            score += workspace.blocking[4 * square + (cell >> at.COUNT)]
        workspace.scores[nth] = score


@compiled
def _value_cubes(layout: Layout, state: StateBytes, workspace: Workspace, parameters: Parameters) -> None:
    """Write what a cube on each square builds, and what one to three of them block."""
    columns = layout.facts[at.COLUMNS]
    mover = np.int64(state[at.SEAT]) & 1
    neutral = state[at.NEUTRAL_DUE] != 0
    code = 3 if neutral else mover + 1
    other = 1 - mover
    for square in range(layout.facts[at.SQUARES]):
        worth = 0.0
        slack = min(NEVER, workspace.through[mover, square] - workspace.nearest[mover])
        if not neutral and slack >= 0:
            worth = parameters.build_weight * workspace.cost[mover, square] * parameters.nearness[slack]
        workspace.building[square] = worth
        slack = min(NEVER, workspace.through[other, square] - workspace.nearest[other])
        column = np.int64(state[columns + square])
        height = at.HEIGHT[column]
        for cubes in range(1, 4 - height):
            column |= code << 2 * (height + cubes - 1)
            worth = 0.0
            if slack >= 0:
                entering = np.int64(ENTERING[other << 6 | column])
                rise = min(10, entering) - min(10, workspace.cost[other, square])
                worth = parameters.block_weight * rise * parameters.nearness[slack]
            workspace.blocking[4 * square + cubes] = worth
