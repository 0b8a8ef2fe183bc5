"""Dolmens in a bitboard, by flood fill, and who has more of them."""

from __future__ import annotations

import numpy as np

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Numbers, Words
from stonefield.engine.compiled import Whole, Word, bit_count, compiled, inlined

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_WORD = np.uint64(64)


@inlined
def find_dolmens(layout: Layout, low: Word, high: Word, sizes: Numbers, first: Whole) -> int:
    """Write the sizes of the dolmens in a set of squares from ``sizes[first]`` on; their number."""
    masks = layout.masks
    not_west_low, not_west_high = masks[2], masks[3]
    up = np.uint64(layout.shape[at.FILES])
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
        place = end
        while place > first and sizes[place - 1] < size:
            sizes[place] = sizes[place - 1]
            place -= 1
        sizes[place] = size


SCRATCH = 96
"""Room for the sizes of all dolmens of both colours: at most 42 each on 126 squares."""


@inlined
def compare(
    layout: Layout, red_low: Word, red_high: Word, white_low: Word, white_high: Word, scratch: Numbers
) -> tuple[int, int]:
    start, half = np.int64(0), np.int64(SCRATCH // 2)
    red = find_dolmens(layout, red_low, red_high, scratch, start)
    white = find_dolmens(layout, white_low, white_high, scratch, half)
    if red != white:
        return (1 if red > white else -1), red - white
    _descending(scratch, start, red)
    _descending(scratch, half, white)
    for nth in range(red):
        if scratch[nth] != scratch[half + nth]:
            return (1 if scratch[nth] > scratch[half + nth] else -1), 0
    return 0, 0


@compiled
def verdict(layout: Layout, state: Words, scratch: Numbers) -> tuple[int, int]:
    """Who would win if the game ended now (1 red, 0 neither, -1 white), and red's dolmens less white's.

    ``scratch`` has room for SCRATCH numbers: red's sizes from 0 on, white's from the middle on.
    """
    return compare(
        layout, state[at.RED_LOW], state[at.RED_HIGH], state[at.WHITE_LOW], state[at.WHITE_HIGH], scratch
    )
