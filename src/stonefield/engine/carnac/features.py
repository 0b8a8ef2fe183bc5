"""What a placement or an answer is worth at a glance: how it changes the groups of both colours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.kernel import (
    ANSWERS,
    FACES,
    FINAL_TILT,
    LEAVE,
    PENDING,
    RED_HIGH,
    RED_LOW,
    SQUARES,
    STOCK,
    TURN,
    WHITE_HIGH,
    WHITE_LOW,
    Geometry,
    Words,
    possible_falls,
)
from stonefield.engine.compiled import Real, Whole, compiled, inlined

EMPTY, OUTSIDE = 2, 3
Floats = NDArray[np.float64]


class Survey(NamedTuple):
    """The groups on a board, square by square; one more entry stands for all that lies outside."""

    colours: NDArray[np.int64]
    """0 red, 1 white, EMPTY, OUTSIDE"""
    groups: NDArray[np.int64]
    """One square of the group, the same for all its squares"""
    sizes: NDArray[np.int64]
    """By that square"""


def blank_survey() -> Survey:
    """Room for a survey of any board."""
    return Survey(np.zeros(128, np.int64), np.zeros(128, np.int64), np.zeros(128, np.int64))


@compiled
def look_around(geometry: Geometry, state: Words, survey: Survey) -> None:
    """Survey a position; a megalith that waits for its answer is not there yet."""
    squares = geometry.shape[SQUARES]
    colours, groups, sizes = survey.colours, survey.groups, survey.sizes
    files = geometry.shape[0]
    pending = np.int64(state[PENDING]) - 1
    one = np.uint64(1)
    for square in range(squares):
        shift = np.uint64(square & 63)
        if square < 64:
            red, white = state[RED_LOW] >> shift & one, state[WHITE_LOW] >> shift & one
        else:
            red, white = state[RED_HIGH] >> shift & one, state[WHITE_HIGH] >> shift & one
        colour = EMPTY
        if square != pending:
            if red:
                colour = 0
            elif white:
                colour = 1
        colours[square] = colour
        if colour == EMPTY:
            continue
        groups[square] = square
        sizes[square] = 1
        if square >= files and colours[square - files] == colour:
            root = _root(groups, square - files)
            groups[square] = root
            sizes[root] += 1
        if square % files and colours[square - 1] == colour:
            west, mine = _root(groups, square - 1), _root(groups, square)
            if west != mine:
                groups[mine] = west
                sizes[west] += sizes[mine]
    for square in range(squares):
        if colours[square] < EMPTY:
            groups[square] = _root(groups, square)
    colours[squares] = OUTSIDE


@inlined
def _root(groups: NDArray[np.int64], square: Whole) -> Whole:
    while groups[square] != square:
        groups[square] = groups[groups[square]]
        square = groups[square]
    return square


WORTH = np.array([0.0, 0.15, 0.4] + [1.0 + 0.03 * k for k in range(130)])
BLOCK = np.array([0.0, 0.05, 0.1] + [0.0] * 130)


@inlined
def _gain(geometry: Geometry, survey: Survey, one: Whole, two: Whole, colour: Whole) -> Real:
    """What a colour gains when it comes up on one square, or on two (``two`` < 0: only one)."""
    colours, groups, sizes = survey.colours, survey.groups, survey.sizes
    total = 1 if two < 0 else 2
    gain = 0.0
    a = b = c = d = e = -1
    for half in range(2):
        square = one if half == 0 else two
        if square < 0:
            break
        for direction in range(4):
            near = geometry.neighbours[square, direction]
            seen = colours[near]
            if seen >= EMPTY:
                continue
            group = groups[near]
            size = sizes[group]
            if seen != colour:
                gain += BLOCK[size]
                continue
            if group in (a, b, c, d, e):
                continue
            a, b, c, d, e = group, a, b, c, d
            gain -= WORTH[size]
            total += size
    return gain + WORTH[total]


@compiled
def judge(
    geometry: Geometry,
    state: Words,
    survey: Survey,
    moves: NDArray[np.int16],
    scores: Floats,
    tempo: float,
) -> int:
    """Write the moves worth telling apart and what each is worth to whoever decides; their number."""
    look_around(geometry, state, survey)
    mover = np.int64(state[TURN])
    low = state[RED_LOW] | state[WHITE_LOW]
    high = state[RED_HIGH] | state[WHITE_HIGH] | np.uint64(1) << np.uint64(63)
    if state[PENDING] != np.uint64(0):
        square = np.int64(state[PENDING]) - 1
        faces = np.int64(state[FACES])
        found = possible_falls(geometry, low, high, square)
        count = 0
        for direction in range(4):
            if found >> direction & 1:
                moves[count] = ANSWERS + direction
                scores[count] = _fall_gain(geometry, survey, square, direction, faces, mover)
                count += 1
        moves[count] = LEAVE
        gain = _gain(geometry, survey, square, -1, faces & 1)
        scores[count] = (gain if faces & 1 == mover else -gain) + tempo
        return count + 1
    count = 0
    answered = state[STOCK] > np.uint64(1) or geometry.shape[FINAL_TILT] == 1
    for place in range(geometry.shape[SQUARES]):
        if survey.colours[place] != EMPTY:
            continue
        falls = possible_falls(geometry, low, high, place) if answered else 0
        for axis in range(2):
            if axis == 1 and falls == 0:
                break
            worst: Real = 1e9
            for direction in range(4):
                if falls >> direction & 1:
                    worst = min(worst, _fall_gain(geometry, survey, place, direction, 2 * axis, mover))
            for top in range(2):
                gain = _gain(geometry, survey, place, -1, top)
                stands = gain if top == mover else -gain
                moves[count] = 4 * place + top + 2 * axis
                scores[count] = min(worst, stands - tempo) if falls else stands
                count += 1
    return count


@inlined
def _fall_gain(
    geometry: Geometry, survey: Survey, square: Whole, direction: Whole, faces: Whole, mover: Whole
) -> Real:
    near = geometry.neighbours[square, direction]
    far = geometry.neighbours[near, direction]
    shown = (faces >> 1) ^ (1 - (direction & 1))
    gain = _gain(geometry, survey, near, far, shown)
    return gain if shown == mover else -gain
