"""Carnac as arrays: a board's layout, a position as eight words (bitboards), a move as a small integer.

A state is an array of eight uint64 (the indices below): two words of bitboards per colour, and the rest.
A placement is the integer ``4 * square + top + 2 * axis`` (colours red 0, white 1; axis: the colour of the
east and west sides), an answer ``ANSWERS + direction`` (N E S W) or ``LEAVE``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.packing import two_words, words_of
from stonefield.games.carnac import Board, Placement, Position
from stonefield.games.carnac.board import DIRECTIONS

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
RED_LOW, RED_HIGH, WHITE_LOW, WHITE_HIGH, STOCK, TURN, PENDING, FACES = range(8)
STATE_WORDS = 8
ANSWERS = 504
LEAVE = ANSWERS + 4
MOST_MOVES = 504
_ANSWER_TEXTS = f"{DIRECTIONS}-"
FILES, RANKS, SQUARES, FINAL_TILT = range(4)


class Layout(NamedTuple):
    """A board and its rule about the last megalith, as arrays."""

    shape: Numbers
    """files, ranks, squares, final_tilt"""
    masks: Words
    """all squares, all but the west file, all but the east file: two words each"""
    falls: Words
    """[4 * square + direction] the two squares a megalith would lie on, two words; bit 127: no such fall"""
    neighbours: Numbers
    """[square, direction] the square next to it; the number of squares where there is none"""
    slots: Numbers
    """[slot] two squares where a megalith can lie, and the six around them as in ``neighbours``"""
    slot_of: Numbers
    """[4 * square + direction] the slot a megalith falls into, or -1"""


@cache
def layout(board: Board, final_tilt: bool) -> Layout:
    """The arrays of a board."""
    falls = np.zeros((4 * board.size, 2), dtype=np.uint64)
    falls[:, 1] = 1 << 63
    for square, possible in enumerate(board.falls):
        for fall in possible:
            falls[4 * square + fall.direction] = two_words(fall.bits)
    west = sum(1 << rank * board.files for rank in range(board.ranks))
    everything = board.all_squares
    masks = [everything, everything & ~west, everything & ~(west << board.files - 1)]
    return Layout(
        np.array([board.files, board.ranks, board.size, final_tilt], dtype=np.int64),
        np.array([two_words(mask) for mask in masks], dtype=np.uint64).reshape(6),
        falls,
        np.array([_neighbours(board, square) for square in range(board.size)], dtype=np.int64),
        *_slots(board),
    )


def _slots(board: Board) -> tuple[Numbers, Numbers]:
    numbers: dict[frozenset[int], int] = {}
    slots: list[list[int]] = []
    slot_of = np.full(4 * board.size, -1, dtype=np.int64)
    for square, possible in enumerate(board.falls):
        for fall in possible:
            pair = frozenset((fall.near, fall.far))
            if pair not in numbers:
                numbers[pair] = len(slots)
                around = [
                    next_to for end in pair for next_to in _neighbours(board, end) if next_to not in pair
                ]
                slots.append([fall.near, fall.far, *around])
            slot_of[4 * square + fall.direction] = numbers[pair]
    return np.array(slots, dtype=np.int64), slot_of


def _neighbours(board: Board, square: int) -> list[int]:
    rank, file = divmod(square, board.files)
    return [
        (rank + north) * board.files + file + east
        if 0 <= file + east < board.files and 0 <= rank + north < board.ranks
        else board.size
        for east, north in ((0, 1), (1, 0), (0, -1), (-1, 0))
    ]


def layout_of(position: Position) -> Layout:
    """The arrays of the board a position is played on."""
    return layout(position.board, position.setup.final_tilt)


def state_of(position: Position) -> Words:
    """A position as a state."""
    return np.array(words_of(position), dtype=np.uint64)


def move_text(board: Board, move: int) -> str:
    """A move's text."""
    if move >= ANSWERS:
        return _ANSWER_TEXTS[move - ANSWERS]
    return str(Placement(board.name_of(move >> 2), move >> 2, move & 1, move >> 1 & 1))


def move_number(position: Position, text: str) -> int:
    """The integer of a move's text."""
    if text in _ANSWER_TEXTS:
        return ANSWERS + _ANSWER_TEXTS.index(text)
    placement = position.read(text)
    assert isinstance(placement, Placement)
    return 4 * placement.index + placement.top_index + 2 * placement.axis_index
