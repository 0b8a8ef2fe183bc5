"""The rules of Carnac compiled: what is legal, what a move does, and when it is over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.compiled import Whole, Word, allocating, compiled, inlined

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_HALF = np.uint64(32)


@inlined
def possible_falls(layout: Layout, low: Word, high: Word, square: Whole) -> int:
    """Where a megalith can fall among occupied squares, a bit a direction; the 128th of these must be set."""
    falls = layout.falls
    place = 4 * square
    found = 0
    for direction in range(4):
        if (falls[place + direction, 0] & low) | (falls[place + direction, 1] & high) == _ZERO:
            found |= 1 << direction
    return found


@inlined
def copy_state(source: Words, target: Words) -> None:
    """Overwrite one state by another."""
    for word in range(at.STATE_WORDS):
        target[word] = source[word]


@inlined
def is_over(layout: Layout, state: Words) -> bool:
    """Whether the game has ended."""
    if state[at.PENDING] != _ZERO:
        return False
    return bool(
        state[at.STOCK] == _ZERO
        or (
            state[at.RED_LOW] | state[at.WHITE_LOW] == layout.masks[0]
            and state[at.RED_HIGH] | state[at.WHITE_HIGH] == layout.masks[1]
        )
    )


@compiled
def legal_moves(layout: Layout, state: Words, moves: NDArray[np.int16]) -> int:
    """Write every legal move into ``moves`` (room for MOST_MOVES) in the rules' order; their number."""
    if is_over(layout, state):
        return 0
    low = state[at.RED_LOW] | state[at.WHITE_LOW]
    high = state[at.RED_HIGH] | state[at.WHITE_HIGH]
    count = 0
    if state[at.PENDING] != _ZERO:
        found = possible_falls(layout, low, high | _ONE << np.uint64(63), np.int64(state[at.PENDING]) - 1)
        for direction in range(4):
            if found >> direction & 1:
                moves[count] = at.ANSWERS + direction
                count += 1
        moves[count] = at.LEAVE
        return count + 1
    for square in range(layout.shape[at.SQUARES]):
        word = low if square < 64 else high
        if word >> np.uint64(square & 63) & _ONE == _ZERO:
            for faces in range(4):
                moves[count] = 4 * square + faces
                count += 1
    return count


@compiled
def play(layout: Layout, state: Words, move: Whole) -> None:
    """Change ``state`` by a legal move."""
    if move < at.ANSWERS:
        square = move >> 2
        word = at.RED_LOW + 2 * (move & 1) + (square >> 6)
        state[word] |= _ONE << np.uint64(square & 63)
        state[at.STOCK] -= _ONE
        state[at.TURN] ^= _ONE
        if state[at.STOCK] != _ZERO or layout.shape[at.FINAL_TILT]:
            low = state[at.RED_LOW] | state[at.WHITE_LOW]
            high = state[at.RED_HIGH] | state[at.WHITE_HIGH] | _ONE << np.uint64(63)
            if possible_falls(layout, low, high, square):
                state[at.PENDING] = np.uint64(square + 1)
                state[at.FACES] = np.uint64(move & 3)
        return
    square = np.int64(state[at.PENDING]) - 1
    faces = np.int64(state[at.FACES])
    state[at.PENDING] = _ZERO
    state[at.FACES] = _ZERO
    if move == at.LEAVE:
        state[at.TURN] ^= _ONE
        return
    direction = move - at.ANSWERS
    state[at.RED_LOW + 2 * (faces & 1) + (square >> 6)] ^= _ONE << np.uint64(square & 63)
    shown = faces >> 1 if direction & 1 else 1 - (faces >> 1)
    state[at.RED_LOW + 2 * shown] |= layout.falls[4 * square + direction, 0]
    state[at.RED_HIGH + 2 * shown] |= layout.falls[4 * square + direction, 1]


@compiled
def state_key(state: Words) -> Word:
    """A hash of everything in a state that the rest of the game depends on, for the evaluation cache.

    The numbers are spread over the word first, or a red megalith on one of the squares whose bits they share
    could make up for a smaller stock.
    """
    key = (
        state[at.STOCK]
        | state[at.TURN] << np.uint64(8)
        | state[at.PENDING] << np.uint64(16)
        | state[at.FACES] << np.uint64(24)
    ) * np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(31)
    for word in range(at.RED_LOW, at.WHITE_HIGH + 1):
        key = (key ^ state[word]) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> _HALF
        key *= np.uint64(0xD6E8FEB86659FD93)
        key ^= key >> np.uint64(29)
    return key


@allocating
def perft(layout: Layout, state: Words, plies: int) -> int:
    """The number of ways to play on for this many plies (fewer where the game ends sooner)."""
    if plies == 0:
        return 1
    moves = np.empty(at.MOST_MOVES, dtype=np.int16)
    count = legal_moves(layout, state, moves)
    if count == 0 or plies == 1:
        return max(count, 1)
    leaves = 0
    for nth in range(count):
        after = state.copy()
        play(layout, after, np.int64(moves[nth]))
        leaves += perft(layout, after, plies - 1)
    return leaves
