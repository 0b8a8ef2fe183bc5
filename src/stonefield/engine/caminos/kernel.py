"""The rules of Caminos compiled: legal moves, playing, paths, points and random games."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos.ground import (
    AT_BORDER,
    BASE,
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
    SHAPE_FROM,
    SHAPES,
    SIDES,
    SITES,
    SQUARES,
    SWAP,
    SWAPPED,
    TOP,
    WON,
    Ground,
    Numbers,
    State,
)
from stonefield.engine.compiled import Whole, Word, compiled, inlined

Words = NDArray[np.uint64]

TRIES = 24
"""How often a random move is guessed before all are looked through."""
FAR = 1 << 20


def scratch_of(ground: Ground) -> Numbers:
    """Working space for the functions below: the squares three times over, and all moves."""
    return np.zeros(3 * (int(ground.facts[SQUARES]) + 1) + int(ground.facts[SITES]) + 1, dtype=np.int32)


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
def is_over(ground: Ground, state: State) -> bool:
    """Whether the game has ended."""
    return bool(state[WON] != 0 or state[OUT] == (1 << ground.facts[PLAYERS]) - 1)


@inlined
def is_free(ground: Ground, state: State, site: Whole) -> bool:
    """Whether a site's piece would rest on exactly what is there."""
    columns = ground.facts[COLUMNS]
    for at in range(ground.sites[2 * site], ground.sites[2 * site + 2]):
        cell = ground.cells[at]
        if HEIGHT[state[columns + (cell & 0xFFFF)]] != cell >> BASE & 3:
            return False
    return True


@inlined
def has_shape(ground: Ground, state: State, seat: Whole, shape: Whole) -> bool:
    """Whether a seat may choose a shape, were it to place now."""
    shapes = ground.facts[SHAPES]
    if state[NEUTRAL_DUE] != 0:
        return bool(shape == shapes)
    return bool(shape < shapes and state[HANDS + seat * shapes + shape] != 0)


@compiled
def can_place(ground: Ground, state: State, seat: Whole) -> bool:
    """Whether a seat could place a piece, were it its turn now."""
    for shape in range(ground.facts[SHAPES] + 1):
        if has_shape(ground, state, seat, shape):
            for site in range(ground.facts[SHAPE_FROM + shape], ground.facts[SHAPE_FROM + shape + 1]):
                if is_free(ground, state, site):
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
def placements(ground: Ground, state: State, seat: Whole, moves: Numbers) -> int:
    """Write every placement a seat could make into ``moves``, in the rules' order; their number."""
    found = 0
    for shape in range(ground.facts[SHAPES] + 1):
        if has_shape(ground, state, seat, shape):
            for site in range(ground.facts[SHAPE_FROM + shape], ground.facts[SHAPE_FROM + shape + 1]):
                if is_free(ground, state, site):
                    moves[found] = site
                    found += 1
    return found


@compiled
def legal_moves(ground: Ground, state: State, moves: Numbers) -> int:
    """Write every legal move into ``moves`` (room: all sites and one) in the rules' order; their number."""
    if is_over(ground, state):
        return 0
    found = placements(ground, state, np.int64(state[SEAT]), moves)
    if may_swap(ground, state):
        moves[found] = ground.facts[SITES]
        found += 1
    return found


@compiled
def joins_sides(ground: Ground, state: State, team: Whole, site: Whole, scratch: Numbers) -> bool:
    """Whether a path of the team through one of a site's columns joins two sides that count."""
    squares, columns = ground.facts[SQUARES], ground.facts[COLUMNS]
    reached = scratch[: squares + 1]
    frontier = scratch[squares + 1 : 2 * squares + 2]
    reached[:] = 0
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
def lay(ground: Ground, state: State, site: Whole, scratch: Numbers) -> Whole:
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
    if joins_sides(ground, state, team, site, scratch):
        state[WON] = team + 1
    return (seat + 1) % ground.facts[PLAYERS]


@compiled
def give_turn(ground: Ground, state: State, seat: Whole) -> None:
    """Hand the turn to the first seat from ``seat`` on that can place; whoever cannot is out for good."""
    while state[NEUTRAL_DUE] != 0:
        state[SEAT] = 2 - state[NEUTRAL_DUE]
        if can_place(ground, state, np.int64(state[SEAT])):
            return
        state[OUT] |= 1 << state[SEAT]
        state[NEUTRAL_DUE] -= 1
    state[SEAT] = seat
    for step in range(ground.facts[PLAYERS]):
        following = (seat + step) % ground.facts[PLAYERS]
        if not state[OUT] >> following & 1:
            if state[WON] != 0 or can_place(ground, state, following):
                state[SEAT] = following
                return
            state[OUT] |= 1 << following


@compiled
def play(ground: Ground, state: State, move: Whole, scratch: Numbers) -> None:
    """Change ``state`` by a legal move."""
    if move == ground.facts[SITES]:
        state[SWAPPED] = 1
        return
    give_turn(ground, state, lay(ground, state, move, scratch))


@compiled
def state_key(state: State) -> Word:
    """A hash of everything in a state that the rest of the game depends on."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for at in range(state.size):
        key = (key ^ np.uint64(state[at])) * np.uint64(0xD6E8FEB86659FD93)
        key ^= key >> np.uint64(29)
    return key


@compiled
def random_placement(ground: Ground, state: State, random: Words, scratch: Numbers) -> Whole:
    """One of the placements of the seat on turn, each as likely as the others; -1 if there is none."""
    seat = np.int64(state[SEAT])
    shapes = ground.facts[SHAPES]
    sites = 0
    for shape in range(shapes + 1):
        if has_shape(ground, state, seat, shape):
            sites += ground.facts[SHAPE_FROM + shape + 1] - ground.facts[SHAPE_FROM + shape]
    if sites == 0:
        return -1
    for _ in range(TRIES):
        site = below(random, sites)
        for shape in range(shapes + 1):
            if has_shape(ground, state, seat, shape):
                here = ground.facts[SHAPE_FROM + shape + 1] - ground.facts[SHAPE_FROM + shape]
                if site < here:
                    site += ground.facts[SHAPE_FROM + shape]
                    break
                site -= here
        if is_free(ground, state, site):
            return site
    moves = scratch[3 * ground.facts[SQUARES] + 3 :]
    found = placements(ground, state, seat, moves)
    return moves[below(random, found)] if found else -1


@compiled
def playout(ground: Ground, state: State, random: Words, scratch: Numbers) -> None:
    """Play random moves to the end; nobody swaps."""
    players = ground.facts[PLAYERS]
    everybody = (1 << players) - 1
    while state[WON] == 0 and state[OUT] != everybody:
        site = random_placement(ground, state, random, scratch)
        following = (np.int64(state[SEAT]) + 1) % players
        if site >= 0:
            following = lay(ground, state, site, scratch)
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
def fewest_points(ground: Ground, state: State, team: Whole, opposite: Whole, scratch: Numbers) -> int:
    """The points of the team's cheapest path between sides that are (1) or are not (0) opposite, or FAR."""
    squares, columns = ground.facts[SQUARES], ground.facts[COLUMNS]
    price = scratch[: squares + 1]
    queue = scratch[squares + 1 : 2 * squares + 2]
    queued = scratch[2 * squares + 2 : 3 * squares + 3]
    best = FAR
    for side in range(ground.facts[SIDES]):
        goals = 0
        for link in range(ground.facts[LINKS]):
            at = 256 + 3 * link
            if ground.sides[at] == side and ground.sides[at + 2] == opposite:
                goals |= 1 << ground.sides[at + 1]
        if goals == 0:
            continue
        price[:] = FAR
        queued[:] = 0
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
def path_points(ground: Ground, state: State, team: Whole, scratch: Numbers) -> int:
    """What the team's winning path scores."""
    most = 0
    for opposite in range(2):
        points = fewest_points(ground, state, team, opposite, scratch)
        if points < FAR:
            most = max(most, points * (2 if opposite and ground.facts[SIDES] == 8 else 1))
    return most


@compiled
def verdict(ground: Ground, state: State, scratch: Numbers) -> tuple[Whole, Whole]:
    """Of a game that is over: 1 if the team that began has won, -1 if the other; and its lead in points."""
    won = np.int64(state[WON])
    if ground.facts[POINTS] == 0:
        return (3 - 2 * won if won else 0), 0
    if won:
        points = path_points(ground, state, won - 1, scratch)
        return 3 - 2 * won, (3 - 2 * won) * points
    first, second = np.int64(state[BORDER]), np.int64(state[BORDER + 1])
    if first == second:
        return 0, 0
    return (1, second) if first < second else (-1, -first)


@compiled
def playouts(ground: Ground, state: State, random: Words, scratch: Numbers, count: Whole) -> int:
    """That many random games; by how many the team that began won more than it lost."""
    game = np.empty_like(state)
    lead = 0
    for _ in range(count):
        game[:] = state
        playout(ground, game, random, scratch)
        lead += verdict(ground, game, scratch)[0]
    return lead


@compiled
def leaves(ground: Ground, state: State, depth: Whole, scratch: Numbers) -> int:
    """The positions after that many plies; a game that ended earlier is one leaf."""
    moves = np.empty(ground.facts[SITES] + 1, dtype=np.int32)
    count = legal_moves(ground, state, moves)
    if depth == 0 or count == 0:
        return 1
    if depth == 1:
        return count
    total = 0
    after = np.empty_like(state)
    for nth in range(count):
        after[:] = state
        play(ground, after, moves[nth], scratch)
        total += leaves(ground, after, depth - 1, scratch)
    return total
