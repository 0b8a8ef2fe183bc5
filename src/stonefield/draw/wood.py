"""The shape of the wood around a board's squares, as the browser draws it.

Points count files from the west edge and ranks from the south edge.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import hypot
from typing import NamedTuple, TypeAlias

Spot: TypeAlias = tuple[float, float]
Square: TypeAlias = tuple[int, int]

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def wood_outline(squares: Iterable[Square], rim: float) -> list[Spot]:
    """The corners of the wood, counter-clockwise: the tightest convex shape around all squares and a rim."""
    corners = {(x + dx, y + dy) for x, y in squares for dx in (0, 1) for dy in (0, 1)}
    return _widened(_hull(sorted(corners)), rim)


def _hull(points: Sequence[Spot]) -> list[Spot]:
    """Andrew's monotone chain; the points are sorted."""

    def chain(along: Iterable[Spot]) -> list[Spot]:
        kept: list[Spot] = []
        for point in along:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return chain(points) + chain(reversed(points))


def _turn(o: Spot, a: Spot, b: Spot) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def _widened(outline: Sequence[Spot], by: float) -> list[Spot]:
    """Every edge moved outwards. Around whole squares no corner is sharp, so none runs away."""
    edges = []
    for place, (x, y) in enumerate(outline):
        to_x, to_y = outline[(place + 1) % len(outline)]
        length = hypot(to_x - x, to_y - y)
        along = (to_x - x) / length, (to_y - y) / length
        edges.append((along, (x + along[1] * by, y - along[0] * by)))
    found = []
    for place, (along, start) in enumerate(edges):
        before, from_ = edges[place - 1]
        turn = before[0] * along[1] - before[1] * along[0]
        far = ((start[0] - from_[0]) * along[1] - (start[1] - from_[1]) * along[0]) / turn
        found.append((from_[0] + before[0] * far, from_[1] + before[1] * far))
    return found


def holes(squares: Collection[Square]) -> list[Square]:
    """Missing squares with squares all around them: there the wood has a hole."""
    there = set(squares)
    files, ranks = max(x for x, _ in there) + 1, max(y for _, y in there) + 1
    outside: set[Square] = set()
    open_ = [(-1, -1)]
    while open_:
        x, y = square = open_.pop()
        if not (-1 <= x <= files and -1 <= y <= ranks) or square in outside or square in there:
            continue
        outside.add(square)
        open_ += [(x + dx, y + dy) for dx, dy in _STEPS]
    every = ((x, y) for x in range(files) for y in range(ranks))
    return [square for square in every if square not in there and square not in outside]


def runs(squares: Collection[Square]) -> list[tuple[int, int, int]]:
    """The squares in rows without a gap: west edge, east edge, rank."""
    found: list[tuple[int, int, int]] = []
    for y, x in sorted((y, x) for x, y in squares):
        if found and found[-1][1:] == (x, y):
            found[-1] = (found[-1][0], x + 1, y)
        else:
            found.append((x, x + 1, y))
    return found


_BESIDE = 0.31
_ASIDE = 0.17
"""Where the edge is a staircase, file and rank names share a step: each moves away from the other."""


def coordinates(squares: Collection[Square]) -> list[tuple[str, float, float]]:
    """The names of files and ranks, just outside the first square of each."""
    there, found = set(squares), []
    for file in sorted({x for x, _ in there}):
        rank = min(y for x, y in there if x == file)
        along, out = _beside(file, [(file + way, rank - 1) in there for way in (-1, 1)])
        found.append((chr(ord("a") + file), along, rank - out))
    for rank in sorted({y for _, y in there}):
        file = min(x for x, y in there if y == rank)
        along, out = _beside(rank, [(file - 1, rank + way) in there for way in (-1, 1)])
        found.append((str(rank + 1), file - out, along))
    return found


def _beside(line: int, taken: Sequence[bool]) -> tuple[float, float]:
    """How far along its line a name is, and how far outside; ``taken`` says where the next step begins."""
    shift = _ASIDE if taken[0] else -_ASIDE if taken[1] else 0
    return line + 0.5 + shift, _BESIDE * 0.8 if shift else _BESIDE


class Inlay(NamedTuple):
    """A piece of the inlaid line along a side; opposite sides have the same ``pair``."""

    pair: int
    start: Spot
    end: Spot


def inlays(squares: Collection[Square], sides: Sequence[Collection[Square]], gap: float) -> list[Inlay]:
    """The lines along the board's sides, ``gap`` outside the squares."""
    there = set(squares)
    centre = tuple((max(values) + 1) / 2 for values in zip(*there, strict=True))
    ways = [_outwards(side, (centre[0], centre[1])) for side in sides]
    found = []
    for x, y in sorted({square for side in sides for square in side}):
        for dx, dy in _STEPS:
            if (x + dx, y + dy) in there:
                continue
            # A corner belongs to two sides, each of its edges to the one it faces.
            own = [number for number, side in enumerate(sides) if (x, y) in side]
            faced = max(own, key=lambda number: ways[number][0] * dx + ways[number][1] * dy)
            ax, ay = abs(dy), abs(dx)
            middle = x + 0.5 + dx * (0.5 + gap), y + 0.5 + dy * (0.5 + gap)
            back, forth = (_reach(there, (x + ax * way, y + ay * way), (dx, dy), gap) for way in (-1, 1))
            found.append(
                Inlay(
                    faced % (len(sides) // 2),
                    (middle[0] - ax * back, middle[1] - ay * back),
                    (middle[0] + ax * forth, middle[1] + ay * forth),
                )
            )
    return found


def _reach(there: Collection[Square], beside: Square, out: Square, gap: float) -> float:
    """How far a line goes to one side: longer round an outer corner, shorter in an inner one."""
    if beside not in there:
        return 0.5 + gap
    return 0.5 - gap if (beside[0] + out[0], beside[1] + out[1]) in there else 0.5


def _outwards(side: Collection[Square], centre: Spot) -> Spot:
    """The way a side looks, from the middle of the board."""
    count = len(side)
    return (
        sum(x for x, _ in side) / count + 0.5 - centre[0],
        sum(y for _, y in side) / count + 0.5 - centre[1],
    )
