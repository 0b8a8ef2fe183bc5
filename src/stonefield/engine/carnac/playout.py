"""Playouts of Carnac: uniformly random games on bitboards."""

from __future__ import annotations

import numpy as np

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Numbers, Words
from stonefield.engine.carnac.dolmens import SCRATCH, compare
from stonefield.engine.carnac.kernel import possible_falls
from stonefield.engine.compiled import Whole, allocating, bit_count, compiled
from stonefield.engine.rng import next_random

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_HALF = np.uint64(32)

# The k-th direction in a set of directions given by four bits.
_NTH = np.array(
    [[[d for d in range(4) if bits >> d & 1] + [4] * 5][0][:5] for bits in range(16)], dtype=np.int64
)


@compiled
def playout(
    layout: Layout, state: Words, random: Words, scratch: Numbers, last_played: Numbers, game: Whole
) -> tuple[int, int]:
    """Play uniformly random moves to the end; the verdict. ``state`` stays as it is.

    ``last_played`` gets the number of the game for each side's placements, for AMAF.
    """
    red_low, red_high, white_low, white_high = (
        state[at.RED_LOW],
        state[at.RED_HIGH],
        state[at.WHITE_LOW],
        state[at.WHITE_HIGH],
    )
    full_low, full_high = layout.masks[0], layout.masks[1] | _ONE << np.uint64(63)
    squares = np.uint64(layout.shape[at.SQUARES])
    stock = np.int64(state[at.STOCK])
    least = 0 if layout.shape[at.FINAL_TILT] else 1
    square: Whole = np.int64(state[at.PENDING]) - 1
    faces = np.int64(state[at.FACES])
    low = red_low | white_low
    high = red_high | white_high | _ONE << np.uint64(63)
    bits = next_random(random)
    placer = np.int64(state[at.TURN])
    if square >= 0:
        placer = 1 - placer
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
            last_played[placer, 4 * square + faces] = game
        choice, found = 4, 0
        if stock >= least:
            found = possible_falls(layout, low, high, square)
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
            add_low = layout.falls[4 * square + choice, 0]
            add_high = layout.falls[4 * square + choice, 1]
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
        placer ^= np.int64(choice != 4 or found == 0)
        square = -1
    return compare(layout, red_low, red_high, white_low, white_high, scratch)


@allocating
def playouts(layout: Layout, state: Words, random: Words, games: int) -> tuple[int, int]:
    """The sums over many random games of the verdict and of red's lead in dolmens."""
    scratch = np.empty(SCRATCH, dtype=np.int64)
    last_played = np.empty((2, at.MOST_MOVES), dtype=np.int64)
    won, lead = 0, 0
    for game in range(games):
        verdict, margin = playout(layout, state, random, scratch, last_played, game)
        won += verdict
        lead += margin
    return won, lead
