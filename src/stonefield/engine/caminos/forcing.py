"""Wins in two: whether the team on turn wins with two placements, whatever is answered.

Everything is tried, by the rules. What helped before is tried first, and changes no answer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, Numbers, StateBytes
from stonefield.engine.caminos.distance import CHANGES, Workspace
from stonefield.engine.caminos.kernel import copy_state, is_over, placements, play, put
from stonefield.engine.caminos.paths import joins_sides
from stonefield.engine.caminos.threats import columns_needed, next_win_in_one
from stonefield.engine.compiled import Whole, compiled, inlined, portable

WAITING = 12
"""This many of the wins that wait after a placement are looked for before the answers are tried."""
KILLERS = 8
"""This many placements that helped last are tried first."""
NODES, LIMIT = range(2)


class Search(NamedTuple):
    """Working arrays of one thread."""

    after_own: StateBytes
    after_answer: StateBytes
    spare: StateBytes
    own: Numbers
    """The placements that may be the first of a win"""
    answers: Numbers
    first: Numbers
    """A win at once"""
    waiting: Numbers
    """Wins that wait unless the answer is in the way"""
    winners: Numbers
    """The placements that won in two last, -1 where there are fewer"""
    refuters: Numbers
    """The answers that refuted the last placements"""
    counters: NDArray[np.int64]
    """Positions in which a win at once was looked for, and how many may be"""


@portable
def begin_search(search: Search, nodes: Whole) -> None:
    """Forget what helped before, and allow this many nodes: then a search does not depend on those before."""
    search.winners[:] = -1
    search.refuters[:] = -1
    search.counters[NODES], search.counters[LIMIT] = 0, nodes


def make_search(layout: Layout) -> Search:
    """Working arrays for any state of a game."""
    sites = int(layout.facts[at.SITES]) + 1
    state = int(layout.facts[at.COLUMNS]) + int(layout.facts[at.SQUARES]) + 1
    return Search(
        np.zeros(state, np.uint8),
        np.zeros(state, np.uint8),
        np.zeros(state, np.uint8),
        np.zeros(sites, np.int32),
        np.zeros(sites, np.int32),
        np.zeros(1, np.int32),
        np.zeros(WAITING, np.int32),
        np.full(KILLERS, -1, np.int32),
        np.full(KILLERS, -1, np.int32),
        np.array([0, 0], np.int64),
    )


@inlined
def is_legal(layout: Layout, state: StateBytes, site: Whole) -> bool:
    """Whether the seat on turn has the piece, and it finds the heights it needs."""
    shape = layout.sites[2 * site + 1] >> at.SHAPE
    if state[at.HANDS + np.int64(state[at.SEAT]) * layout.facts[at.SHAPES] + shape] == 0:
        return False
    for place in range(layout.sites[2 * site], layout.sites[2 * site + 2]):
        cell = layout.cells[place]
        if at.HEIGHT[state[layout.facts[at.COLUMNS] + (cell & 0xFFFF)]] != cell >> at.BASE & 0xF:
            return False
    return True


@inlined
def remember(killers: Numbers, site: Whole) -> None:
    """Move a placement to the front."""
    place = 0
    while place < KILLERS - 1 and killers[place] != site:
        place += 1
    while place > 0:
        killers[place] = killers[place - 1]
        place -= 1
    killers[0] = site


@compiled
def _find_wins(
    layout: Layout, state: StateBytes, most: Whole, workspace: Workspace, search: Search, wins: Numbers
) -> Whole:
    """Write wins at once of the seat on turn, at most this many; their number."""
    widest = layout.facts[at.WIDEST]
    search.counters[NODES] += 1
    if columns_needed(layout, state, np.int64(state[at.SEAT]) & 1, widest, workspace) > widest:
        return np.int64(0)
    count = placements(layout, state, np.int64(state[at.SEAT]), workspace.moves, workspace.scratch)
    found, nth = np.int64(0), np.int64(-1)
    while found < most:
        nth = np.int64(next_win_in_one(layout, state, workspace, nth + 1, count, search.spare))
        if nth < 0:
            break
        wins[found] = workspace.moves[nth]
        found += 1
    return found


@compiled
def _stops(
    layout: Layout, state: StateBytes, answer: Whole, waiting: Whole, workspace: Workspace, search: Search
) -> bool:
    """Whether after an answer the other team has no win at once; this many are known to wait."""
    after, spare = search.after_answer, search.spare
    copy_state(state, after)
    play(layout, after, answer, workspace.scratch)
    if is_over(layout, after) or after[at.SEAT] == state[at.SEAT]:
        return True
    team = np.int64(after[at.SEAT]) & 1
    for nth in range(waiting):
        site = np.int64(search.waiting[nth])
        if is_legal(layout, after, site):
            copy_state(after, spare)
            put(layout, spare, site, team + 1)
            if joins_sides(layout, spare, team, site, workspace.scratch):
                return False
    return bool(_find_wins(layout, after, np.int64(1), workspace, search, search.first) == 0)


@compiled
def _is_refuted(layout: Layout, state: StateBytes, workspace: Workspace, search: Search) -> bool:
    """Whether the seat on turn has an answer after which the other team has no win at once."""
    refuters = search.refuters
    for nth in range(KILLERS):
        answer = np.int64(refuters[nth])
        if answer < 0 or not is_legal(layout, state, answer):
            continue
        if _stops(layout, state, answer, np.int64(0), workspace, search):
            remember(refuters, answer)
            return True
    state[at.SEAT] ^= 1
    waiting = _find_wins(layout, state, np.int64(WAITING), workspace, search, search.waiting)
    state[at.SEAT] ^= 1
    count = placements(layout, state, np.int64(state[at.SEAT]), search.answers, workspace.scratch)
    for nth in range(count):
        answer = np.int64(search.answers[nth])
        if _stops(layout, state, answer, waiting, workspace, search):
            remember(refuters, answer)
            return True
    return False


@compiled
def keep_candidates(
    layout: Layout, state: StateBytes, own: Whole, workspace: Workspace, moves: Numbers, count: Whole
) -> Whole:
    """Keep of the moves those that may be the first of a win with this many own placements; their number.

    No answer lessens the columns that are needed. So the placement leaves a path that needs no more of them
    than the other pieces cover, and now needs these and those that the placement covers on it.
    """
    widest = layout.facts[at.WIDEST]
    rest = (own - 1) * widest
    needed = columns_needed(layout, state, np.int64(state[at.SEAT]) & 1, own * widest, workspace)
    through = workspace.through[CHANGES]
    kept = 0
    for nth in range(count):
        site = np.int64(moves[nth])
        first, end = layout.sites[2 * site], layout.sites[2 * site + 2]
        near = 0
        for place in range(first, end):
            if through[layout.cells[place] & 0xFFFF] <= rest + end - first:
                near += 1
        if near >= needed - rest:
            moves[kept] = site
            kept += 1
    return kept


@compiled
def _wins_by(layout: Layout, state: StateBytes, site: Whole, workspace: Workspace, search: Search) -> bool:
    """Whether a placement wins in two."""
    after, widest = search.after_own, layout.facts[at.WIDEST]
    copy_state(state, after)
    team = np.int64(state[at.SEAT]) & 1
    play(layout, after, site, workspace.scratch)
    if is_over(layout, after) or columns_needed(layout, after, team, widest, workspace) > widest:
        return bool(after[at.WON] == team + 1)
    if np.int64(after[at.SEAT]) & 1 == team:
        # The other team cannot place any more.
        return bool(_find_wins(layout, after, np.int64(1), workspace, search, search.first) > 0)
    return not _is_refuted(layout, after, workspace, search)


@compiled
def win_within_two(layout: Layout, state: StateBytes, workspace: Workspace, search: Search) -> Whole:
    """A placement of the seat on turn that wins at once, or else one that wins in two, or -1.

    Once ``search.counters`` are used up the answer means nothing.
    """
    if _find_wins(layout, state, np.int64(1), workspace, search, search.first) > 0:
        return np.int64(search.first[0])
    for nth in range(KILLERS):
        winner = np.int64(search.winners[nth])
        if winner < 0 or not is_legal(layout, state, winner):
            continue
        if _wins_by(layout, state, winner, workspace, search):
            remember(search.winners, winner)
            return winner
    count = placements(layout, state, np.int64(state[at.SEAT]), search.own, workspace.scratch)
    count = keep_candidates(layout, state, np.int64(2), workspace, search.own, count)
    for nth in range(count):
        site = np.int64(search.own[nth])
        if _wins_by(layout, state, site, workspace, search):
            remember(search.winners, site)
            return site
        if search.counters[NODES] > search.counters[LIMIT]:
            break
    return np.int64(-1)
