"""The rules of Carnac compiled: what is legal, what a move does, and when it is over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.arrays import (
    ANSWERS,
    FACES,
    FINAL_TILT,
    LEAVE,
    MOST_MOVES,
    PENDING,
    RED_HIGH,
    RED_LOW,
    SQUARES,
    STATE_WORDS,
    STOCK,
    TURN,
    WHITE_HIGH,
    WHITE_LOW,
    Layout,
    Words,
)
from stonefield.engine.compiled import Whole, Word, allocating, compiled, inlined

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_HALF = np.uint64(32)


@inlined
def possible_falls(layout: Layout, low: Word, high: Word, square: Whole) -> int:
    """Where a megalith can fall among occupied squares, a bit a direction; the 128th of these must be set."""
    falls = layout.falls
    at = 4 * square
    found = 0
    for direction in range(4):
        if (falls[at + direction, 0] & low) | (falls[at + direction, 1] & high) == _ZERO:
            found |= 1 << direction
    return found


@inlined
def copy_state(source: Words, target: Words) -> None:
    """Overwrite one state by another."""
    for word in range(STATE_WORDS):
        target[word] = source[word]


@inlined
def is_over(layout: Layout, state: Words) -> bool:
    """Whether the game has ended."""
    if state[PENDING] != _ZERO:
        return False
    return bool(
        state[STOCK] == _ZERO
        or (
            state[RED_LOW] | state[WHITE_LOW] == layout.masks[0]
            and state[RED_HIGH] | state[WHITE_HIGH] == layout.masks[1]
        )
    )


@compiled
def legal_moves(layout: Layout, state: Words, moves: NDArray[np.int16]) -> int:
    """Write every legal move into ``moves`` (room for MOST_MOVES) in the rules' order; their number."""
    if is_over(layout, state):
        return 0
    low = state[RED_LOW] | state[WHITE_LOW]
    high = state[RED_HIGH] | state[WHITE_HIGH]
    count = 0
    if state[PENDING] != _ZERO:
        found = possible_falls(layout, low, high | _ONE << np.uint64(63), np.int64(state[PENDING]) - 1)
        for direction in range(4):
            if found >> direction & 1:
                moves[count] = ANSWERS + direction
                count += 1
        moves[count] = LEAVE
        return count + 1
    for square in range(layout.shape[SQUARES]):
        word = low if square < 64 else high
        if word >> np.uint64(square & 63) & _ONE == _ZERO:
            for faces in range(4):
                moves[count] = 4 * square + faces
                count += 1
    return count


@compiled
def play(layout: Layout, state: Words, move: Whole) -> None:
    """Change ``state`` by a legal move."""
    if move < ANSWERS:
        square = move >> 2
        word = RED_LOW + 2 * (move & 1) + (square >> 6)
        state[word] |= _ONE << np.uint64(square & 63)
        state[STOCK] -= _ONE
        state[TURN] ^= _ONE
        if state[STOCK] != _ZERO or layout.shape[FINAL_TILT]:
            low = state[RED_LOW] | state[WHITE_LOW]
            high = state[RED_HIGH] | state[WHITE_HIGH] | _ONE << np.uint64(63)
            if possible_falls(layout, low, high, square):
                state[PENDING] = np.uint64(square + 1)
                state[FACES] = np.uint64(move & 3)
        return
    square = np.int64(state[PENDING]) - 1
    faces = np.int64(state[FACES])
    state[PENDING] = _ZERO
    state[FACES] = _ZERO
    if move == LEAVE:
        state[TURN] ^= _ONE
        return
    direction = move - ANSWERS
    state[RED_LOW + 2 * (faces & 1) + (square >> 6)] ^= _ONE << np.uint64(square & 63)
    shown = faces >> 1 if direction & 1 else 1 - (faces >> 1)
    state[RED_LOW + 2 * shown] |= layout.falls[4 * square + direction, 0]
    state[RED_HIGH + 2 * shown] |= layout.falls[4 * square + direction, 1]


@compiled
def state_key(state: Words) -> Word:
    """A hash of everything in a state that the rest of the game depends on, for the evaluation cache.

    The numbers are spread over the word first, or a red megalith on one of the squares whose bits they share
    could make up for a smaller stock.
    """
    key = (
        state[STOCK]
        | state[TURN] << np.uint64(8)
        | state[PENDING] << np.uint64(16)
        | state[FACES] << np.uint64(24)
    ) * np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(31)
    for word in range(RED_LOW, WHITE_HIGH + 1):
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
    moves = np.empty(MOST_MOVES, dtype=np.int16)
    count = legal_moves(layout, state, moves)
    if count == 0 or plies == 1:
        return max(count, 1)
    leaves = 0
    for nth in range(count):
        after = state.copy()
        play(layout, after, np.int64(moves[nth]))
        leaves += perft(layout, after, plies - 1)
    return leaves
