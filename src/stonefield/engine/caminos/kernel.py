"""The rules of Caminos compiled: legal moves, playing, paths, points and random games."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos.ground import (
    AT_BORDER,
    BORDER,
    COLUMNS,
    CONNECT,
    COUNT,
    HANDS,
    HEIGHT,
    LAID_FIRST,
    LAID_OTHERS,
    LINKS,
    NEUTRAL_DUE,
    OUT,
    PLAYERS,
    POINTS,
    SEAT,
    SHAPE,
    SHAPES,
    SIDES,
    SITES,
    SLOTS,
    SQUARES,
    SWAP,
    SWAPPED,
    TOP,
    TURNING,
    TURNINGS,
    WON,
    WORDS,
    Ground,
    Numbers,
    State,
)
from stonefield.engine.compiled import Whole, Word, bit_count, compiled, inlined, lowest_bit

Words = NDArray[np.uint64]

FAR = 1 << 20
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


class Room(NamedTuple):
    """A thread's working space."""

    numbers: Numbers
    """three for every square and one more of each"""
    words: Words
    """sets of squares: those of height 0, 1 and 2, each with an empty word behind it; for every slot the
    corners of pieces that find the right height there; for every turning the corners where it can stand"""


def room_for(ground: Ground) -> Room:
    """Enough of it."""
    words, parts = int(ground.facts[WORDS]), int(ground.facts[SLOTS]) + int(ground.facts[TURNINGS])
    return Room(
        np.zeros(3 * (int(ground.facts[SQUARES]) + 1), dtype=np.int32),
        np.zeros(3 * (words + 1) + parts * words, dtype=np.uint64),
    )


@inlined
def next_random(random: Words) -> Word:
    """The next of a sequence of 64 random bits (xorshift); ``random`` holds its last one, never zero."""
    bits = random[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    random[0] = bits
    return bits


@inlined
def below(random: Words, bound: Whole) -> Whole:
    """A random whole number from 0 up to, but not including, ``bound`` (at most 2**31)."""
    return np.int64((next_random(random) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))


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


@compiled
def joins_sides(ground: Ground, state: State, team: Whole, site: Whole, room: Room) -> bool:
    """Whether a path of the team through one of a site's columns joins two sides that count."""
    squares, columns = ground.facts[SQUARES], ground.facts[COLUMNS]
    reached = room.numbers[: squares + 1]
    frontier = room.numbers[squares + 1 : 2 * squares + 2]
    for square in range(squares + 1):
        reached[square] = 0
    table = team << 12
    for at in range(ground.sites[2 * site], ground.sites[2 * site + 2]):
        start = ground.cells[at] & 0xFFFF
        if reached[start]:
            continue
        reached[start] = 1
        frontier[0] = start
        waiting = 1
        touched = 0
        while waiting:
            waiting -= 1
            square = frontier[waiting]
            touched |= ground.squares[5 * square + 4]
            here = table | np.int64(state[columns + square]) << 6
            for direction in range(4):
                beside = ground.squares[5 * square + direction]
                if not reached[beside] and CONNECT[here | state[columns + beside]]:
                    reached[beside] = 1
                    frontier[waiting] = beside
                    waiting += 1
        if ground.sides[touched]:
            return True
    return False


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
def random_placement(ground: Ground, state: State, random: Words, room: Room) -> Whole:
    """One of the placements of the seat on turn, each as likely as the others; -1 if there is none."""
    find_stands(ground, state, room)
    seat = np.int64(state[SEAT])
    words = ground.facts[WORDS]
    found: Whole = 0
    for turning in range(ground.facts[TURNINGS]):
        if has_shape(ground, state, seat, ground.turnings[TURNING * turning]):
            stands = stands_from(ground, turning)
            for word in range(words):
                found += np.int64(bit_count(room.words[stands + word]))
    if found == 0:
        return -1
    nth = below(random, found)
    for turning in range(ground.facts[TURNINGS]):
        if has_shape(ground, state, seat, ground.turnings[TURNING * turning]):
            stands = stands_from(ground, turning)
            for word in range(words):
                corners = room.words[stands + word]
                here = np.int64(bit_count(corners))
                if nth >= here:
                    nth -= here
                    continue
                for _ in range(nth):
                    corners &= corners - _ONE
                corner = 64 * word + np.int64(lowest_bit(corners))
                return ground.site_at[turning * ground.facts[SQUARES] + corner]
    return -1


@compiled
def playout(ground: Ground, state: State, random: Words, room: Room) -> None:
    """Play random moves to the end; nobody swaps."""
    players = ground.facts[PLAYERS]
    everybody = (1 << players) - 1
    while state[WON] == 0 and state[OUT] != everybody:
        site = random_placement(ground, state, random, room)
        following = (np.int64(state[SEAT]) + 1) % players
        if site >= 0:
            following = lay(ground, state, site, room)
        else:
            state[OUT] |= 1 << state[SEAT]
            if state[NEUTRAL_DUE] != 0:
                state[NEUTRAL_DUE] -= 1
                following = 0
        if state[NEUTRAL_DUE] != 0:
            following = 2 - state[NEUTRAL_DUE]
        while state[OUT] != everybody and state[OUT] >> following & 1:
            following = (following + 1) % players
        state[SEAT] = following


@compiled
def fewest_points(ground: Ground, state: State, team: Whole, opposite: Whole, room: Room) -> int:
    """The points of the team's cheapest path between sides that are (1) or are not (0) opposite, or FAR."""
    squares, columns = ground.facts[SQUARES], ground.facts[COLUMNS]
    price = room.numbers[: squares + 1]
    queue = room.numbers[squares + 1 : 2 * squares + 2]
    queued = room.numbers[2 * squares + 2 : 3 * squares + 3]
    best = FAR
    for side in range(ground.facts[SIDES]):
        goals = 0
        for link in range(ground.facts[LINKS]):
            at = 256 + 3 * link
            if ground.sides[at] == side and ground.sides[at + 2] == opposite:
                goals |= 1 << ground.sides[at + 1]
        if goals == 0:
            continue
        for square in range(squares + 1):
            price[square] = FAR
            queued[square] = 0
        head, waiting = 0, 0
        for square in range(squares):
            if ground.squares[5 * square + 4] >> side & 1 and TOP[state[columns + square]] == team + 1:
                price[square] = 1
                queued[square] = 1
                queue[waiting] = square
                waiting += 1
        # A queue that takes a square up again when it gets cheaper: prices are small and so are boards.
        while waiting:
            square = queue[head]
            head = head + 1 if head < squares else 0
            waiting -= 1
            queued[square] = 0
            here = np.int64(state[columns + square])
            if ground.squares[5 * square + 4] & goals:
                best = min(best, price[square])
            for direction in range(4):
                beside = ground.squares[5 * square + direction]
                there = np.int64(state[columns + beside])
                if CONNECT[team << 12 | here << 6 | there]:
                    rise = np.int64(HEIGHT[here]) - np.int64(HEIGHT[there])
                    reached = price[square] + 1 + abs(rise)
                    if reached < price[beside]:
                        price[beside] = reached
                        if not queued[beside]:
                            queued[beside] = 1
                            queue[(head + waiting) % (squares + 1)] = beside
                            waiting += 1
    return best


@compiled
def path_points(ground: Ground, state: State, team: Whole, room: Room) -> int:
    """What the team's winning path scores."""
    most = 0
    for opposite in range(2):
        points = fewest_points(ground, state, team, opposite, room)
        if points < FAR:
            most = max(most, points * (2 if opposite and ground.facts[SIDES] == 8 else 1))
    return most


@compiled
def verdict(ground: Ground, state: State, room: Room) -> tuple[Whole, Whole]:
    """Of a game that is over: 1 if the team that began has won, -1 if the other; and its lead in points."""
    won = np.int64(state[WON])
    if ground.facts[POINTS] == 0:
        return (3 - 2 * won if won else 0), 0
    if won:
        points = path_points(ground, state, won - 1, room)
        return 3 - 2 * won, (3 - 2 * won) * points
    first, second = np.int64(state[BORDER]), np.int64(state[BORDER + 1])
    if first == second:
        return 0, 0
    return (1, second) if first < second else (-1, -first)


@compiled
def playouts(ground: Ground, state: State, random: Words, room: Room, count: Whole) -> int:
    """That many random games; by how many the team that began won more than it lost."""
    game = np.empty_like(state)
    lead = 0
    for _ in range(count):
        copy_state(state, game)
        playout(ground, game, random, room)
        lead += verdict(ground, game, room)[0]
    return lead


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
