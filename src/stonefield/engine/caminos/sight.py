"""What each move builds at once for the team that decides, as someone counts who looks at nothing else."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, StateBytes
from stonefield.engine.caminos.distance import Workspace, measure_distances, workspace_for
from stonefield.engine.caminos.heuristics import score_moves
from stonefield.engine.caminos.kernel import legal_moves
from stonefield.engine.caminos.parameters import Parameters, full_points_on, parameters_for
from stonefield.engine.compiled import compiled
from stonefield.games.caminos import Position

Floats = NDArray[np.float64]


def own_gains(position: Position) -> list[float]:
    """What each legal move builds, in the rules' order; a swap builds nothing."""
    layout, state = at.layout_of(position), at.state_of(position)
    workspace = workspace_for(layout)
    moves, gains = np.zeros_like(workspace.moves), np.zeros(workspace.moves.size)
    count = legal_moves(layout, state, moves, workspace.scratch)
    parameters = parameters_for(balance=False, full_points=full_points_on(position.board))
    gain(layout, state, workspace, parameters, gains)
    return cast("list[float]", gains[np.sort(moves[:count])].tolist())


@compiled
def gain(
    layout: Layout, state: StateBytes, workspace: Workspace, parameters: Parameters, gains: Floats
) -> None:
    """Write, by the number of each legal move, what it builds for the team that decides.

    Those are the cubes that it brings of those that the team's shortest paths lack; what it blocks counts for
    nothing.
    """
    blind = Parameters(
        parameters.puct,
        parameters.build_weight,
        0.0,
        parameters.width,
        parameters.playout_weight,
        parameters.full_points,
        parameters.nearness,
        parameters.value_of,
    )
    count = measure_distances(layout, state, workspace)
    score_moves(layout, state, workspace, count, blind)
    gains[layout.facts[at.SITES]] = 0.0
    for nth in range(count):
        gains[workspace.moves[nth]] = workspace.scores[nth]
