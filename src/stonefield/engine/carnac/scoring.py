"""The score of a finished game as one number, and of a game with one megalith to go.

For red: twice the lead in dolmens; with as many dolmens on both sides 1 or -1 for the side with the larger
ones, 0 if all are equal. So the sign is the result, and a dolmen ahead is worth more than a win by size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac.dolmens import verdict
from stonefield.engine.carnac.features import EMPTY, Survey, clear_stamps, look_around
from stonefield.engine.carnac.ground import SQUARES, TURN, Geometry, Words
from stonefield.engine.carnac.kernel import copy_state, play
from stonefield.engine.compiled import Whole, compiled

MOST = 100
"""No score is higher."""


@compiled
def final_score(geometry: Geometry, state: Words, scratch: NDArray[np.int64]) -> Whole:
    """The score for red of the position as it stands."""
    won, lead = verdict(geometry, state, scratch)
    return 2 * lead if lead != 0 else won


@compiled
def last_score(
    geometry: Geometry, state: Words, survey: Survey, scratch: NDArray[np.int64], after: Words
) -> Whole:
    """The score for red with the very last megalith, which nobody answers; ``after``: a spare state."""
    look_around(geometry, state, survey)
    _, lead = verdict(geometry, state, scratch)
    mover = np.int64(state[TURN])
    sign = 1 - 2 * mover
    clear_stamps(survey)
    best: Whole = -MOST
    for square in range(geometry.shape[SQUARES]):
        if survey.colours[square] != EMPTY:
            continue
        for colour in range(2):
            size, dolmens = 1, 0
            for direction in range(4):
                near = geometry.neighbours[square, direction]
                if survey.colours[near] != colour:
                    continue
                group = survey.groups[near]
                if survey.stamps[group] == square:
                    continue
                survey.stamps[group] = square
                size += survey.sizes[group]
                if survey.sizes[group] >= 3:
                    dolmens += 1
            change = (1 if size >= 3 else 0) - dolmens
            leads = sign * (lead + change if colour == 0 else lead - change)
            if 2 * leads <= best and (leads != 0 or best >= 1):
                continue
            if leads != 0:
                best = 2 * leads
                continue
            copy_state(state, after)
            play(geometry, after, 4 * square + colour)
            best = max(best, sign * final_score(geometry, after, scratch))
    return sign * best
