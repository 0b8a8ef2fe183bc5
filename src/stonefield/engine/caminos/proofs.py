"""What is best, and what refutes a placement, where it is proven: wins within three, losses within two."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, Numbers, StateBytes
from stonefield.engine.caminos.forced import (
    ANSWERS,
    ASKED,
    PLAYED,
    Means,
    allow,
    find_lost,
    forced_wins,
    holding,
    in_the_way,
    is_in_reach,
    is_spent,
    is_threatened,
    may_win_in_two,
    moves_of,
    refutation,
    team_of,
    win_in_two,
    wins,
)
from stonefield.engine.caminos.kernel import copy_state, is_over, may_swap, play
from stonefield.engine.compiled import Whole, portable

MOST_NODES = 60_000
"""A proof looks for wins at once in this many positions at most: a few seconds."""
TWO = 2
LONGEST = 8
"""No line that is proven has more placements."""

NOTHING, WIN, HOLD, SPENT = range(4)
"""What can be asked for: a win, or not to lose at once; SPENT: that takes too long to find out"""
UNPROVEN, WON, OPEN, LOST = range(4)
"""What is proven for a side; OPEN: how not to lose at once, or what stops a win, and no more"""


class Found(NamedTuple):
    """What can be asked in a position."""

    task: Whole
    within: Whole
    """In how many placements"""
    is_lost: bool
    """Whether the opponent is proven to win within two, whatever is done"""
    count: Whole
    """How many solutions were written; two are enough to know that there is not only one"""


@portable
def is_near(layout: Layout, state: StateBytes, means: Means) -> bool:
    """Whether either side may win in two; games of four, with points or at the swap are left out."""
    if layout.facts[at.PLAYERS] != 2 or layout.facts[at.POINTS] != 0 or state[at.NEUTRAL_DUE] != 0:
        return False
    if is_over(layout, state) or may_swap(layout, state):
        return False
    return bool(may_win_in_two(layout, state, means))


@portable
def find(layout: Layout, state: StateBytes, means: Means, solutions: Numbers) -> Found:
    """What can be asked; up to two ``solutions``, for which there is room, are written."""
    if not is_near(layout, state, means):
        return Found(NOTHING, 0, False, np.int64(0))
    count = wins(layout, state, TWO, means, solutions)
    if count > 0:
        return Found(WIN, 1, False, count)
    threatened, moves = is_threatened(layout, state, means), means.moves[ASKED]
    legal = holding(layout, state, means, moves) if threatened else moves_of(layout, state, means, moves)
    if threatened and legal == 0:
        return Found(NOTHING, 0, True, legal)
    count = forced_wins(layout, state, moves[:legal], 2, means, solutions)
    if count > 0:
        return Found(WIN, 2, False, count)
    is_lost, within = False, 0
    # The only block is asked for as that, also where it wins in the end.
    if legal > 1 and is_in_reach(layout, state, means):
        allow(means, MOST_NODES)
        is_lost = bool(refutation(layout, state, 2, means) < 0)
        if not is_lost:
            count = forced_wins(layout, state, moves[:legal], 3, means, solutions)
        if is_spent(means):
            return Found(SPENT, 0, False, np.int64(0))
        if count > 0:
            return Found(WIN, 3, False, count)
    if threatened:
        within, count = 1, min(legal, TWO)
        for nth in range(count):
            solutions[nth] = moves[nth]
    return Found(HOLD if threatened else NOTHING, within, is_lost, count)


@portable
def best(
    layout: Layout, state: StateBytes, found: Found, solution: Whole, means: Means, line: Numbers
) -> tuple[Whole, Whole]:
    """What is proven for the side that decides; best play is written into ``line``, and its length returned.

    ``found`` is what can be asked in the position, with its first solution.
    """
    if found.task == SPENT:
        return UNPROVEN, 0
    if found.task == WIN:
        return _proven(WON, play_out(layout, state, solution, means, line))
    is_lost = found.is_lost
    if not is_lost:
        allow(means, MOST_NODES)
        is_lost = refutation(layout, state, 2, means) < 0
        if is_spent(means):
            return UNPROVEN, 0
    if is_lost:
        return _proven(LOST, play_out(layout, state, np.int64(-1), means, line))
    if found.task == HOLD:
        line[0] = solution
        return OPEN, 1
    return UNPROVEN, 0


@portable
def refute(
    layout: Layout, after: StateBytes, within: Whole, means: Means, line: Numbers
) -> tuple[Whole, Whole]:
    """What a placement comes to for the side that made it, where the opponent decides ``after`` it.

    A win of the opponent at once, or how to stop a win ``within`` so many placements, the first one included;
    into ``line``, whose length is returned.
    """
    if wins(layout, after, 1, means, line) > 0:
        return LOST, 1
    allow(means, MOST_NODES)
    stop = refutation(layout, after, 2 if within == 3 else 1, means)
    if is_spent(means):
        return UNPROVEN, 0
    if stop < 0:
        return _proven(WON, play_out(layout, after, np.int64(-1), means, line))
    line[0] = stop
    return OPEN, 1


@portable
def _proven(result: Whole, length: Whole) -> tuple[Whole, Whole]:
    return (result, length) if length > 0 else (UNPROVEN, 0)


@portable
def play_out(layout: Layout, state: StateBytes, move: Whole, means: Means, line: Numbers) -> Whole:
    """Write how a win goes on: the winner's placement, the best obstacle, and so on; how many, or 0 if spent.

    Where the side that decides loses, ``move`` is -1: it defends itself for as long as it can.
    """
    here, length = means.states[PLAYED], 0
    copy_state(state, here)
    while length + 2 <= LONGEST:
        if move < 0:
            allow(means, MOST_NODES)
            line[length] = _defence(layout, here, means)
            if is_spent(means):
                return 0
            play(layout, here, np.int64(line[length]), means.workspace.scratch)
            length += 1
            move = win_in_two(layout, here, means)
            if is_spent(means) or move < 0:
                return 0
        team, line[length] = team_of(here), move
        play(layout, here, move, means.workspace.scratch)
        length += 1
        if is_over(layout, here):
            break
        move = np.int64(-1)
        if team_of(here) == team:
            allow(means, MOST_NODES)
            move = win_in_two(layout, here, means)
            if is_spent(means) or move < 0:
                return 0
    return length


@portable
def _defence(layout: Layout, state: StateBytes, means: Means) -> Whole:
    """The best obstacle, if possible one that leaves no win at once; ``allow`` comes first."""
    moves = means.moves[ANSWERS]
    count = in_the_way(layout, state, means, moves)
    find_lost(layout, state, moves[:count], means)
    for nth in range(count):
        if means.lost[nth] == 0:
            return np.int64(moves[nth])
    return np.int64(moves[0])
