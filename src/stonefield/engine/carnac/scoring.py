"""The score of a finished game as one number, and of a game with one megalith to go.

For red: twice the lead in dolmens; with as many dolmens on both sides 1 or -1 for the side with the larger
ones, 0 if all are equal. So the sign is the result, and a dolmen ahead is worth more than a win by size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.arrays import SQUARES, TURN, Layout, Words
from stonefield.engine.carnac.dolmens import verdict
from stonefield.engine.carnac.heuristics import EMPTY, Groups, clear_stamps, find_groups
from stonefield.engine.carnac.kernel import copy_state, play
from stonefield.engine.compiled import Whole, compiled

MOST = 100
"""No score is higher."""


@compiled
def final_score(layout: Layout, state: Words, scratch: NDArray[np.int64]) -> Whole:
    """The score for red of the position as it stands."""
    won, lead = verdict(layout, state, scratch)
    return 2 * lead if lead != 0 else won


@compiled
def last_score(
    layout: Layout, state: Words, groups: Groups, scratch: NDArray[np.int64], after: Words
) -> Whole:
    """The score for red with the very last megalith, which is not answered; ``after``: a spare state."""
    find_groups(layout, state, groups)
    _, lead = verdict(layout, state, scratch)
    mover = np.int64(state[TURN])
    sign = 1 - 2 * mover
    clear_stamps(groups)
    best: Whole = -MOST
    for square in range(layout.shape[SQUARES]):
        if groups.colours[square] != EMPTY:
            continue
        for colour in range(2):
            size, dolmens = 1, 0
            for direction in range(4):
                near = layout.neighbours[square, direction]
                if groups.colours[near] != colour:
                    continue
                group = groups.roots[near]
                if groups.stamps[group] == square:
                    continue
                groups.stamps[group] = square
                size += groups.sizes[group]
                if groups.sizes[group] >= 3:
                    dolmens += 1
            change = (1 if size >= 3 else 0) - dolmens
            leads = sign * (lead + change if colour == 0 else lead - change)
            if 2 * leads <= best and (leads != 0 or best >= 1):
                continue
            if leads != 0:
                best = 2 * leads
                continue
            copy_state(state, after)
            play(layout, after, 4 * square + colour)
            best = max(best, sign * final_score(layout, after, scratch))
    return sign * best
