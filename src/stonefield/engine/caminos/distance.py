"""Connection distances: what each team must still build for a path, counting only where a piece could stand.

Distances are in half cubes. A square of the team's own colour costs nothing, an empty one a cube, a foreign
top more the higher it is, for only few pieces reach over it; nothing rises above three, so a foreign top
there is a wall for good. Two neighbours that would not meet along their wall cost the cubes that raise the
lower.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Bytes, Layout, Numbers, Scratch, StateBytes, scratch_for
from stonefield.engine.caminos.kernel import has_shape, placements, stands_from
from stonefield.engine.compiled import Whole, compiled, inlined

EMPTY_COST, LOW_COST, MIDDLE_COST, RAISING = 2, 3, 6, 3
NO_STAND = 8
"""What a square costs in addition where no piece of the team could come to lie now."""
NEVER = 120
"""No path is that long: what can never be built over."""
CHANGES = 2
"""The row of ``Workspace.through`` that belongs to ``threats``."""


class Workspace(NamedTuple):
    """A thread's working arrays, with what it last found out about a state."""

    cost: NDArray[np.int32]
    """[team, square] what the square costs the team"""
    through: NDArray[np.int32]
    """[team, square] the length of the team's shortest path through the square; for [CHANGES, square] see
    ``threats.columns_needed``"""
    field: NDArray[np.int32]
    """[side, square] the way from the side to the square, both included"""
    nearest: NDArray[np.int32]
    """[team] the length of its shortest path"""
    moves: Numbers
    """the placements of the seat on turn"""
    scores: NDArray[np.float64]
    """[nth of the moves] its heuristic score, then its prior"""
    cover: NDArray[np.uint64]
    """[WORDS * team] the squares where a piece of the team could come to lie"""
    building: NDArray[np.float64]
    """[square] what a cube there is worth to the team on turn"""
    blocking: NDArray[np.float64]
    """[4 * square + cubes] what this many cubes there are worth, because they block the other team"""
    scratch: Scratch


def workspace_for(layout: Layout) -> Workspace:
    """Working arrays for any state of a game."""
    squares, sites = int(layout.facts[at.SQUARES]) + 1, int(layout.facts[at.SITES]) + 1
    return Workspace(
        np.zeros((2, squares), dtype=np.int32),
        np.zeros((3, squares), dtype=np.int32),
        np.zeros((8, squares), dtype=np.int32),
        np.zeros(2, dtype=np.int32),
        np.zeros(sites, dtype=np.int32),
        np.zeros(sites, dtype=np.float64),
        np.zeros(2 * int(layout.facts[at.WORDS]), dtype=np.uint64),
        np.zeros(squares, dtype=np.float64),
        np.zeros(4 * squares, dtype=np.float64),
        scratch_for(layout),
    )


def _entering() -> Bytes:
    table = np.zeros(2 * at.CODES, dtype=np.uint8)
    for team in range(2):
        for code in range(at.CODES):
            foreign = (EMPTY_COST, LOW_COST, MIDDLE_COST, NEVER)[at.HEIGHT[code]]
            table[team << 6 | code] = 0 if at.TOP[code] == team + 1 else foreign
    return table


def _raising() -> Bytes:
    table = np.full(2 << 12, NEVER, dtype=np.uint8)
    for team in range(2):
        for one in range(at.CODES):
            for other in range(at.CODES):
                built = [_built_on(code, team) for code in (one, other)]
                low, high = sorted(built, key=lambda code: int(at.HEIGHT[code]))
                if any(at.TOP[code] != team + 1 for code in built):
                    continue
                cubes = 0
                while not at.CONNECT[team << 12 | low << 6 | high]:
                    low |= team + 1 << 2 * int(at.HEIGHT[low])
                    cubes += 1
                table[team << 12 | one << 6 | other] = RAISING * cubes
    return table


def _built_on(code: int, team: int) -> int:
    """A column with a cube of the team on top, if there is room for one."""
    if at.TOP[code] == team + 1 or at.HEIGHT[code] == 3:
        return code
    return code | team + 1 << 2 * int(at.HEIGHT[code])


ENTERING = _entering()
"""[team << 6 | column] what a square costs the team"""
BETWEEN = _raising()
"""[team << 12 | column << 6 | column] what it costs the team to join two squares once both are its own"""


@compiled
def measure_distances(layout: Layout, state: StateBytes, workspace: Workspace) -> int:
    """Find the placements of the seat on turn and both teams' distances; the number of placements."""
    columns, words = layout.facts[at.COLUMNS], layout.facts[at.WORDS]
    found = placements(layout, state, np.int64(state[at.SEAT]), workspace.moves, workspace.scratch)
    _find_cover(layout, state, workspace)
    for square in range(layout.facts[at.SQUARES]):
        column = np.int64(state[columns + square])
        for team in range(2):
            cost: Whole = np.int64(ENTERING[team << 6 | column])
            covered = workspace.cover[team * words + (square >> 6)] >> np.uint64(square & 63) & np.uint64(1)
            if cost != 0 and covered == np.uint64(0):
                cost = min(NEVER, cost + NO_STAND)
            workspace.cost[team, square] = cost
    for team in range(2):
        workspace.nearest[team] = _shortest_path(layout, state, team, workspace)
    return found


@inlined
def _find_cover(layout: Layout, state: StateBytes, workspace: Workspace) -> None:
    """Find all squares where a piece of each team could come to lie, from the stands just found."""
    words = layout.facts[at.WORDS]
    cover = workspace.cover
    # While the neutral pieces are laid, both teams can still lie everywhere.
    for word in range(2 * words):
        cover[word] = ~np.uint64(0) if state[at.NEUTRAL_DUE] != 0 else np.uint64(0)
    for turning in range(layout.facts[at.TURNINGS]):
        shape = layout.turnings[at.TURNING * turning]
        teams = 0
        for seat in range(layout.facts[at.PLAYERS]):
            if has_shape(layout, state, seat, shape):
                teams |= 1 << (seat & 1)
        if teams == 0:
            continue
        stands = stands_from(layout, turning)
        for nth in range(layout.turnings[at.TURNING * turning + 1]):
            away = np.uint64(layout.slots[2 * layout.turnings[at.TURNING * turning + 2 + nth]])
            carried = np.uint64(0)
            for word in range(words):
                corners = workspace.scratch.words[stands + word]
                squares = corners << away | carried
                carried = corners >> np.uint64(1) >> np.uint64(63) - away
                for team in range(2):
                    if teams >> team & 1:
                        cover[team * words + word] |= squares


@inlined
def _shortest_path(layout: Layout, state: StateBytes, team: Whole, workspace: Workspace) -> Whole:
    """Write ``through`` for a team; the length of its shortest path."""
    squares = layout.facts[at.SQUARES]
    for side in range(layout.facts[at.SIDES]):
        _distances_from_side(layout, state, team, side, workspace)
    nearest = 2 * NEVER
    for square in range(squares):
        best = 2 * NEVER
        for link in range(layout.facts[at.LINKS]):
            place = 256 + 3 * link
            best = min(
                best,
                workspace.field[layout.sides[place], square]
                + workspace.field[layout.sides[place + 1], square],
            )
        best -= workspace.cost[team, square]
        workspace.through[team, square] = best
        nearest = min(nearest, best)
    return min(nearest, NEVER)


@compiled
def _distances_from_side(
    layout: Layout, state: StateBytes, team: Whole, side: Whole, workspace: Workspace
) -> None:
    """Write the shortest ways from a side to every square: label correcting, with a queue in a ring."""
    squares, columns = layout.facts[at.SQUARES], layout.facts[at.COLUMNS]
    cost, field = workspace.cost[team], workspace.field[side]
    queue = workspace.scratch.numbers[: squares + 1]
    queued = workspace.scratch.numbers[squares + 1 : 2 * squares + 2]
    head, waiting = 0, 0
    for square in range(squares + 1):
        queued[square] = 0
        field[square] = NEVER
    for square in range(squares):
        if layout.squares[5 * square + 4] >> side & 1 and cost[square] < NEVER:
            field[square] = cost[square]
            queued[square] = 1
            queue[waiting] = square
            waiting += 1
    while waiting:
        square = queue[head]
        head = head + 1 if head < squares else 0
        waiting -= 1
        queued[square] = 0
        here = team << 12 | np.int64(state[columns + square]) << 6
        way = field[square]
        for direction in range(4):
            beside = layout.squares[5 * square + direction]
            if beside == squares:
                continue
            longer = way + cost[beside] + BETWEEN[here | state[columns + beside]]
            if longer < field[beside]:
                field[beside] = longer
                if not queued[beside]:
                    queued[beside] = 1
                    place = head + waiting
                    queue[place if place <= squares else place - squares - 1] = beside
                    waiting += 1
