"""What is proven of positions, by Zobrist key: a bound below and a bound above of each score.

Two entries share a bucket: the one nearer the root of the search stays, the other is always replaced. Threads
may share a table: a key is kept exclusive-or its entry (Hyatt & Mann 2002), so a pair torn by two writers
reads as nothing.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.carnac.scoring import MOST
from stonefield.engine.compiled import Whole, Word, compiled, inlined
from stonefield.games.carnac import Board

ENTRY_BYTES = 16
SMALL_BOARD = 25
"""Up to this many squares, mirror images meet often enough to look for them."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)


class TranspositionTable(NamedTuple):
    """What is proven of positions in which a megalith is to be placed, for the side that places it."""

    keys: Words
    entries: NDArray[np.int64]
    """lower bound + MOST, upper bound + MOST << 8, stock << 16, best placement + 1 << 24"""


def make_table(megabytes: float) -> TranspositionTable:
    """An empty table of at most that size."""
    entries = 1 << max(10, int(megabytes * (1 << 20) / ENTRY_BYTES).bit_length() - 1)
    return TranspositionTable(np.zeros(entries, dtype=np.uint64), np.zeros(entries, dtype=np.int64))


@cache
def zobrist_words(board: Board) -> Words:
    """The random words of Zobrist keys: [symmetry, 2 * square + is it the mover's].

    On large boards for the identity only.
    """
    rng = np.random.Generator(np.random.PCG64(board.size))
    words = rng.integers(1, 1 << 63, size=(2 * board.size), dtype=np.uint64)
    squares = np.arange(board.size).reshape(board.ranks, board.files)
    views = [squares]
    if board.size <= SMALL_BOARD:
        views += [squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
        if board.files == board.ranks:
            views += [view.T for view in views]
    return np.array(
        [[words[2 * place + mine] for place in view.ravel() for mine in (0, 1)] for view in views]
    )


@compiled
def zobrist_key(layout: Layout, state: Words, zobrist_words: Words) -> Word:
    """The Zobrist key of a state, one for its images under the symmetries given and exchanged colours."""
    flip = state[at.TURN] * np.uint64(2)
    own_low, own_high = state[np.uint64(at.RED_LOW) + flip], state[np.uint64(at.RED_HIGH) + flip]
    low, high = state[at.RED_LOW] | state[at.WHITE_LOW], state[at.RED_HIGH] | state[at.WHITE_HIGH]
    least = ~_ZERO
    for view in range(zobrist_words.shape[0]):
        key = state[at.STOCK] * np.uint64(0x9E3779B97F4A7C15)
        for square in range(layout.shape[at.SQUARES]):
            shift = np.uint64(square & 63)
            if (low if square < 64 else high) >> shift & _ONE:
                mine = (own_low if square < 64 else own_high) >> shift & _ONE
                key ^= zobrist_words[view, np.uint64(2 * square) + mine]
        least = min(least, key)
    return least | _ONE


@inlined
def _slot(table: TranspositionTable, key: Word) -> Whole:
    return np.int64(key >> _ONE & np.uint64(table.keys.size - 2))


@inlined
def look_up(table: TranspositionTable, key: Word) -> tuple[Whole, Whole, Whole]:
    """The bounds below and above, and the best placement or -1."""
    slot = _slot(table, key)
    for nth in range(slot, slot + 2):
        entry = table.entries[nth]
        if table.keys[nth] ^ np.uint64(entry) == key:
            return (entry & 255) - MOST, (entry >> 8 & 255) - MOST, (entry >> 24) - 1
    return -MOST, MOST, -1


@inlined
def keep(
    table: TranspositionTable, key: Word, low: Whole, high: Whole, stock: Whole, best_move: Whole
) -> None:
    """Write what is proven of a position."""
    slot = _slot(table, key)
    first = table.entries[slot]
    if table.keys[slot] ^ np.uint64(first) != key and first >> 16 & 255 > stock:
        slot += 1
    entry = low + MOST | high + MOST << 8 | stock << 16 | best_move + 1 << 24
    table.entries[slot] = entry
    table.keys[slot] = key ^ np.uint64(entry)
