"""Caminos' policy and value network, for two seats on the built-in boards."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine import network
from stonefield.engine.caminos.parameters import full_points_on
from stonefield.engine.network import values_of
from stonefield.engine.network_search import Reals
from stonefield.games.caminos.board import BOARDS
from stonefield.games.caminos.pieces import PieceSet
from stonefield.games.caminos.setup import Setup
from stonefield.games.caminos.sites import Site, sites_of

PLANES = 30
"""The network's input planes, by the team that decides, as in ``stonefield.selfplay.caminos.planes``."""
POINTS_PLANE = 27
"""Which of them says that the game is played for points."""
UNIT = 8.0
"""As many points the network counts as one."""
ORIENTATIONS = 54
"""The ways to turn the pieces of the classic set."""


class Encoding(NamedTuple):
    """What the planes and the policy of a board have to do with its squares and sites."""

    on_board: NDArray[np.float32]
    """[square] 1 where there is one"""
    supply: NDArray[np.float64]
    """[shape] what each team begins with"""
    actions: NDArray[np.int32]
    """[site] where the logit of its placement is in an evaluation"""
    full_points: float
    """in a game for points: how many count like a plain win"""


class CaminosNetwork(network.OnnxNetwork):
    """Placements and the outcome."""

    game_name = "caminos"
    score_name = "points"

    def evaluate(self, planes: Reals, files: int, evaluations: Reals) -> None:
        """Evaluate planes[B, PLANES, squares] of one game; evaluations[B, outputs] keep the leads they hold.

        In a game for points the value is the lead in points, and the lead the chances to win.
        """
        placement, outcome, points = self.run(("placement", "outcome", self.score_name), planes, files)
        evaluations[:, :-2] = placement.reshape(len(planes), -1)
        if planes[0, POINTS_PLANE].any():
            evaluations[:, -2] = UNIT * (points[:, 0] - points[:, 1])
            evaluations[:, -1] = values_of(outcome)
        else:
            evaluations[:, -2] = values_of(outcome)


def outputs_for(squares: int) -> int:
    """An evaluation's length: logits of each orientation on each square, value, lead."""
    return ORIENTATIONS * squares + 2


def knows(setup: Setup) -> bool:
    """Whether the network was trained for such games."""
    return setup.players == 2 and str(setup.board) in BOARDS and setup.pieces == PieceSet.read("classic")


@lru_cache(maxsize=16)
def encoding_of(setup: Setup) -> Encoding:
    """The encoding for a game that the network knows."""
    board, pieces = setup.board, setup.pieces
    squares = board.files * board.ranks
    on_board = np.zeros(squares, dtype=np.float32)
    on_board[list(board.squares)] = 1.0
    turnings = [(shape.letter, turning) for shape in pieces.all_shapes for turning in shape.turnings]
    orientation = {turning: number for number, turning in enumerate(turnings)}
    actions = [
        orientation[site.turning.letter, cubes] * squares + corner
        for of_shape in sites_of(board, pieces).of_shape
        for site in of_shape
        for cubes, corner in [_turning(site, board.files)]
    ]
    return Encoding(
        on_board,
        supply=np.array(pieces.counts, dtype=np.float64),
        actions=np.array(actions, dtype=np.int32),
        full_points=full_points_on(board),
    )


def _turning(site: Site, files: int) -> tuple[frozenset[tuple[int, int, int]], int]:
    """A site's cubes as seen from the south-western corner of the rectangle around them, and that corner."""
    ranks, of_files = zip(*(divmod(column, files) for column in site.columns), strict=True)
    south, west = min(ranks), min(of_files)
    cubes = frozenset(
        (file - west, rank - south, base + level)
        for rank, file, base, count in zip(ranks, of_files, site.bases, site.counts, strict=True)
        for level in range(count)
    )
    return cubes, int(south * files + west)
