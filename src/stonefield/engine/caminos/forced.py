"""Wins within three placements, whatever is answered, and what refutes them.

A move of one team never lessens the columns that the other one still needs (``threats.columns_needed``), so
a team that needs more than its pieces can cover does not win with them, whatever the opponent does.
Everything else is tried. Wins in two are compiled (``forcing``), for every answer in a win in three asks for
one; the rest is Python, and compiled for browsers only. It makes no arrays: each function is given those it
writes, or has rows of its own in ``Means``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Bytes, Layout, Numbers, StateBytes
from stonefield.engine.caminos.distance import Workspace, workspace_for
from stonefield.engine.caminos.forcing import (
    KILLERS,
    LIMIT,
    NODES,
    Search,
    begin_search,
    is_legal,
    keep_candidates,
    make_search,
    remember,
    win_within_two,
)
from stonefield.engine.caminos.kernel import copy_state, is_over, legal_moves, play
from stonefield.engine.caminos.threats import columns_needed, mark_lost, next_win_in_one
from stonefield.engine.compiled import Whole, compiled, portable

CHUNK = 32
"""This many answers are tried at a time."""
WON_FIRST, ANSWERED, PLANNED, SPARE, SPARE_TOO, PLAYED = range(6)
"""The rows of states: after the first placement of a win, after an answer to it, and so on"""
ASKED, CANDIDATES, ANSWERS, UNORDERED, WAITING, HITS, MARKS = range(7)
"""The rows of moves"""


class Means(NamedTuple):
    """What a proof works with: the arrays of one thread."""

    workspace: Workspace
    search: Search
    killers: Numbers
    """[left - 1, nth] what refuted the last placements, with so many own placements left; -1 where there are
    fewer: most are refuted by what refuted the one before"""
    known: Numbers
    """Those of them that are legal"""
    one: Numbers
    """A win at once"""
    states: Bytes
    """[WON_FIRST …] states"""
    moves: Numbers
    """[ASKED …] a number for each move, or each square"""
    lost: Bytes
    """Of each move whether the other team wins at once after it"""


def make_means(layout: Layout) -> Means:
    """Working arrays for any state of a game."""
    workspace, squares = workspace_for(layout), int(layout.facts[at.SQUARES])
    size = int(layout.facts[at.COLUMNS]) + squares + 1
    moves = max(workspace.moves.size, squares)
    return Means(
        workspace,
        make_search(layout),
        np.full((2, KILLERS), -1, np.int32),
        np.zeros(KILLERS, np.int32),
        np.zeros(1, np.int32),
        np.zeros((PLAYED + 1, size), np.uint8),
        np.zeros((MARKS + 1, moves), np.int32),
        np.zeros(moves, np.uint8),
    )


@portable
def allow(means: Means, nodes: Whole) -> None:
    """Let the next search see at most this many nodes; it depends on nothing that was searched before."""
    begin_search(means.search, nodes)
    means.killers[:] = -1


@portable
def is_spent(means: Means) -> bool:
    """Whether the nodes are used up: then no answer means anything."""
    return bool(means.search.counters[NODES] > means.search.counters[LIMIT])


@portable
def team_of(state: StateBytes) -> Whole:
    """The team on turn: 0 began."""
    return np.int64(state[at.SEAT]) & 1


@portable
def pass_turn(state: StateBytes) -> None:
    """Let the other team be on turn."""
    state[at.SEAT] ^= 1


@portable
def columns(layout: Layout, state: StateBytes, team: Whole, most: Whole, means: Means) -> Whole:
    """The fewest columns that a team needs for a path, walls aside; a high number if over ``most``."""
    return np.int64(columns_needed(layout, state, team, most, means.workspace))


@portable
def may_win_in_two(layout: Layout, state: StateBytes, means: Means) -> bool:
    """Whether two pieces could cover all columns that either team needs."""
    most = 2 * layout.facts[at.WIDEST]
    if columns(layout, state, 0, most, means) <= most:
        return True
    return bool(columns(layout, state, 1, most, means) <= most)


@portable
def is_in_reach(layout: Layout, state: StateBytes, means: Means) -> bool:
    """Whether one piece could cover all columns that either team needs, or two pieces easily."""
    most, team = layout.facts[at.WIDEST], team_of(state)
    if columns(layout, state, team, most + 2, means) <= most + 2:
        return True
    return bool(columns(layout, state, 1 - team, most, means) <= most)


@portable
def moves_of(layout: Layout, state: StateBytes, means: Means, moves: Numbers) -> Whole:
    """Write all placements; their number."""
    return np.int64(legal_moves(layout, state, moves, means.workspace.scratch))


@portable
def put_after(layout: Layout, state: StateBytes, move: Whole, means: Means, after: StateBytes) -> None:
    """Write the state after a placement."""
    copy_state(state, after)
    play(layout, after, move, means.workspace.scratch)


@portable
def wins(layout: Layout, state: StateBytes, most: Whole, means: Means, found: Numbers) -> Whole:
    """Write placements that win at once, at most this many; their number."""
    workspace, widest = means.workspace, layout.facts[at.WIDEST]
    if columns(layout, state, team_of(state), widest, means) > widest:
        return np.int64(0)
    legal = moves_of(layout, state, means, workspace.moves)
    count, nth, spare = np.int64(0), np.int64(-1), means.states[SPARE]
    while count < most:
        nth = np.int64(next_win_in_one(layout, state, workspace, nth + 1, legal, spare))
        if nth < 0:
            break
        found[count] = workspace.moves[nth]
        count += 1
    return count


@portable
def is_threatened(layout: Layout, state: StateBytes, means: Means) -> bool:
    """Whether the other team would win, were it its turn now."""
    pass_turn(state)
    count = wins(layout, state, 1, means, means.one)
    pass_turn(state)
    return bool(count > 0)


@portable
def find_lost(layout: Layout, state: StateBytes, moves: Numbers, means: Means) -> None:
    """Write into ``means.lost`` of each placement whether the other team can win at once after it."""
    after, spare = means.states[SPARE], means.states[SPARE_TOO]
    if not mark_lost(layout, state, moves, means.lost, means.workspace, after, spare):
        means.lost[: moves.size] = 0


@portable
def holding(layout: Layout, state: StateBytes, means: Means, moves: Numbers) -> Whole:
    """Write the placements after which the other team cannot win at once; their number."""
    count = moves_of(layout, state, means, moves)
    find_lost(layout, state, moves[:count], means)
    held = np.int64(0)
    for nth in range(count):
        if means.lost[nth] == 0:
            moves[held] = moves[nth]
            held += 1
    return held


@portable
def win_in_two(layout: Layout, state: StateBytes, means: Means) -> Whole:
    """A placement that wins at once, or else one that wins in two, or -1."""
    return np.int64(win_within_two(layout, state, means.workspace, means.search))


@portable
def forced_wins(
    layout: Layout, state: StateBytes, moves: Numbers, own: Whole, means: Means, found: Numbers
) -> Whole:
    """Write those placements with which a team wins in two or three, whatever is answered; their number.

    As many as there is room for in ``found``. For three, ``allow`` comes first.
    """
    team, rest = team_of(state), (own - 1) * layout.facts[at.WIDEST]
    left, after, count = means.moves[CANDIDATES], means.states[WON_FIRST], np.int64(0)
    _copy(moves, left)
    kept = keep_candidates(layout, state, own, means.workspace, left, moves.size)
    for nth in range(kept):
        if count == found.size or (own > 2 and is_spent(means)):
            break
        put_after(layout, state, np.int64(left[nth]), means, after)
        if is_over(layout, after) or columns(layout, after, team, rest, means) > rest:
            continue
        if team_of(after) != team:
            is_won = refutation(layout, after, own - 1, means) < 0
        elif own == 2:
            # The other team cannot place any more.
            is_won = wins(layout, after, 1, means, means.one) > 0
        else:
            is_won = win_in_two(layout, after, means) >= 0
        if is_won:
            found[count] = left[nth]
            count += 1
    return count


@portable
def refutation(layout: Layout, state: StateBytes, left: Whole, means: Means) -> Whole:
    """A placement after which the other team cannot win within this many, one or two, or -1.

    Those that refuted something before are tried first. For two, ``allow`` comes first.
    """
    killers, known, count = means.killers[left - 1], means.known, np.int64(0)
    for nth in range(KILLERS):
        if killers[nth] >= 0 and is_legal(layout, state, np.int64(killers[nth])):
            known[count] = killers[nth]
            count += 1
    found = _first_stop(layout, state, known[:count], left, means)
    if found < 0 and left > 1 and wins(layout, state, 1, means, means.one) > 0:
        found = np.int64(means.one[0])
    if found < 0:
        moves = means.moves[ANSWERS]
        if left == 1:
            count = moves_of(layout, state, means, moves)
        else:
            count = in_the_way(layout, state, means, moves)
        found = _first_stop(layout, state, moves[:count], left, means)
    if found >= 0:
        remember(killers, found)
    return found


@portable
def _first_stop(layout: Layout, state: StateBytes, moves: Numbers, left: Whole, means: Means) -> Whole:
    if left == 1:
        for begin in range(0, moves.size, CHUNK):
            chunk = moves[begin : begin + CHUNK]
            find_lost(layout, state, chunk, means)
            for nth in range(chunk.size):
                if means.lost[nth] == 0:
                    return np.int64(chunk[nth])
        return np.int64(-1)
    after = means.states[ANSWERED]
    for nth in range(moves.size):
        if is_spent(means):
            break
        put_after(layout, state, np.int64(moves[nth]), means, after)
        if is_over(layout, after) or team_of(after) == team_of(state) or win_in_two(layout, after, means) < 0:
            return np.int64(moves[nth])
    return np.int64(-1)


@portable
def in_the_way(layout: Layout, state: StateBytes, means: Means, ordered: Numbers) -> Whole:
    """Write the placements, the best obstacles to the wins of the other team first; their number.

    Where none waits at once, a win in two counts; ``allow`` comes first.
    """
    moves, waiting = means.moves[UNORDERED], means.moves[WAITING]
    count = moves_of(layout, state, means, moves)
    pass_turn(state)
    wait = wins(layout, state, layout.facts[at.SITES], means, waiting)
    if wait == 0:
        wait = _plan(layout, state, means, waiting)
    pass_turn(state)
    _order(layout, moves[:count], waiting[:wait], means.moves[HITS], means.moves[MARKS], ordered)
    return count


@portable
def _plan(layout: Layout, state: StateBytes, means: Means, planned: Numbers) -> Whole:
    """Write a win in two: the placements that it threatens, and its first; how many."""
    first, after = win_in_two(layout, state, means), means.states[PLANNED]
    if first < 0:
        return np.int64(0)
    put_after(layout, state, first, means, after)
    if team_of(after) != team_of(state):
        pass_turn(after)
    count = wins(layout, after, layout.facts[at.SITES], means, planned)
    planned[count] = first
    return count + 1


@compiled
def _copy(source: Numbers, target: Numbers) -> None:
    for nth in range(source.size):
        target[nth] = source[nth]


@compiled
def _order(
    layout: Layout, moves: Numbers, waiting: Numbers, hits: Numbers, marks: Numbers, ordered: Numbers
) -> None:
    """Write the moves that share columns with most of those that wait first."""
    most, done = 0, 0
    for square in range(layout.facts[at.SQUARES]):
        marks[square] = 0
    for move in range(moves.size):
        hits[move] = 0
    for nth in range(waiting.size):
        win = np.int64(waiting[nth])
        for place in range(layout.sites[2 * win], layout.sites[2 * win + 2]):
            marks[layout.cells[place] & 0xFFFF] = nth + 1
        for move in range(moves.size):
            site = np.int64(moves[move])
            for place in range(layout.sites[2 * site], layout.sites[2 * site + 2]):
                if marks[layout.cells[place] & 0xFFFF] == nth + 1:
                    hits[move] += 1
                    most = max(most, hits[move])
                    break
    for shared in range(most, -1, -1):
        for move in range(moves.size):
            if hits[move] == shared:
                ordered[done] = moves[move]
                done += 1
