"""The rules of Caminos compiled: what is legal, what a move does, and when it is over."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, Numbers, Scratch, StateBytes
from stonefield.engine.caminos.paths import joins_sides
from stonefield.engine.compiled import Whole, allocating, compiled, inlined, lowest_bit

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inlined
def copy_state(source: StateBytes, target: StateBytes) -> None:
    """Make one state like another; a plain loop compiles in a fraction of the time of a slice."""
    for place in range(source.size):
        target[place] = source[place]


@inlined
def is_over(layout: Layout, state: StateBytes) -> bool:
    """Whether the game has ended."""
    return bool(state[at.WON] != 0 or state[at.OUT] == (1 << layout.facts[at.PLAYERS]) - 1)


@inlined
def stands_from(layout: Layout, turning: Whole) -> Whole:
    """Where in ``Scratch.words`` the corners of a turning begin."""
    words = layout.facts[at.WORDS]
    return 3 * (words + 1) + (layout.facts[at.SLOTS] + turning) * words


@compiled
def find_stands(layout: Layout, state: StateBytes, scratch: Scratch) -> None:
    """Write into ``scratch.words`` where each turning of each piece could stand now."""
    words, columns = layout.facts[at.WORDS], layout.facts[at.COLUMNS]
    sets = scratch.words
    for word in range(3 * (words + 1)):
        sets[word] = _ZERO
    for square in range(layout.facts[at.SQUARES]):
        height = at.HEIGHT[state[columns + square]]
        if height < 3:
            sets[height * (words + 1) + (square >> 6)] |= _ONE << np.uint64(square & 63)
    slots = 3 * (words + 1)
    for slot in range(layout.facts[at.SLOTS]):
        away = np.uint64(layout.slots[2 * slot])
        here = layout.slots[2 * slot + 1] * (words + 1)
        for word in range(words):
            # Two shifts, for one by 64 means nothing.
            beyond = sets[here + word + 1] << _ONE << np.uint64(63) - away
            sets[slots + slot * words + word] = sets[here + word] >> away | beyond
    for turning in range(layout.facts[at.TURNINGS]):
        stands = stands_from(layout, turning)
        about = at.TURNING * turning
        for word in range(words):
            corners = layout.corners[turning * words + word]
            for column in range(layout.turnings[about + 1]):
                corners &= sets[slots + layout.turnings[about + 2 + column] * words + word]
            sets[stands + word] = corners


@inlined
def has_shape(layout: Layout, state: StateBytes, seat: Whole, shape: Whole) -> bool:
    """Whether a seat may choose a shape, were it to place now."""
    shapes = layout.facts[at.SHAPES]
    if state[at.NEUTRAL_DUE] != 0:
        return bool(shape == shapes)
    return bool(shape < shapes and state[at.HANDS + seat * shapes + shape] != 0)


@compiled
def can_place(layout: Layout, state: StateBytes, seat: Whole, scratch: Scratch) -> bool:
    """Whether a seat could place a piece, were it its turn now."""
    find_stands(layout, state, scratch)
    for turning in range(layout.facts[at.TURNINGS]):
        if has_shape(layout, state, seat, layout.turnings[at.TURNING * turning]):
            stands = stands_from(layout, turning)
            for word in range(layout.facts[at.WORDS]):
                if scratch.words[stands + word] != _ZERO:
                    return True
    return False


@inlined
def may_swap(layout: Layout, state: StateBytes) -> bool:
    """Whether the second player may take the first one's colour now."""
    return bool(
        layout.facts[at.SWAP] != 0
        and state[at.SWAPPED] == 0
        and state[at.SEAT] == 1
        and state[at.LAID_FIRST] == 1
        and state[at.LAID_OTHERS] == 0
    )


@compiled
def placements(layout: Layout, state: StateBytes, seat: Whole, moves: Numbers, scratch: Scratch) -> int:
    """Write every placement a seat could make into ``moves``; their number."""
    find_stands(layout, state, scratch)
    found = 0
    for turning in range(layout.facts[at.TURNINGS]):
        if has_shape(layout, state, seat, layout.turnings[at.TURNING * turning]):
            stands = stands_from(layout, turning)
            sites = turning * layout.facts[at.SQUARES]
            for word in range(layout.facts[at.WORDS]):
                corners = scratch.words[stands + word]
                while corners != _ZERO:
                    moves[found] = layout.site_at[sites + 64 * word + np.int64(lowest_bit(corners))]
                    found += 1
                    corners &= corners - _ONE
    return found


@compiled
def legal_moves(layout: Layout, state: StateBytes, moves: Numbers, scratch: Scratch) -> int:
    """Write every legal move into ``moves`` (room for all sites and one); their number."""
    if is_over(layout, state):
        return 0
    found = placements(layout, state, np.int64(state[at.SEAT]), moves, scratch)
    if may_swap(layout, state):
        moves[found] = layout.facts[at.SITES]
        found += 1
    return found


@inlined
def put(layout: Layout, state: StateBytes, site: Whole, code: Whole) -> None:
    """Stack a site's cubes on its columns."""
    columns = layout.facts[at.COLUMNS]
    for index in range(layout.sites[2 * site], layout.sites[2 * site + 2]):
        cell = layout.cells[index]
        place = columns + (cell & 0xFFFF)
        column = np.int64(state[place])
        level = np.int64(at.HEIGHT[column])
        for _ in range(cell >> at.COUNT):
            column |= code << 2 * level
            level += 1
        state[place] = column


@compiled
def lay(layout: Layout, state: StateBytes, site: Whole, scratch: Scratch) -> Whole:
    """Place a piece for the seat on turn and see whether it wins; the seat that would be next."""
    if state[at.NEUTRAL_DUE] != 0:
        put(layout, state, site, 3)
        state[at.NEUTRAL_DUE] -= 1
        return 0
    seat = np.int64(state[at.SEAT])
    team = seat & 1
    put(layout, state, site, team + 1)
    about = layout.sites[2 * site + 1]
    state[at.HANDS + seat * layout.facts[at.SHAPES] + (about >> at.SHAPE)] -= 1
    state[at.BORDER + team] += about & at.AT_BORDER
    laid = at.LAID_FIRST if seat == 0 else at.LAID_OTHERS
    if state[laid] < 2:
        state[laid] += 1
    if joins_sides(layout, state, team, site, scratch):
        state[at.WON] = team + 1
    return (seat + 1) % layout.facts[at.PLAYERS]


@compiled
def give_turn(layout: Layout, state: StateBytes, seat: Whole, scratch: Scratch) -> None:
    """Hand the turn to the first seat from ``seat`` on that can place; a seat that cannot is out for good."""
    while state[at.NEUTRAL_DUE] != 0:
        state[at.SEAT] = 2 - state[at.NEUTRAL_DUE]
        if can_place(layout, state, np.int64(state[at.SEAT]), scratch):
            return
        state[at.OUT] |= 1 << state[at.SEAT]
        state[at.NEUTRAL_DUE] -= 1
    state[at.SEAT] = seat
    for step in range(layout.facts[at.PLAYERS]):
        following = (seat + step) % layout.facts[at.PLAYERS]
        if not state[at.OUT] >> following & 1:
            if state[at.WON] != 0 or can_place(layout, state, following, scratch):
                state[at.SEAT] = following
                return
            state[at.OUT] |= 1 << following


@compiled
def play(layout: Layout, state: StateBytes, move: Whole, scratch: Scratch) -> None:
    """Change ``state`` by a legal move."""
    if move == layout.facts[at.SITES]:
        state[at.SWAPPED] = 1
        return
    give_turn(layout, state, lay(layout, state, move, scratch), scratch)


@allocating
def perft(layout: Layout, state: StateBytes, depth: Whole, scratch: Scratch) -> int:
    """The number of ways to play on for this many plies; a game that ended earlier is one leaf."""
    moves = np.empty(layout.facts[at.SITES] + 1, dtype=np.int32)
    count = legal_moves(layout, state, moves, scratch)
    if depth == 0 or count == 0:
        return 1
    if depth == 1:
        return count
    total = 0
    after = np.empty_like(state)
    for nth in range(count):
        copy_state(state, after)
        play(layout, after, moves[nth], scratch)
        total += perft(layout, after, depth - 1, scratch)
    return total
