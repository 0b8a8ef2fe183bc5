"""What each move builds at once for the colour that decides, as someone counts who looks at nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Numbers, Words
from stonefield.engine.carnac.heuristics import WORTH, Groups, blank_groups, clear_stamps, find_groups
from stonefield.engine.carnac.kernel import legal_moves
from stonefield.engine.compiled import Real, Whole, compiled, inlined
from stonefield.games.carnac import Position

Floats = NDArray[np.float64]


def own_gains(position: Position) -> list[float]:
    """What each legal move builds, in the rules' order; a swap builds nothing."""
    layout, state = at.layout_of(position), at.state_of(position)
    moves, gains = np.zeros(at.MOST_MOVES, dtype=np.int16), np.zeros(at.LEAVE + 1)
    count = legal_moves(layout, state, moves)
    gain(layout, state, blank_groups(), moves, gains)
    swap = [0.0] if position.may_swap else []
    return [*gains[moves[:count]].tolist(), *swap]


@compiled
def gain(layout: Layout, state: Words, groups: Groups, moves: NDArray[np.int16], gains: Floats) -> None:
    """Write, by the number of each legal move, what it adds to the deciding colour's groups.

    A dolmen is worth about 1. A placed megalith counts as standing, whatever the answer may be; what shows
    the other colour adds nothing.
    """
    find_groups(layout, state, groups)
    clear_stamps(groups)
    mover, faces = np.int64(state[at.TURN]), np.int64(state[at.FACES])
    pending = np.int64(state[at.PENDING]) - 1
    none, one, two = np.int64(0), np.int64(1), np.int64(2)
    for nth in range(legal_moves(layout, state, moves)):
        move = np.int64(moves[nth])
        square = pending if move >= at.ANSWERS else move >> 2
        if at.ANSWERS <= move < at.LEAVE:
            direction = move - at.ANSWERS
            shown = (faces >> 1) ^ (1 - (direction & 1))
            around = layout.slots[layout.slot_of[4 * square + direction]]
            worth = _worth(groups, around, two, two, mover, nth)
        else:
            shown = faces & 1 if move == at.LEAVE else move & 1
            worth = _worth(groups, layout.neighbours[square], none, one, mover, nth)
        gains[move] = worth if shown == mover else 0.0


@inlined
def _worth(groups: Groups, around: Numbers, first: Whole, squares: Whole, mover: Whole, stamp: Whole) -> Real:
    """What the mover's groups gain by one or two squares with these squares around."""
    size, worth = squares, 0.0
    for nth in range(first, around.size):
        near = around[nth]
        if groups.colours[near] != mover:
            continue
        group = groups.roots[near]
        if groups.stamps[group] == stamp:
            continue
        groups.stamps[group] = stamp
        size += groups.sizes[group]
        worth -= WORTH[groups.sizes[group]]
    return worth + WORTH[size]
