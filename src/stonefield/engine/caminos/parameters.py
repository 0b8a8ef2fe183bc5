"""The numbers that steer a search of Caminos, as named fields and tables that compiled code reads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos.distance import NEVER
from stonefield.engine.selection import Puct
from stonefield.games.caminos.board import Board

FARTHEST = 31
"""Longer distances count as this one in the evaluation."""


NETWORK_PUCT = Puct(exploration=1.4, fpu_reduction=0.35, balance=False)
"""A search with the network."""


class Parameters(NamedTuple):
    """A search with playouts."""

    puct: Puct
    build_weight: float
    """What a half cube that a move saves its own team is worth in the move's score."""
    block_weight: float
    """What a half cube that it costs the other team is worth."""
    width: int
    """Progressive widening: a node gets this many children first, four times as many when all are tried."""
    playout_weight: float
    """How much of a leaf's value is the result of a playout; the rest is the static evaluation."""
    full_points: float
    """In a game for points: how many count like a plain win."""
    nearness: NDArray[np.float64]
    """[half cubes] what a square counts if the shortest path through it is by so much not the shortest"""
    value_of: NDArray[np.float64]
    """[own distance, other's distance] the static evaluation for the team on turn"""


def full_points_on(board: Board) -> float:
    """In a game for points on such a board, how many count like a plain win: twice a typical path."""
    return 32.0 if len(board.sides) == 4 else 56.0


def parameters_for(*, balance: bool, full_points: float, fair_lines: int = 1) -> Parameters:
    """The parameters of a search; ``full_points`` depend on the board."""
    return Parameters(
        puct=Puct(exploration=1.0, fpu_reduction=0.2, balance=balance, fair_lines=fair_lines),
        build_weight=0.5,
        block_weight=0.5,
        width=24,
        playout_weight=0.25,
        full_points=full_points,
        nearness=np.asarray(0.75 ** np.arange(NEVER + 1), dtype=np.float64),
        value_of=_values(),
    )


def _values() -> NDArray[np.float64]:
    """Two logistic curves over the logarithm of the distance, fitted to the ends of 5,000 quick games.

    A team on turn wins more than half of its games when it is nearer than 6.3 half cubes; if it does not, the
    other wins as its own distance says.
    """
    own, other = np.meshgrid(np.arange(FARTHEST + 1.0), np.arange(FARTHEST + 1.0), indexing="ij")
    wins = 1 / (1 + (own / 6.3) ** 4.1)
    loses = 0.77 / (1 + (other / 2.9) ** 2.0)
    return np.asarray(wins - (1 - wins) * loses)
