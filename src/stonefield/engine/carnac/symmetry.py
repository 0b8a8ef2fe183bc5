"""Symmetry reduction: in a position that is its own mirror image, one of two mirrored moves is enough."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.compiled import Whole, bit_count, compiled, inlined

EAST_WEST, NORTH_SOUTH = 1, 2
"""A mirror is a sum of these; both together are half a turn."""

FEW_SQUARES = np.uint64(8)
"""With more of them covered a position is hardly ever its own image: it is not checked."""


@inlined
def _image_of_square(layout: Layout, square: Whole, mirror: Whole) -> Whole:
    files, ranks = layout.shape[at.FILES], layout.shape[at.RANKS]
    rank, file = square // files, square % files
    if mirror & EAST_WEST:
        file = files - 1 - file
    if mirror & NORTH_SOUTH:
        rank = ranks - 1 - rank
    return rank * files + file


@inlined
def _image_of_move(layout: Layout, move: Whole, mirror: Whole) -> Whole:
    if move < at.ANSWERS:
        return 4 * _image_of_square(layout, move >> 2, mirror) + (move & 3)
    direction = move - at.ANSWERS
    turned = mirror & (EAST_WEST if direction & 1 else NORTH_SOUTH)
    return at.ANSWERS + (direction ^ 2) if turned and move != at.LEAVE else move


@inlined
def _is_own_image(layout: Layout, state: Words, mirror: Whole) -> bool:
    pending = np.int64(state[at.PENDING]) - 1
    if pending >= 0 and _image_of_square(layout, pending, mirror) != pending:
        return False
    for square in range(layout.shape[at.SQUARES]):
        image = _image_of_square(layout, square, mirror)
        for colour in (at.RED_LOW, at.WHITE_LOW):
            here = state[colour + (square >> 6)] >> np.uint64(square & 63)
            there = state[colour + (image >> 6)] >> np.uint64(image & 63)
            if (here ^ there) & np.uint64(1):
                return False
    return True


@compiled
def drop_symmetric_moves(
    layout: Layout, state: Words, moves: NDArray[np.int16], scores: NDArray[np.float64], count: Whole
) -> Whole:
    """Keep one of all moves that are images of each other, with its score; the number of moves kept."""
    covered = bit_count(state[at.RED_LOW] | state[at.WHITE_LOW]) + bit_count(
        state[at.RED_HIGH] | state[at.WHITE_HIGH]
    )
    if covered > FEW_SQUARES:
        return count
    for mirror in range(1, 4):
        if not _is_own_image(layout, state, mirror):
            continue
        kept = 0
        for nth in range(count):
            move = np.int64(moves[nth])
            if _image_of_move(layout, move, mirror) >= move:
                moves[kept], scores[kept] = moves[nth], scores[nth]
                kept += 1
        count = kept
    return count
