"""Boards and pieces of Caminos as tables over one canvas that holds every built-in board.

A board lies in the canvas's south-western corner. An orientation is one way to turn one shape in space; an
action is an anchor (the south-western corner of the rectangle around the piece) and an orientation:
``anchor * ORIENTATIONS + orientation``. Together with the heights it names one placement.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stonefield.games.caminos.board import BOARDS, Board
from stonefield.games.caminos.pieces import HIGHEST, Cube, PieceSet

Table = NDArray[Any]

_BOARDS = tuple(Board.read(name) for name in BOARDS)
_PIECES = PieceSet.read("classic")

RANKS = max(board.ranks for board in _BOARDS)
FILES = max(board.files for board in _BOARDS)
SQUARES = RANKS * FILES
SUPPLY = np.array(_PIECES.counts, np.int8)
"""What each colour begins with, by shape."""
SHAPES = len(SUPPLY)
NEUTRAL_SHAPE = SHAPES
"""The number of the neutral piece's shape, after all others."""

_TURNINGS: list[tuple[int, frozenset[Cube]]] = [
    (number, turning) for number, shape in enumerate(_PIECES.all_shapes) for turning in shape.turnings
]
ORIENTATIONS = len(_TURNINGS)
ACTIONS = SQUARES * ORIENTATIONS
LETTERS = tuple(shape.letter for shape in _PIECES.all_shapes)
SHAPE_OF = np.array([shape for shape, _ in _TURNINGS])
"""int[ORIENTATIONS]: the shape that each orientation turns."""
SYMMETRIES = 8
"""The turns and mirrorings of a square; every built-in board and shape has them all."""


def _piece_tables() -> tuple[Table, Table]:
    """Cubes, and level of the lowest cube (-1: none), at each place of a window of three by three."""
    cubes = np.zeros((ORIENTATIONS, HIGHEST, HIGHEST), np.int8)
    bases = np.full((ORIENTATIONS, HIGHEST, HIGHEST), -1, np.int8)
    for number, (_, turning) in enumerate(_TURNINGS):
        for file, rank, level in sorted(turning, key=lambda cube: -cube[2]):
            cubes[number, rank, file] += 1
            bases[number, rank, file] = level
    return cubes, bases


CUBES, BASES = _piece_tables()
"""int8[ORIENTATIONS, 3, 3] by rank and file."""
COLUMNS = (CUBES > 0).sum(axis=(1, 2))
"""int[ORIENTATIONS]: how many columns a piece stands on."""
FITTING = np.stack([level == BASES for level in range(HIGHEST)], axis=-1).transpose(1, 2, 3, 0)
"""bool[3, 3, 3, ORIENTATIONS]: finds where columns have the heights that an orientation rests on."""


def _on_canvas(board: Board, square: int) -> int:
    rank, file = divmod(square, board.files)
    return rank * FILES + file


def _board_tables() -> tuple[Table, Table]:
    on_board = np.zeros((len(_BOARDS), SQUARES), bool)
    sides = np.zeros((len(_BOARDS), SQUARES), np.int16)
    for number, board in enumerate(_BOARDS):
        for square in board.squares:
            on_board[number, _on_canvas(board, square)] = True
            sides[number, _on_canvas(board, square)] = board.side_masks[square]
    return on_board, sides


ON_BOARD, SIDES = _board_tables()
"""bool and int16[boards, SQUARES]: which squares there are, and the sides each belongs to as bits."""
MOST_SIDES = max(len(board.sides) for board in _BOARDS)
EIGHT_SIDES = np.array([len(board.sides) == 8 for board in _BOARDS])


def _link_tables() -> Table:
    """bool[boards, 2, sides, sides]: the pairs a path may join, those exactly opposite each other last."""
    links = np.zeros((len(_BOARDS), 2, MOST_SIDES, MOST_SIDES), bool)
    for number, board in enumerate(_BOARDS):
        for one, other, opposite in board.links:
            links[number, int(opposite), one, other] = True
    return links


LINKS = _link_tables()
JOINING = np.array(
    [[board.joining[mask % (1 << len(board.sides))] for mask in range(1 << MOST_SIDES)] for board in _BOARDS]
)
"""bool[boards, sets of sides]: whether touching all of them makes a winning path."""


def _turn(symmetry: int, file: Any, rank: Any, side: int) -> tuple[Any, Any]:
    """Where a symmetry of a board with that side takes a square; the first is the identity."""
    if symmetry & 1:
        file = side - 1 - file
    if symmetry & 2:
        rank = side - 1 - rank
    return (rank, file) if symmetry & 4 else (file, rank)


def _turned_squares() -> Table:
    source = np.tile(np.arange(SQUARES), (len(_BOARDS), SYMMETRIES, 1))
    for number, board in enumerate(_BOARDS):
        rank, file = np.divmod(np.arange(board.files * board.ranks), board.files)
        for symmetry in range(SYMMETRIES):
            new_file, new_rank = _turn(symmetry, file, rank, board.files)
            source[number, symmetry, new_rank * FILES + new_file] = rank * FILES + file
    return source


def _turned_actions() -> Table:
    orientation = {turning: number for number, turning in enumerate(_TURNINGS)}
    source = np.tile(np.arange(ACTIONS), (len(_BOARDS), SYMMETRIES, 1))
    for board_number, board in enumerate(_BOARDS):
        side = board.files
        rank, file = np.divmod(np.arange(side * side), side)
        for symmetry in range(SYMMETRIES):
            for number, (shape, turning) in enumerate(_TURNINGS):
                places = [(*_turn(symmetry, x, y, side), level) for x, y, level in turning]
                west, south = min(place[0] for place in places), min(place[1] for place in places)
                settled = frozenset((x - west, y - south, level) for x, y, level in places)
                first_file, first_rank = _turn(symmetry, 0, 0, side)
                new_file, new_rank = _turn(symmetry, file, rank, side)
                new_file, new_rank = new_file + west - first_file, new_rank + south - first_rank
                there = (new_rank * FILES + new_file) * ORIENTATIONS + orientation[shape, settled]
                here = (rank * FILES + file) * ORIENTATIONS + number
                # An anchor too close to the edge for the piece has no image; its actions are never legal.
                inside = (new_file >= 0) & (new_rank >= 0)
                source[board_number, symmetry, there[inside]] = here[inside]
    return source


SQUARE_SOURCES = _turned_squares()
"""int[boards, SYMMETRIES, SQUARES]: from which square each is taken when the board is turned."""
ACTION_SOURCES = _turned_actions()
"""int[boards, SYMMETRIES, ACTIONS]: the same for actions."""
