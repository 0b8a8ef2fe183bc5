"""Threats: exact wins in one move, and the moves that let the other team have one."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Bytes, Layout, Numbers, StateBytes
from stonefield.engine.caminos.distance import CHANGES, NEVER, Workspace
from stonefield.engine.caminos.kernel import copy_state, is_over, placements, play, put
from stonefield.engine.caminos.paths import joins_sides
from stonefield.engine.compiled import Whole, allocating, compiled, inlined

WITHIN_REACH = 14
"""No team that is farther from a path than this was ever seen to win in one move."""


@compiled
def columns_needed(
    layout: Layout, state: StateBytes, team: Whole, most: Whole, workspace: Workspace
) -> Whole:
    """The fewest columns that must change hands for a path of the team, walls aside; NEVER if over ``most``.

    A breadth-first search with steps of 0 and 1 from each side. Leaves that number for the paths through each
    square in ``through[CHANGES]``.
    """
    squares, columns = layout.facts[at.SQUARES], layout.facts[at.COLUMNS]
    through = workspace.through[CHANGES]
    for square in range(squares):
        through[square] = NEVER
    scratch = workspace.scratch.numbers
    for side in range(layout.facts[at.SIDES]):
        field = workspace.field[side]
        for square in range(squares + 1):
            field[square] = NEVER
        # Rounds of equal length: squares reached with this many foreign columns, found from those before.
        now, following, queued, queued_next = 0, squares + 1, 0, 0
        for square in range(squares):
            if layout.squares[5 * square + 4] >> side & 1:
                step = _changes(state[columns + square], team)
                if step == 0:
                    field[square] = 0
                    scratch[now + queued] = square
                    queued += 1
                elif step == 1:
                    field[square] = 1
                    scratch[following + queued_next] = square
                    queued_next += 1
        length = 0
        while length <= most:
            done = 0
            while done < queued:
                square = scratch[now + done]
                done += 1
                if field[square] != length:
                    continue
                for direction in range(4):
                    beside = layout.squares[5 * square + direction]
                    if beside == squares:
                        continue
                    step = _changes(state[columns + beside], team)
                    if length + step < field[beside]:
                        field[beside] = length + step
                        if step == 0:
                            scratch[now + queued] = beside
                            queued += 1
                        else:
                            scratch[following + queued_next] = beside
                            queued_next += 1
            now, following = following, now
            queued, queued_next = queued_next, 0
            length += 1
    fewest = NEVER
    for square in range(squares):
        step = _changes(state[columns + square], team)
        for link in range(layout.facts[at.LINKS]):
            place = 256 + 3 * link
            way = (
                workspace.field[layout.sides[place], square]
                + workspace.field[layout.sides[place + 1], square]
                - step
            )
            through[square] = min(through[square], way)
        fewest = min(fewest, through[square])
    return fewest


@inlined
def _changes(column: Whole, team: Whole) -> Whole:
    if at.TOP[column] == team + 1:
        return 0
    return 1 if at.HEIGHT[column] < 3 else NEVER


@compiled
def next_win_in_one(
    layout: Layout, state: StateBytes, workspace: Workspace, start: Whole, count: Whole, after: StateBytes
) -> Whole:
    """Which of the moves in the workspace, from ``start`` to ``count``, is the first to win at once, or -1.

    ``workspace.through[CHANGES]`` must be up to date for the team on turn; ``after`` is spare room.
    """
    team = np.int64(state[at.SEAT]) & 1
    through = workspace.through[CHANGES]
    for nth in range(start, count):
        site = np.int64(workspace.moves[nth])
        first, end = layout.sites[2 * site], layout.sites[2 * site + 2]
        for place in range(first, end):
            if through[layout.cells[place] & 0xFFFF] <= end - first:
                copy_state(state, after)
                put(layout, after, site, team + 1)
                if joins_sides(layout, after, team, site, workspace.scratch):
                    return nth
                break
    return -1


@allocating
def mark_losing(layout: Layout, state: StateBytes, moves: Numbers, lost: Bytes, workspace: Workspace) -> bool:
    """Say of each of these moves whether it lets the other team win with its next one; False if none can."""
    return bool(mark_lost(layout, state, moves, lost, workspace, np.empty_like(state), np.empty_like(state)))


@compiled
def mark_lost(
    layout: Layout,
    state: StateBytes,
    moves: Numbers,
    lost: Bytes,
    workspace: Workspace,
    after: StateBytes,
    spare: StateBytes,
) -> bool:
    """As `mark_losing`, with room for two states."""
    widest = layout.facts[at.WIDEST]
    # No move brings the other team's columns nearer, so without a threat now there is none after it.
    if columns_needed(layout, state, 1 - (np.int64(state[at.SEAT]) & 1), widest, workspace) > widest:
        return False
    for nth in range(moves.size):
        lost[nth] = 0
        copy_state(state, after)
        play(layout, after, np.int64(moves[nth]), workspace.scratch)
        team = np.int64(after[at.SEAT]) & 1
        if is_over(layout, after) or team == np.int64(state[at.SEAT]) & 1:
            continue
        if columns_needed(layout, after, team, widest, workspace) <= widest:
            count = placements(layout, after, np.int64(after[at.SEAT]), workspace.moves, workspace.scratch)
            if next_win_in_one(layout, after, workspace, np.int64(0), count, spare) >= 0:
                lost[nth] = 1
    return True
