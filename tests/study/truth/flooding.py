"""Squares by their names, and what is connected on a board seen from above."""

from __future__ import annotations

from collections.abc import Callable, Mapping

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def beside(square: str) -> list[str]:
    """The four names around a square, whether or not the board has them."""
    file, rank = ord(square[0]), int(square[1:])
    return [f"{chr(file + x)}{rank + y}" for x, y in AROUND]


def flood(
    tops: Mapping[str, str], colour: str, connected: Callable[[str, str], bool] = lambda one, other: True
) -> list[frozenset[str]]:
    """The groups of a colour, each found by walking from one of its squares."""
    left = {square for square, top in tops.items() if top == colour}
    found = []
    while left:
        group, frontier = set(), [left.pop()]
        while frontier:
            square = frontier.pop()
            group.add(square)
            near = [other for other in beside(square) if other in left and connected(square, other)]
            left.difference_update(near)
            frontier += near
        found.append(frozenset(group))
    return found
