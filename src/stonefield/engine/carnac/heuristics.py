"""Heuristic scores of moves, for priors and move ordering: how a move changes the groups of both colours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Words
from stonefield.engine.compiled import Real, Whole, compiled, inlined

EMPTY, OUTSIDE = 2, 3
Floats = NDArray[np.float64]


class Groups(NamedTuple):
    """The groups on a board, by square (union-find); one more entry stands for all that lies outside."""

    colours: NDArray[np.int64]
    """0 red, 1 white, EMPTY, OUTSIDE"""
    roots: NDArray[np.int64]
    """One square of the group, the same for all its squares"""
    sizes: NDArray[np.int64]
    """By that square"""
    stamps: NDArray[np.int64]
    """By that square: where it was last counted"""
    gains: NDArray[np.float64]
    """[slot, colour] what a megalith lying there gains"""


def blank_groups() -> Groups:
    """Working arrays for any board."""
    return Groups(
        np.zeros(128, np.int64),
        np.zeros(128, np.int64),
        np.zeros(128, np.int64),
        np.zeros(128, np.int64),
        np.zeros((256, 2)),
    )


@compiled
def find_groups(layout: Layout, state: Words, groups: Groups) -> None:
    """Find the groups of a position; a megalith that waits for its answer is not there yet."""
    squares = layout.shape[at.SQUARES]
    colours, roots, sizes = groups.colours, groups.roots, groups.sizes
    files = layout.shape[0]
    pending = np.int64(state[at.PENDING]) - 1
    one = np.uint64(1)
    for square in range(squares):
        shift = np.uint64(square & 63)
        if square < 64:
            red, white = state[at.RED_LOW] >> shift & one, state[at.WHITE_LOW] >> shift & one
        else:
            red, white = state[at.RED_HIGH] >> shift & one, state[at.WHITE_HIGH] >> shift & one
        colour = EMPTY
        if square != pending:
            if red:
                colour = 0
            elif white:
                colour = 1
        colours[square] = colour
        if colour == EMPTY:
            continue
        roots[square] = square
        sizes[square] = 1
        if square >= files and colours[square - files] == colour:
            root = _root(roots, square - files)
            roots[square] = root
            sizes[root] += 1
        if square % files and colours[square - 1] == colour:
            west, mine = _root(roots, square - 1), _root(roots, square)
            if west != mine:
                roots[mine] = west
                sizes[west] += sizes[mine]
    for square in range(squares):
        if colours[square] < EMPTY:
            roots[square] = _root(roots, square)
    colours[squares] = OUTSIDE


@inlined
def _root(roots: NDArray[np.int64], square: Whole) -> Whole:
    while roots[square] != square:
        roots[square] = roots[roots[square]]
        square = roots[square]
    return square


WORTH = np.array([0.0, 0.166, 0.446, 1.06, 1.09, 1.136, *(1.21 + 0.03 * size for size in range(125))])
"""What a group of a size is worth to its owner, a dolmen being about 1."""
BLOCK = np.array([0.0, 0.05, 0.09, *(-0.015 for size in range(128))])
"""What it is worth to come to lie next to an opponent's group of that size."""
TURN_TO_PLACE = 0.29
"""What it is worth to place the next megalith, in the eyes of the side that places this one."""
TURN_TO_ANSWER = 0.47
"""The same in the eyes of the side that answers."""


@inlined
def clear_stamps(groups: Groups) -> None:
    """Begin a new count of groups."""
    for group in range(groups.stamps.size):
        groups.stamps[group] = -1


@inlined
def _gains(
    groups: Groups, around: NDArray[np.int64], first: Whole, squares: Whole, stamp: Whole
) -> tuple[Real, Real]:
    """What red would gain, and what white, on one or two empty squares with these squares around."""
    red_size, white_size = squares, squares
    red, white = 0.0, 0.0
    for nth in range(first, around.size):
        near = around[nth]
        colour = groups.colours[near]
        if colour >= EMPTY:
            continue
        group = groups.roots[near]
        if groups.stamps[group] == stamp:
            continue
        groups.stamps[group] = stamp
        size = groups.sizes[group]
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
def score_moves(
    layout: Layout, state: Words, groups: Groups, moves: NDArray[np.int16], scores: Floats
) -> int:
    """Write the moves worth telling apart and the score of each for the side that decides; their number."""
    find_groups(layout, state, groups)
    pending = np.int64(state[at.PENDING]) - 1
    if pending >= 0:
        return _score_answers(layout, state, groups, moves, scores, pending)
    return _score_placements(layout, state, groups, moves, scores)


@inlined
def _score_answers(
    layout: Layout, state: Words, groups: Groups, moves: NDArray[np.int16], scores: Floats, square: Whole
) -> int:
    mover, faces = np.int64(state[at.TURN]), np.int64(state[at.FACES])
    clear_stamps(groups)
    none, one, two = np.int64(0), np.int64(1), np.int64(2)
    count = 0
    for direction in range(5):
        if direction < 4:
            slot = layout.slot_of[4 * square + direction]
            if (
                slot < 0
                or groups.colours[layout.slots[slot, 0]] != EMPTY
                or groups.colours[layout.slots[slot, 1]] != EMPTY
            ):
                continue
            red, white = _gains(groups, layout.slots[slot], two, two, direction)
            shown = (faces >> 1) ^ (1 - (direction & 1))
        else:
            red, white = _gains(groups, layout.neighbours[square], none, one, direction)
            shown = faces & 1
        gain = white if shown else red
        moves[count] = at.ANSWERS + direction
        scores[count] = gain if shown == mover else -gain
        count += 1
    scores[count - 1] -= TURN_TO_ANSWER
    return count


@inlined
def _score_placements(
    layout: Layout, state: Words, groups: Groups, moves: NDArray[np.int16], scores: Floats
) -> int:
    mover = np.int64(state[at.TURN])
    sign = 1.0 - 2.0 * mover
    answered = state[at.STOCK] > np.uint64(1) or layout.shape[at.FINAL_TILT] == 1
    clear_stamps(groups)
    none, one, two = np.int64(0), np.int64(1), np.int64(2)
    slots = layout.slots
    if answered:
        for slot in range(slots.shape[0]):
            if groups.colours[slots[slot, 0]] == EMPTY and groups.colours[slots[slot, 1]] == EMPTY:
                red, white = _gains(groups, slots[slot], two, two, slot)
                groups.gains[slot, 0] = sign * red
                groups.gains[slot, 1] = -sign * white
            else:
                groups.gains[slot, 0] = 1e9
    count = 0
    for square in range(layout.shape[at.SQUARES]):
        if groups.colours[square] != EMPTY:
            continue
        red_axis, white_axis = 1e9, 1e9
        if answered:
            for direction in range(4):
                slot = layout.slot_of[4 * square + direction]
                if slot >= 0 and groups.gains[slot, 0] < 1e8:
                    along = direction & 1
                    red_axis = min(red_axis, groups.gains[slot, 1 - along])
                    white_axis = min(white_axis, groups.gains[slot, along])
        red, white = _gains(groups, layout.neighbours[square], none, one, 1000 + square)
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
