"""Where the elements of a picture lie, so that only what has changed needs to be drawn again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

SOFT = 12.0
"""How far a soft edge reaches."""

_TAG = re.compile(r"<(\w+) ([^>]*)>([^<]*)")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_NUMBER = re.compile(r"-?\d*\.?\d+")
_DATA = re.compile(r' d="([^"]*)"')


class Box(NamedTuple):
    """A rectangle in the drawing plane."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: Box) -> Box:
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


class Piece(NamedTuple):
    """An element, or one of the separate outlines of a path, and where it can be seen."""

    text: str
    box: Box


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


@lru_cache(maxsize=20_000)
def pieces(element: str) -> tuple[Piece, ...]:
    """An element taken apart: each outline of a path alone, everything else as it is."""
    found = _DATA.search(element)
    if found is None or not element.startswith("<path") or element.count("<") > 1:
        return (Piece(element, around(_box(*tag) for tag in _TAG.findall(element))),)
    outlines = [f"M{outline}" for outline in found[1].split("M") if outline]
    alone = (element[: found.start(1)] + outline + element[found.end(1) :] for outline in outlines)
    return tuple(Piece(text, around(_box(*tag) for tag in _TAG.findall(text))) for text in alone)


def trimmed(element: str, window: Box) -> str:
    """As much of an element as can be seen in a window; nothing if it lies beside it."""
    kept = [piece.text for piece in pieces(element) if piece.box.meets(window)]
    if len(kept) < 2:
        return "".join(kept)
    # Together again: what is half transparent must not lie over itself.
    found = _DATA.search(element)
    assert found is not None
    data = "".join(text[found.start(1) : len(text) - len(element) + found.end(1)] for text in kept)
    return element[: found.start(1)] + data + element[found.end(1) :]


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes around the same places that do not meet each other."""
    apart: list[Box] = []
    for box in boxes:
        joined = box
        while meeting := [other for other in apart if other.meets(joined)]:
            apart = [other for other in apart if other not in meeting]
            joined = around([joined, *meeting])
        apart.append(joined)
    return apart


def _box(tag: str, written: str, content: str) -> Box:
    given = dict(_ATTRIBUTE.findall(written))
    if "transform" in given:
        # Symbols and labels lie in squares of 100 by 100.
        a, b, c, d, x, y = _numbers(given["transform"])
        corners = [(x + a * u + c * v, y + b * u + d * v) for u in (0, 100) for v in (0, 100)]
        return _around_points(corners).grown(1)
    if tag == "path":
        margin = float(given.get("stroke-width", 1)) + (SOFT if "filter" in given else 0)
        return _around_points(_points(given["d"])).grown(margin)
    if tag == "rect":
        x, y, width, height = (float(given[name]) for name in ("x", "y", "width", "height"))
        return Box(x, y, x + width, y + height).grown(1)
    if tag == "circle":
        x, y, radius = (float(given[name]) for name in ("cx", "cy", "r"))
        return Box(x, y, x, y).grown(radius + 2)
    x, y, size = (float(given[name]) for name in ("x", "y", "font-size"))
    width = size * max(1, len(content))
    return Box(x - width, y - size, x + width, y + size / 2)


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _points(data: str) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for command, rest in re.findall(r"([MLH])([^MLHZ]*)", data):
        values = _numbers(rest)
        if command == "H":
            points.append((values[0], points[-1][1]))
        else:
            points += zip(values[::2], values[1::2], strict=True)
    return points


def _around_points(points: Sequence[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))
