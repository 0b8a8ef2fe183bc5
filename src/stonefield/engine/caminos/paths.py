"""Paths in Caminos: whether one joins two sides, and what it scores."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos.ground import (
    BORDER,
    COLUMNS,
    CONNECT,
    HEIGHT,
    LINKS,
    POINTS,
    SIDES,
    SQUARES,
    TOP,
    WON,
    Ground,
    Room,
    State,
)
from stonefield.engine.compiled import Whole, compiled

FAR = 1 << 20


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
