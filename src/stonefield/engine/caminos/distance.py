"""How far each team is from a path: what must still be built, counting only where a piece could stand.

Distances are in half cubes. A square of one's own colour costs nothing, an empty one a cube, a foreign top
more the higher it is, for only few pieces reach over it; nothing rises above three, so a foreign top there
is a wall for good. Two neighbours that would not meet along their wall cost the cubes that raise the lower.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos.ground import (
    CODES,
    COLUMNS,
    CONNECT,
    HEIGHT,
    LINKS,
    NEUTRAL_DUE,
    PLAYERS,
    SEAT,
    SIDES,
    SITES,
    SQUARES,
    TOP,
    TURNING,
    TURNINGS,
    WIDEST,
    WORDS,
    Bytes,
    Ground,
    Numbers,
    Room,
    State,
    room_for,
)
from stonefield.engine.caminos.kernel import (
    copy_state,
    has_shape,
    is_over,
    placements,
    play,
    put,
    stands_from,
)
from stonefield.engine.caminos.paths import joins_sides
from stonefield.engine.compiled import Whole, compiled, inlined

EMPTY_COST, LOW_COST, MIDDLE_COST, RAISING = 2, 3, 6, 3
NO_STAND = 8
"""What a square costs in addition where no piece of the team could come to lie now."""
NEVER = 120
"""No path is that long: what can never be built over."""
CHANGES = 2


class Notes(NamedTuple):
    """A thread's working space, and what it last found out about a state."""

    cost: NDArray[np.int32]
    """[team, square] what the square costs the team"""
    through: NDArray[np.int32]
    """[team, square] the length of the team's shortest path through the square; for [CHANGES, square] see
    ``columns_short``"""
    field: NDArray[np.int32]
    """[side, square] the way from the side to the square, both included"""
    nearest: NDArray[np.int32]
    """[team] the length of its shortest path"""
    moves: Numbers
    """the placements of whoever is on turn"""
    scores: NDArray[np.float64]
    """[nth of the moves] what speaks for it"""
    cover: NDArray[np.uint64]
    """[WORDS * team] the squares where a piece of the team could come to lie"""
    room: Room


def notes_for(ground: Ground) -> Notes:
    """Empty notes."""
    squares, sites = int(ground.facts[SQUARES]) + 1, int(ground.facts[SITES]) + 1
    return Notes(
        np.zeros((2, squares), dtype=np.int32),
        np.zeros((3, squares), dtype=np.int32),
        np.zeros((8, squares), dtype=np.int32),
        np.zeros(2, dtype=np.int32),
        np.zeros(sites, dtype=np.int32),
        np.zeros(sites, dtype=np.float64),
        np.zeros(2 * int(ground.facts[WORDS]), dtype=np.uint64),
        room_for(ground),
    )


def _entering() -> Bytes:
    table = np.zeros(2 * CODES, dtype=np.uint8)
    for team in range(2):
        for code in range(CODES):
            foreign = (EMPTY_COST, LOW_COST, MIDDLE_COST, NEVER)[HEIGHT[code]]
            table[team << 6 | code] = 0 if TOP[code] == team + 1 else foreign
    return table


def _raising() -> Bytes:
    table = np.full(2 << 12, NEVER, dtype=np.uint8)
    for team in range(2):
        for one in range(CODES):
            for other in range(CODES):
                built = [_built_on(code, team) for code in (one, other)]
                low, high = sorted(built, key=lambda code: int(HEIGHT[code]))
                if any(TOP[code] != team + 1 for code in built):
                    continue
                cubes = 0
                while not CONNECT[team << 12 | low << 6 | high]:
                    low |= team + 1 << 2 * int(HEIGHT[low])
                    cubes += 1
                table[team << 12 | one << 6 | other] = RAISING * cubes
    return table


def _built_on(code: int, team: int) -> int:
    """A column with a cube of the team on top, if there is room for one."""
    if TOP[code] == team + 1 or HEIGHT[code] == 3:
        return code
    return code | team + 1 << 2 * int(HEIGHT[code])


ENTERING = _entering()
"""[team << 6 | column] what a square costs the team"""
BETWEEN = _raising()
"""[team << 12 | column << 6 | column] what it costs the team to join two squares once both are its own"""


@compiled
def survey(ground: Ground, state: State, notes: Notes) -> int:
    """Find the placements of whoever is on turn and both teams' distances; the number of placements."""
    columns, words = ground.facts[COLUMNS], ground.facts[WORDS]
    found = placements(ground, state, np.int64(state[SEAT]), notes.moves, notes.room)
    _find_cover(ground, state, notes)
    for square in range(ground.facts[SQUARES]):
        column = np.int64(state[columns + square])
        for team in range(2):
            cost: Whole = np.int64(ENTERING[team << 6 | column])
            covered = notes.cover[team * words + (square >> 6)] >> np.uint64(square & 63) & np.uint64(1)
            if cost != 0 and covered == np.uint64(0):
                cost = min(NEVER, cost + NO_STAND)
            notes.cost[team, square] = cost
    for team in range(2):
        notes.nearest[team] = _measure(ground, state, team, notes)
    return found


@inlined
def _find_cover(ground: Ground, state: State, notes: Notes) -> None:
    """Find all squares where a piece of each team could come to lie, from the stands just found."""
    words = ground.facts[WORDS]
    cover = notes.cover
    # While the neutral pieces are laid, everybody can still stand everywhere.
    for word in range(2 * words):
        cover[word] = ~np.uint64(0) if state[NEUTRAL_DUE] != 0 else np.uint64(0)
    for turning in range(ground.facts[TURNINGS]):
        shape = ground.turnings[TURNING * turning]
        teams = 0
        for seat in range(ground.facts[PLAYERS]):
            if has_shape(ground, state, seat, shape):
                teams |= 1 << (seat & 1)
        if teams == 0:
            continue
        stands = stands_from(ground, turning)
        for nth in range(ground.turnings[TURNING * turning + 1]):
            away = np.uint64(ground.slots[2 * ground.turnings[TURNING * turning + 2 + nth]])
            carried = np.uint64(0)
            for word in range(words):
                corners = notes.room.words[stands + word]
                squares = corners << away | carried
                carried = corners >> np.uint64(1) >> np.uint64(63) - away
                for team in range(2):
                    if teams >> team & 1:
                        cover[team * words + word] |= squares


@inlined
def _measure(ground: Ground, state: State, team: Whole, notes: Notes) -> Whole:
    """Write ``through`` for a team; the length of its shortest path."""
    squares = ground.facts[SQUARES]
    for side in range(ground.facts[SIDES]):
        _spread(ground, state, team, side, notes)
    nearest = 2 * NEVER
    for square in range(squares):
        best = 2 * NEVER
        for link in range(ground.facts[LINKS]):
            at = 256 + 3 * link
            best = min(
                best, notes.field[ground.sides[at], square] + notes.field[ground.sides[at + 1], square]
            )
        best -= notes.cost[team, square]
        notes.through[team, square] = best
        nearest = min(nearest, best)
    return min(nearest, NEVER)


@compiled
def _spread(ground: Ground, state: State, team: Whole, side: Whole, notes: Notes) -> None:
    """Write the ways from a side to every square; a square is taken up again when its way gets shorter."""
    squares, columns = ground.facts[SQUARES], ground.facts[COLUMNS]
    cost, field = notes.cost[team], notes.field[side]
    queue = notes.room.numbers[: squares + 1]
    queued = notes.room.numbers[squares + 1 : 2 * squares + 2]
    head, waiting = 0, 0
    for square in range(squares + 1):
        queued[square] = 0
        field[square] = NEVER
    for square in range(squares):
        if ground.squares[5 * square + 4] >> side & 1 and cost[square] < NEVER:
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
            beside = ground.squares[5 * square + direction]
            if beside == squares:
                continue
            longer = way + cost[beside] + BETWEEN[here | state[columns + beside]]
            if longer < field[beside]:
                field[beside] = longer
                if not queued[beside]:
                    queued[beside] = 1
                    at = head + waiting
                    queue[at if at <= squares else at - squares - 1] = beside
                    waiting += 1


@compiled
def columns_short(ground: Ground, state: State, team: Whole, most: Whole, notes: Notes) -> Whole:
    """The fewest columns that must change hands for a path of the team, walls aside; NEVER if over ``most``.

    Leaves that number for the paths through each square in ``through[CHANGES]``.
    """
    squares, columns = ground.facts[SQUARES], ground.facts[COLUMNS]
    through = notes.through[CHANGES]
    for square in range(squares):
        through[square] = NEVER
    scratch = notes.room.numbers
    for side in range(ground.facts[SIDES]):
        field = notes.field[side]
        for square in range(squares + 1):
            field[square] = NEVER
        # Rounds of equal length: squares reached with so many foreign columns, found from those before.
        now, following, waiting, later = 0, squares + 1, 0, 0
        for square in range(squares):
            if ground.squares[5 * square + 4] >> side & 1:
                step = _changes(state[columns + square], team)
                if step == 0:
                    field[square] = 0
                    scratch[now + waiting] = square
                    waiting += 1
                elif step == 1:
                    field[square] = 1
                    scratch[following + later] = square
                    later += 1
        length = 0
        while length <= most:
            done = 0
            while done < waiting:
                square = scratch[now + done]
                done += 1
                if field[square] != length:
                    continue
                for direction in range(4):
                    beside = ground.squares[5 * square + direction]
                    if beside == squares:
                        continue
                    step = _changes(state[columns + beside], team)
                    if length + step < field[beside]:
                        field[beside] = length + step
                        if step == 0:
                            scratch[now + waiting] = beside
                            waiting += 1
                        else:
                            scratch[following + later] = beside
                            later += 1
            now, following = following, now
            waiting, later = later, 0
            length += 1
    fewest = NEVER
    for square in range(squares):
        step = _changes(state[columns + square], team)
        for link in range(ground.facts[LINKS]):
            at = 256 + 3 * link
            way = notes.field[ground.sides[at], square] + notes.field[ground.sides[at + 1], square] - step
            through[square] = min(through[square], way)
        fewest = min(fewest, through[square])
    return fewest


@inlined
def _changes(column: Whole, team: Whole) -> Whole:
    if TOP[column] == team + 1:
        return 0
    return 1 if HEIGHT[column] < 3 else NEVER


@compiled
def next_winning(
    ground: Ground, state: State, notes: Notes, start: Whole, count: Whole, after: State
) -> Whole:
    """Which of the moves in the notes, from ``start`` up to ``count``, is the first to win at once, or -1.

    ``notes.through[CHANGES]`` must be up to date for the team on turn; ``after`` is spare room.
    """
    team = np.int64(state[SEAT]) & 1
    through = notes.through[CHANGES]
    for nth in range(start, count):
        site = np.int64(notes.moves[nth])
        first, end = ground.sites[2 * site], ground.sites[2 * site + 2]
        for at in range(first, end):
            if through[ground.cells[at] & 0xFFFF] <= end - first:
                copy_state(state, after)
                put(ground, after, site, team + 1)
                if joins_sides(ground, after, team, site, notes.room):
                    return nth
                break
    return -1


@compiled
def mark_losing(ground: Ground, state: State, moves: Numbers, lost: Bytes, notes: Notes) -> None:
    """Say of each of these moves whether it lets the other team win with its next one."""
    after, spare = np.empty_like(state), np.empty_like(state)
    widest = ground.facts[WIDEST]
    for nth in range(moves.size):
        lost[nth] = 0
        copy_state(state, after)
        play(ground, after, np.int64(moves[nth]), notes.room)
        team = np.int64(after[SEAT]) & 1
        if is_over(ground, after) or team == np.int64(state[SEAT]) & 1:
            continue
        if columns_short(ground, after, team, widest, notes) <= widest:
            count = placements(ground, after, np.int64(after[SEAT]), notes.moves, notes.room)
            if next_winning(ground, after, notes, np.int64(0), count, spare) >= 0:
                lost[nth] = 1
