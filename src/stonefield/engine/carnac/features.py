"""What a placement or an answer is worth at a glance: how it changes the groups of both colours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.ground import (
    ANSWERS,
    FACES,
    FINAL_TILT,
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
    stamps: NDArray[np.int64]
    """By that square: where it was last counted"""
    gains: NDArray[np.float64]
    """[slot, colour] what a megalith lying there gains"""


def blank_survey() -> Survey:
    """Room for a survey of any board."""
    return Survey(
        np.zeros(128, np.int64),
        np.zeros(128, np.int64),
        np.zeros(128, np.int64),
        np.zeros(128, np.int64),
        np.zeros((256, 2)),
    )


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


WORTH = np.array([0.0, 0.166, 0.446, 1.06, 1.09, 1.136, *(1.21 + 0.03 * size for size in range(125))])
"""What a group of a size is worth to its owner, a dolmen being about 1."""
BLOCK = np.array([0.0, 0.05, 0.09, *(-0.015 for size in range(128))])
"""What it is worth to come to lie next to an opponent's group of that size."""
TURN_TO_PLACE = 0.29
"""What it is worth to place the next megalith, in the eyes of whoever places this one."""
TURN_TO_ANSWER = 0.47
"""The same in the eyes of whoever answers."""


@inlined
def clear_stamps(survey: Survey) -> None:
    """Begin a new count of groups."""
    for group in range(survey.stamps.size):
        survey.stamps[group] = -1


@inlined
def _gains(
    survey: Survey, around: NDArray[np.int64], first: Whole, squares: Whole, stamp: Whole
) -> tuple[Real, Real]:
    """What red gains, and what white gains, by coming up on one or two empty squares with these around."""
    red_size, white_size = squares, squares
    red, white = 0.0, 0.0
    for nth in range(first, around.size):
        near = around[nth]
        colour = survey.colours[near]
        if colour >= EMPTY:
            continue
        group = survey.groups[near]
        if survey.stamps[group] == stamp:
            continue
        survey.stamps[group] = stamp
        size = survey.sizes[group]
        if colour == 0:
            red_size += size
            red -= WORTH[size]
            white += BLOCK[size]
        else:
            white_size += size
            white -= WORTH[size]
            red += BLOCK[size]
    return red + WORTH[red_size], white + WORTH[white_size]


@compiled
def judge(
    geometry: Geometry,
    state: Words,
    survey: Survey,
    moves: NDArray[np.int16],
    scores: Floats,
) -> int:
    """Write the moves worth telling apart and what each is worth to whoever decides; their number."""
    look_around(geometry, state, survey)
    pending = np.int64(state[PENDING]) - 1
    if pending >= 0:
        return _judge_answers(geometry, state, survey, moves, scores, pending)
    return _judge_placements(geometry, state, survey, moves, scores)


@inlined
def _judge_answers(
    geometry: Geometry,
    state: Words,
    survey: Survey,
    moves: NDArray[np.int16],
    scores: Floats,
    square: Whole,
) -> int:
    mover, faces = np.int64(state[TURN]), np.int64(state[FACES])
    clear_stamps(survey)
    none, one, two = np.int64(0), np.int64(1), np.int64(2)
    count = 0
    for direction in range(5):
        if direction < 4:
            slot = geometry.slot_of[4 * square + direction]
            if (
                slot < 0
                or survey.colours[geometry.slots[slot, 0]] != EMPTY
                or survey.colours[geometry.slots[slot, 1]] != EMPTY
            ):
                continue
            red, white = _gains(survey, geometry.slots[slot], two, two, direction)
            shown = (faces >> 1) ^ (1 - (direction & 1))
        else:
            red, white = _gains(survey, geometry.neighbours[square], none, one, direction)
            shown = faces & 1
        gain = white if shown else red
        moves[count] = ANSWERS + direction
        scores[count] = gain if shown == mover else -gain
        count += 1
    scores[count - 1] -= TURN_TO_ANSWER
    return count


@inlined
def _judge_placements(
    geometry: Geometry, state: Words, survey: Survey, moves: NDArray[np.int16], scores: Floats
) -> int:
    mover = np.int64(state[TURN])
    sign = 1.0 - 2.0 * mover
    answered = state[STOCK] > np.uint64(1) or geometry.shape[FINAL_TILT] == 1
    clear_stamps(survey)
    none, one, two = np.int64(0), np.int64(1), np.int64(2)
    slots = geometry.slots
    if answered:
        for slot in range(slots.shape[0]):
            if survey.colours[slots[slot, 0]] == EMPTY and survey.colours[slots[slot, 1]] == EMPTY:
                red, white = _gains(survey, slots[slot], two, two, slot)
                survey.gains[slot, 0] = sign * red
                survey.gains[slot, 1] = -sign * white
            else:
                survey.gains[slot, 0] = 1e9
    count = 0
    for square in range(geometry.shape[SQUARES]):
        if survey.colours[square] != EMPTY:
            continue
        red_axis, white_axis = 1e9, 1e9
        if answered:
            for direction in range(4):
                slot = geometry.slot_of[4 * square + direction]
                if slot >= 0 and survey.gains[slot, 0] < 1e8:
                    along = direction & 1
                    red_axis = min(red_axis, survey.gains[slot, 1 - along])
                    white_axis = min(white_axis, survey.gains[slot, along])
        red, white = _gains(survey, geometry.neighbours[square], none, one, 1000 + square)
        for top in range(2):
            stands = -sign * white if top else sign * red
            if red_axis < 1e8:
                moves[count] = 4 * square + top
                scores[count] = min(red_axis, stands + TURN_TO_PLACE)
                moves[count + 1] = 4 * square + top + 2
                scores[count + 1] = min(white_axis, stands + TURN_TO_PLACE)
                count += 2
            else:
                moves[count] = 4 * square + top
                scores[count] = stands
                count += 1
    return count


@compiled
def appraise(geometry: Geometry, state: Words, survey: Survey) -> Real:
    """How the game stands for red at a glance, from -1 to 1; a pending megalith is left out."""
    look_around(geometry, state, survey)
    later = state[STOCK] / 28.0
    dolmens, pairs, singles = 0, 0, 0
    for square in range(geometry.shape[SQUARES]):
        colour = survey.colours[square]
        if colour >= EMPTY or survey.groups[square] != square:
            continue
        side = 1 - 2 * colour
        size = survey.sizes[square]
        if size >= 3:
            dolmens += side
        elif size == 2:
            pairs += side
        else:
            singles += side
    to_place = (0.13 - 0.1 * later) * (1.0 - 2.0 * state[TURN]) if state[PENDING] == np.uint64(0) else 0.0
    value = max(0.1, 0.65 - 0.52 * later) * dolmens + 0.1 * pairs + 0.08 * later * singles + to_place
    return min(0.95, max(-0.95, value))
