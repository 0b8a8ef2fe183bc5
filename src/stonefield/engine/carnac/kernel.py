"""The rules of Carnac compiled: bitboards of two words a colour, moves as small integers.

A state is an array of eight uint64 (the indices below). A placement is the integer
``4 * square + top + 2 * axis`` (colours red 0, white 1; axis: the colour of the east and west sides),
an answer ``ANSWERS + direction`` (N E S W) or ``LEAVE``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import Whole, Word, bit_count, compiled, inlined
from stonefield.games.carnac import Board, Placement, Position
from stonefield.games.carnac.board import DIRECTIONS
from stonefield.games.carnac.moves import COLOURS

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

RED_LOW, RED_HIGH, WHITE_LOW, WHITE_HIGH, STOCK, TURN, PENDING, FACES = range(8)
STATE_WORDS = 8

ANSWERS = 504
LEAVE = ANSWERS + 4
MOST_MOVES = 504

_ANSWER_TEXTS = f"{DIRECTIONS}-"

FILES, RANKS, SQUARES, FINAL_TILT = range(4)

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_HALF = np.uint64(32)
_WORD = np.uint64(64)

# The k-th direction in a set of directions given by four bits.
_NTH = np.array(
    [[[d for d in range(4) if bits >> d & 1] + [4] * 5][0][:5] for bits in range(16)], dtype=np.int64
)


class Geometry(NamedTuple):
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
def geometry(board: Board, final_tilt: bool) -> Geometry:
    """The arrays of a board."""
    falls = np.zeros((4 * board.size, 2), dtype=np.uint64)
    falls[:, 1] = 1 << 63
    for square, possible in enumerate(board.falls):
        for fall in possible:
            falls[4 * square + fall.direction] = _two_words(fall.bits)
    west = sum(1 << rank * board.files for rank in range(board.ranks))
    everything = board.all_squares
    masks = [everything, everything & ~west, everything & ~(west << board.files - 1)]
    return Geometry(
        np.array([board.files, board.ranks, board.size, final_tilt], dtype=np.int64),
        np.array([_two_words(mask) for mask in masks], dtype=np.uint64).reshape(6),
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


def geometry_of(position: Position) -> Geometry:
    """The arrays of the board a position is played on."""
    return geometry(position.board, position.setup.final_tilt)


def state_of(position: Position) -> Words:
    """A position as a state."""
    sets = [0, 0]
    for square, colour in position.tops.items():
        sets[COLOURS.index(colour)] |= 1 << position.board.square(square)
    pending, faces = 0, 0
    if position.pending is not None:
        pending = position.pending.index + 1
        faces = position.pending.top_index + 2 * position.pending.axis_index
    words = [*_two_words(sets[0]), *_two_words(sets[1])]
    return np.array([*words, position.stock, COLOURS.index(position.turn), pending, faces], dtype=np.uint64)


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


def _two_words(bits: int) -> tuple[int, int]:
    return bits & (1 << 64) - 1, bits >> 64


@inlined
def next_random(random: Words) -> Word:
    """The next of a sequence of 64 random bits (xorshift); ``random`` holds its last one, never zero."""
    bits = random[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    random[0] = bits
    return bits


@inlined
def possible_falls(geometry: Geometry, low: Word, high: Word, square: Whole) -> int:
    """Where a megalith can fall among occupied squares, a bit a direction; the 128th of these must be set."""
    falls = geometry.falls
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
def is_over(geometry: Geometry, state: Words) -> bool:
    """Whether the game has ended."""
    if state[PENDING] != _ZERO:
        return False
    return bool(
        state[STOCK] == _ZERO
        or (
            state[RED_LOW] | state[WHITE_LOW] == geometry.masks[0]
            and state[RED_HIGH] | state[WHITE_HIGH] == geometry.masks[1]
        )
    )


@compiled
def legal_moves(geometry: Geometry, state: Words, moves: NDArray[np.int16]) -> int:
    """Write every legal move into ``moves`` (room for MOST_MOVES) in the rules' order; their number."""
    if is_over(geometry, state):
        return 0
    low = state[RED_LOW] | state[WHITE_LOW]
    high = state[RED_HIGH] | state[WHITE_HIGH]
    count = 0
    if state[PENDING] != _ZERO:
        found = possible_falls(geometry, low, high | _ONE << np.uint64(63), np.int64(state[PENDING]) - 1)
        for direction in range(4):
            if found >> direction & 1:
                moves[count] = ANSWERS + direction
                count += 1
        moves[count] = LEAVE
        return count + 1
    for square in range(geometry.shape[SQUARES]):
        word = low if square < 64 else high
        if word >> np.uint64(square & 63) & _ONE == _ZERO:
            for faces in range(4):
                moves[count] = 4 * square + faces
                count += 1
    return count


@compiled
def play(geometry: Geometry, state: Words, move: Whole) -> None:
    """Change ``state`` by a legal move."""
    if move < ANSWERS:
        square = move >> 2
        word = RED_LOW + 2 * (move & 1) + (square >> 6)
        state[word] |= _ONE << np.uint64(square & 63)
        state[STOCK] -= _ONE
        state[TURN] ^= _ONE
        if state[STOCK] != _ZERO or geometry.shape[FINAL_TILT]:
            low = state[RED_LOW] | state[WHITE_LOW]
            high = state[RED_HIGH] | state[WHITE_HIGH] | _ONE << np.uint64(63)
            if possible_falls(geometry, low, high, square):
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
    state[RED_LOW + 2 * shown] |= geometry.falls[4 * square + direction, 0]
    state[RED_HIGH + 2 * shown] |= geometry.falls[4 * square + direction, 1]


@compiled
def state_key(state: Words) -> Word:
    """A hash of everything in a state that the rest of the game depends on."""
    key = (
        state[STOCK]
        | state[TURN] << np.uint64(8)
        | state[PENDING] << np.uint64(16)
        | state[FACES] << np.uint64(24)
    )
    for word in range(RED_LOW, WHITE_HIGH + 1):
        key = (key ^ state[word]) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> _HALF
        key *= np.uint64(0xD6E8FEB86659FD93)
        key ^= key >> np.uint64(29)
    return key


@inlined
def find_dolmens(geometry: Geometry, low: Word, high: Word, sizes: Numbers, first: Whole) -> int:
    """Write the sizes of the dolmens in a set of squares from ``sizes[first]`` on; their number."""
    masks = geometry.masks
    not_west_low, not_west_high = masks[2], masks[3]
    up = np.uint64(geometry.shape[FILES])
    down = _WORD - up
    top = np.uint64(63)
    # Only a group of three or more has a square with two neighbours of the group, so only those are seeds.
    east_low = low << _ONE & not_west_low & low
    east_high = (high << _ONE | low >> top) & not_west_high & high
    west_low = (low & not_west_low) >> _ONE | (high & not_west_high) << top
    west_high = (high & not_west_high) >> _ONE
    north_low, north_high = low << up, high << up | low >> down
    south_low, south_high = low >> up | high << down, high >> up
    seeds_low = low & (
        (east_low & west_low) | (north_low & south_low) | ((east_low | west_low) & (north_low | south_low))
    )
    seeds_high = high & (
        (east_high & west_high)
        | (north_high & south_high)
        | ((east_high | west_high) & (north_high | south_high))
    )
    count = 0
    while seeds_low | seeds_high != _ZERO:
        group_low = seeds_low & (~seeds_low + _ONE)
        group_high = _ZERO if seeds_low != _ZERO else seeds_high & (~seeds_high + _ONE)
        while True:
            inner_low, inner_high = group_low & not_west_low, group_high & not_west_high
            wide_low = group_low | (group_low << _ONE & not_west_low) | inner_low >> _ONE | inner_high << top
            wide_high = (
                group_high | ((group_high << _ONE | group_low >> top) & not_west_high) | inner_high >> _ONE
            )
            grown_low = (wide_low | group_low << up | group_low >> up | group_high << down) & low
            grown_high = (wide_high | group_high << up | group_low >> down | group_high >> up) & high
            if grown_low == group_low and grown_high == group_high:
                break
            group_low, group_high = grown_low, grown_high
        sizes[first + count] = np.int64(bit_count(group_low) + bit_count(group_high))
        count += 1
        seeds_low &= ~group_low
        seeds_high &= ~group_high
    return count


@inlined
def _descending(sizes: Numbers, first: Whole, count: int) -> None:
    for end in range(first + 1, first + count):
        size = sizes[end]
        at = end
        while at > first and sizes[at - 1] < size:
            sizes[at] = sizes[at - 1]
            at -= 1
        sizes[at] = size


SCRATCH = 96
"""Room for the sizes of all dolmens of both colours: at most 42 each on 126 squares."""


@inlined
def _verdict(
    geometry: Geometry,
    red_low: Word,
    red_high: Word,
    white_low: Word,
    white_high: Word,
    scratch: Numbers,
) -> tuple[int, int]:
    start, half = np.int64(0), np.int64(SCRATCH // 2)
    red = find_dolmens(geometry, red_low, red_high, scratch, start)
    white = find_dolmens(geometry, white_low, white_high, scratch, half)
    if red != white:
        return (1 if red > white else -1), red - white
    _descending(scratch, start, red)
    _descending(scratch, half, white)
    for nth in range(red):
        if scratch[nth] != scratch[half + nth]:
            return (1 if scratch[nth] > scratch[half + nth] else -1), 0
    return 0, 0


@compiled
def verdict(geometry: Geometry, state: Words, scratch: Numbers) -> tuple[int, int]:
    """Who would win if the game ended now (1 red, 0 nobody, -1 white), and red's dolmens less white's.

    ``scratch`` has room for SCRATCH numbers: red's sizes from 0 on, white's from the middle on.
    """
    return _verdict(geometry, state[RED_LOW], state[RED_HIGH], state[WHITE_LOW], state[WHITE_HIGH], scratch)


@compiled
def playout(geometry: Geometry, state: Words, random: Words, scratch: Numbers) -> tuple[int, int]:
    """Play uniformly random moves to the end; the verdict. ``state`` stays as it is.

    Whose turn it is plays no part in a random game, so nobody keeps count of it here.
    """
    red_low, red_high, white_low, white_high = (
        state[RED_LOW],
        state[RED_HIGH],
        state[WHITE_LOW],
        state[WHITE_HIGH],
    )
    full_low, full_high = geometry.masks[0], geometry.masks[1] | _ONE << np.uint64(63)
    squares = np.uint64(geometry.shape[SQUARES])
    stock = np.int64(state[STOCK])
    least = 0 if geometry.shape[FINAL_TILT] else 1
    square: Whole = np.int64(state[PENDING]) - 1
    faces = np.int64(state[FACES])
    low = red_low | white_low
    high = red_high | white_high | _ONE << np.uint64(63)
    bits = next_random(random)
    if square >= 0:
        bit = _ONE << np.uint64(square & 63)
        if square < 64:
            red_low, white_low = red_low & ~bit, white_low & ~bit
        else:
            red_high, white_high = red_high & ~bit, white_high & ~bit
    while True:
        if square < 0:
            if stock == 0 or (low == full_low and high == full_high):
                break
            stock -= 1
            while True:
                bits = next_random(random)
                square = np.int64((bits >> _HALF) * squares >> _HALF)
                word = low if square < 64 else high
                if word >> np.uint64(square & 63) & _ONE == _ZERO:
                    break
            faces = np.int64(bits & np.uint64(3))
        choice = 4
        if stock >= least:
            found = possible_falls(geometry, low, high, square)
            if found:
                several = bit_count(np.uint64(found)) + _ONE
                nth = np.int64(((bits >> np.uint64(8) & np.uint64(0xFFFFFF)) * several) >> np.uint64(24))
                choice = _NTH[found, nth]
        if choice == 4:
            bit = _ONE << np.uint64(square & 63)
            add_low = bit if square < 64 else _ZERO
            add_high = _ZERO if square < 64 else bit
            shown = faces & 1
        else:
            add_low = geometry.falls[4 * square + choice, 0]
            add_high = geometry.falls[4 * square + choice, 1]
            shown = (faces >> 1) ^ (1 - (choice & 1))
        low |= add_low
        high |= add_high
        if shown:
            white_low |= add_low
            white_high |= add_high
        else:
            red_low |= add_low
            red_high |= add_high
        if choice != 4 and square >= 0:
            bit = _ONE << np.uint64(square & 63)
            if square < 64:
                low &= ~bit
            else:
                high &= ~bit
        square = -1
    return _verdict(geometry, red_low, red_high, white_low, white_high, scratch)


@compiled
def playouts(geometry: Geometry, state: Words, random: Words, games: int) -> tuple[int, int]:
    """The sums over many random games of the verdict and of red's lead in dolmens."""
    scratch = np.empty(SCRATCH, dtype=np.int64)
    won, lead = 0, 0
    for _ in range(games):
        verdict, margin = playout(geometry, state, random, scratch)
        won += verdict
        lead += margin
    return won, lead


@compiled
def perft(geometry: Geometry, state: Words, plies: int) -> int:
    """The number of ways to play on for so many plies (fewer where the game ends sooner)."""
    if plies == 0:
        return 1
    moves = np.empty(MOST_MOVES, dtype=np.int16)
    count = legal_moves(geometry, state, moves)
    if count == 0 or plies == 1:
        return max(count, 1)
    leaves = 0
    for nth in range(count):
        after = state.copy()
        play(geometry, after, np.int64(moves[nth]))
        leaves += perft(geometry, after, plies - 1)
    return leaves
