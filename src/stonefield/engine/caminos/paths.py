"""Paths in Caminos: whether one joins two sides, and what it scores."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, Scratch, StateBytes
from stonefield.engine.compiled import Whole, compiled

FAR = 1 << 20


@compiled
def joins_sides(layout: Layout, state: StateBytes, team: Whole, site: Whole, scratch: Scratch) -> bool:
    """Whether a path of the team through one of a site's columns joins two sides that count."""
    squares, columns = layout.facts[at.SQUARES], layout.facts[at.COLUMNS]
    reached = scratch.numbers[: squares + 1]
    frontier = scratch.numbers[squares + 1 : 2 * squares + 2]
    for square in range(squares + 1):
        reached[square] = 0
    table = team << 12
    for place in range(layout.sites[2 * site], layout.sites[2 * site + 2]):
        start = layout.cells[place] & 0xFFFF
        if reached[start]:
            continue
        reached[start] = 1
        frontier[0] = start
        waiting = 1
        touched = 0
        while waiting:
            waiting -= 1
            square = frontier[waiting]
            touched |= layout.squares[5 * square + 4]
            here = table | np.int64(state[columns + square]) << 6
            for direction in range(4):
                beside = layout.squares[5 * square + direction]
                if not reached[beside] and at.CONNECT[here | state[columns + beside]]:
                    reached[beside] = 1
                    frontier[waiting] = beside
                    waiting += 1
        if layout.sides[touched]:
            return True
    return False


@compiled
def fewest_points(layout: Layout, state: StateBytes, team: Whole, opposite: Whole, scratch: Scratch) -> int:
    """The points of the team's cheapest path between sides that are (1) or are not (0) opposite, or FAR."""
    squares, columns = layout.facts[at.SQUARES], layout.facts[at.COLUMNS]
    price = scratch.numbers[: squares + 1]
    queue = scratch.numbers[squares + 1 : 2 * squares + 2]
    queued = scratch.numbers[2 * squares + 2 : 3 * squares + 3]
    best = FAR
    for side in range(layout.facts[at.SIDES]):
        goals = 0
        for link in range(layout.facts[at.LINKS]):
            place = 256 + 3 * link
            if layout.sides[place] == side and layout.sides[place + 2] == opposite:
                goals |= 1 << layout.sides[place + 1]
        if goals == 0:
            continue
        for square in range(squares + 1):
            price[square] = FAR
            queued[square] = 0
        head, waiting = 0, 0
        for square in range(squares):
            if layout.squares[5 * square + 4] >> side & 1 and at.TOP[state[columns + square]] == team + 1:
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
            if layout.squares[5 * square + 4] & goals:
                best = min(best, price[square])
            for direction in range(4):
                beside = layout.squares[5 * square + direction]
                there = np.int64(state[columns + beside])
                if at.CONNECT[team << 12 | here << 6 | there]:
                    rise = np.int64(at.HEIGHT[here]) - np.int64(at.HEIGHT[there])
                    reached = price[square] + 1 + abs(rise)
                    if reached < price[beside]:
                        price[beside] = reached
                        if not queued[beside]:
                            queued[beside] = 1
                            queue[(head + waiting) % (squares + 1)] = beside
                            waiting += 1
    return best


@compiled
def path_points(layout: Layout, state: StateBytes, team: Whole, scratch: Scratch) -> int:
    """What the team's winning path scores."""
    most = 0
    for opposite in range(2):
        points = fewest_points(layout, state, team, opposite, scratch)
        if points < FAR:
            most = max(most, points * (2 if opposite and layout.facts[at.SIDES] == 8 else 1))
    return most


@compiled
def verdict(layout: Layout, state: StateBytes, scratch: Scratch) -> tuple[Whole, Whole]:
    """Of a game that is over: 1 if the team that began has won, -1 if the other; and its lead in points."""
    won = np.int64(state[at.WON])
    if layout.facts[at.POINTS] == 0:
        return (3 - 2 * won if won else 0), 0
    if won:
        points = path_points(layout, state, won - 1, scratch)
        return 3 - 2 * won, (3 - 2 * won) * points
    first, second = np.int64(state[at.BORDER]), np.int64(state[at.BORDER + 1])
    if first == second:
        return 0, 0
    return (1, second) if first < second else (-1, -first)
