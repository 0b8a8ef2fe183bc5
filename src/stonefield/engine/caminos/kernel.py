"""The rules of Caminos compiled: legal moves, playing, paths, points and random games."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos.ground import (
    AT_BORDER,
    BORDER,
    COLUMNS,
    COUNT,
    HANDS,
    HEIGHT,
    LAID_FIRST,
    LAID_OTHERS,
    NEUTRAL_DUE,
    OUT,
    PLAYERS,
    SEAT,
    SHAPE,
    SHAPES,
    SITES,
    SLOTS,
    SQUARES,
    SWAP,
    SWAPPED,
    TURNING,
    TURNINGS,
    WON,
    WORDS,
    Ground,
    Numbers,
    Room,
    State,
)
from stonefield.engine.caminos.paths import joins_sides
from stonefield.engine.compiled import Whole, Word, compiled, inlined, lowest_bit

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inlined
def copy_state(source: State, target: State) -> None:
    """Make one state like another; a plain loop compiles in a fraction of the time of a slice."""
    for at in range(source.size):
        target[at] = source[at]


@inlined
def is_over(ground: Ground, state: State) -> bool:
    """Whether the game has ended."""
    return bool(state[WON] != 0 or state[OUT] == (1 << ground.facts[PLAYERS]) - 1)


@inlined
def stands_from(ground: Ground, turning: Whole) -> Whole:
    """Where in ``Room.words`` the corners of a turning begin."""
    words = ground.facts[WORDS]
    return 3 * (words + 1) + (ground.facts[SLOTS] + turning) * words


@compiled
def find_stands(ground: Ground, state: State, room: Room) -> None:
    """Write into ``room.words`` where each turning of each piece could stand now."""
    words, columns = ground.facts[WORDS], ground.facts[COLUMNS]
    sets = room.words
    for word in range(3 * (words + 1)):
        sets[word] = _ZERO
    for square in range(ground.facts[SQUARES]):
        height = HEIGHT[state[columns + square]]
        if height < 3:
            sets[height * (words + 1) + (square >> 6)] |= _ONE << np.uint64(square & 63)
    slots = 3 * (words + 1)
    for slot in range(ground.facts[SLOTS]):
        away = np.uint64(ground.slots[2 * slot])
        here = ground.slots[2 * slot + 1] * (words + 1)
        for word in range(words):
            # Two shifts, for one by 64 means nothing.
            beyond = sets[here + word + 1] << _ONE << np.uint64(63) - away
            sets[slots + slot * words + word] = sets[here + word] >> away | beyond
    for turning in range(ground.facts[TURNINGS]):
        stands = stands_from(ground, turning)
        about = TURNING * turning
        for word in range(words):
            corners = ground.corners[turning * words + word]
            for column in range(ground.turnings[about + 1]):
                corners &= sets[slots + ground.turnings[about + 2 + column] * words + word]
            sets[stands + word] = corners


@inlined
def has_shape(ground: Ground, state: State, seat: Whole, shape: Whole) -> bool:
    """Whether a seat may choose a shape, were it to place now."""
    shapes = ground.facts[SHAPES]
    if state[NEUTRAL_DUE] != 0:
        return bool(shape == shapes)
    return bool(shape < shapes and state[HANDS + seat * shapes + shape] != 0)


@compiled
def can_place(ground: Ground, state: State, seat: Whole, room: Room) -> bool:
    """Whether a seat could place a piece, were it its turn now."""
    find_stands(ground, state, room)
    for turning in range(ground.facts[TURNINGS]):
        if has_shape(ground, state, seat, ground.turnings[TURNING * turning]):
            stands = stands_from(ground, turning)
            for word in range(ground.facts[WORDS]):
                if room.words[stands + word] != _ZERO:
                    return True
    return False


@inlined
def may_swap(ground: Ground, state: State) -> bool:
    """Whether the second player may take the first one's colour now."""
    return bool(
        ground.facts[SWAP] != 0
        and state[SWAPPED] == 0
        and state[SEAT] == 1
        and state[LAID_FIRST] == 1
        and state[LAID_OTHERS] == 0
    )


@compiled
def placements(ground: Ground, state: State, seat: Whole, moves: Numbers, room: Room) -> int:
    """Write every placement a seat could make into ``moves``; their number."""
    find_stands(ground, state, room)
    found = 0
    for turning in range(ground.facts[TURNINGS]):
        if has_shape(ground, state, seat, ground.turnings[TURNING * turning]):
            stands = stands_from(ground, turning)
            sites = turning * ground.facts[SQUARES]
            for word in range(ground.facts[WORDS]):
                corners = room.words[stands + word]
                while corners != _ZERO:
                    moves[found] = ground.site_at[sites + 64 * word + np.int64(lowest_bit(corners))]
                    found += 1
                    corners &= corners - _ONE
    return found


@compiled
def legal_moves(ground: Ground, state: State, moves: Numbers, room: Room) -> int:
    """Write every legal move into ``moves`` (room for all sites and one); their number."""
    if is_over(ground, state):
        return 0
    found = placements(ground, state, np.int64(state[SEAT]), moves, room)
    if may_swap(ground, state):
        moves[found] = ground.facts[SITES]
        found += 1
    return found


@inlined
def put(ground: Ground, state: State, site: Whole, code: Whole) -> None:
    """Stack a site's cubes on its columns."""
    columns = ground.facts[COLUMNS]
    for at in range(ground.sites[2 * site], ground.sites[2 * site + 2]):
        cell = ground.cells[at]
        place = columns + (cell & 0xFFFF)
        column = np.int64(state[place])
        level = np.int64(HEIGHT[column])
        for _ in range(cell >> COUNT):
            column |= code << 2 * level
            level += 1
        state[place] = column


@compiled
def lay(ground: Ground, state: State, site: Whole, room: Room) -> Whole:
    """Place a piece for whoever is on turn and see whether it wins; the seat that would be next."""
    if state[NEUTRAL_DUE] != 0:
        put(ground, state, site, 3)
        state[NEUTRAL_DUE] -= 1
        return 0
    seat = np.int64(state[SEAT])
    team = seat & 1
    put(ground, state, site, team + 1)
    about = ground.sites[2 * site + 1]
    state[HANDS + seat * ground.facts[SHAPES] + (about >> SHAPE)] -= 1
    state[BORDER + team] += about & AT_BORDER
    laid = LAID_FIRST if seat == 0 else LAID_OTHERS
    if state[laid] < 2:
        state[laid] += 1
    if joins_sides(ground, state, team, site, room):
        state[WON] = team + 1
    return (seat + 1) % ground.facts[PLAYERS]


@compiled
def give_turn(ground: Ground, state: State, seat: Whole, room: Room) -> None:
    """Hand the turn to the first seat from ``seat`` on that can place; whoever cannot is out for good."""
    while state[NEUTRAL_DUE] != 0:
        state[SEAT] = 2 - state[NEUTRAL_DUE]
        if can_place(ground, state, np.int64(state[SEAT]), room):
            return
        state[OUT] |= 1 << state[SEAT]
        state[NEUTRAL_DUE] -= 1
    state[SEAT] = seat
    for step in range(ground.facts[PLAYERS]):
        following = (seat + step) % ground.facts[PLAYERS]
        if not state[OUT] >> following & 1:
            if state[WON] != 0 or can_place(ground, state, following, room):
                state[SEAT] = following
                return
            state[OUT] |= 1 << following


@compiled
def play(ground: Ground, state: State, move: Whole, room: Room) -> None:
    """Change ``state`` by a legal move."""
    if move == ground.facts[SITES]:
        state[SWAPPED] = 1
        return
    give_turn(ground, state, lay(ground, state, move, room), room)


@compiled
def state_key(state: State) -> Word:
    """A hash of everything in a state that the rest of the game depends on."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for at in range(state.size):
        key = (key ^ np.uint64(state[at])) * np.uint64(0xD6E8FEB86659FD93)
        key ^= key >> np.uint64(29)
    return key


@compiled
def leaves(ground: Ground, state: State, depth: Whole, room: Room) -> int:
    """The positions after that many plies; a game that ended earlier is one leaf."""
    moves = np.empty(ground.facts[SITES] + 1, dtype=np.int32)
    count = legal_moves(ground, state, moves, room)
    if depth == 0 or count == 0:
        return 1
    if depth == 1:
        return count
    total = 0
    after = np.empty_like(state)
    for nth in range(count):
        copy_state(state, after)
        play(ground, after, moves[nth], room)
        total += leaves(ground, after, depth - 1, room)
    return total
