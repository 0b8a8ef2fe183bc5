"""The canvas of a picture: how the board is seen, and the SVG of board, blocks, shadows and marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, radians, sin
from typing import NamedTuple

from stonefield.draw.foot import FOOT, Entry, foot
from stonefield.draw.symbols import grain, number, symbol_of
from stonefield.draw.themes import Theme
from stonefield.games.game import InvalidOption

UNIT = 60.0
RIM = 0.62
THICKNESS = 0.4
VIEWS = ("isometric", "above")
MARK = 'data-stonefield="position"'
"""By which the text of a position is found in a picture."""

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Camera:
    """A parallel projection: the table turned by ``turn`` degrees, seen from ``height`` degrees above it."""

    turn: float
    height: float

    def at(self, point: Point) -> tuple[float, float]:
        """Where a point of the table (east, north, up, in squares) is seen."""
        east, north, up = point
        turn, height = radians(self.turn), radians(self.height)
        away = north * cos(turn) - east * sin(turn)
        across = east * cos(turn) + north * sin(turn)
        return across * UNIT, -(away * sin(height) + up * cos(height)) * UNIT

    @property
    def from_above(self) -> bool:
        return self.height == 90


CAMERAS = {"isometric": Camera(22, 50), "above": Camera(0, 90)}


def find_camera(view: str) -> Camera:
    """The camera of a view."""
    try:
        return CAMERAS[view]
    except KeyError:
        raise InvalidOption(f"`{view}`: a picture is seen {' or '.join(VIEWS)}") from None


class Frame(NamedTuple):
    """The part of the drawing plane that a picture shows."""

    left: float
    top: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(number(value) for value in self)


class Scene:
    """SVG elements collected from back to front."""

    def __init__(self, camera: Camera, theme: Theme, kinds: Sequence[str]) -> None:
        self.camera, self.theme, self.kinds = camera, theme, kinds
        self.elements: list[str] = []
        self._corners: list[tuple[float, float]] = []

    def add(self, element: str) -> None:
        self.elements.append(element)

    def name(self, part: str) -> str:
        """The id of a shared part; equal ids on one page always mean equal parts."""
        return f"stonefield-{self.theme.name}-{part}"

    def path(self, points: Iterable[Point], *, closed: bool = True) -> str:
        """The outline of points as path data."""
        seen = [self.camera.at(point) for point in points]
        text = "L".join(f"{number(x)} {number(y)}" for x, y in seen)
        return f"M{text}{'Z' * closed}"

    def cover(self, points: Iterable[Point]) -> None:
        """Make the picture large enough to show these points."""
        self._corners += [self.camera.at(point) for point in points]

    def matrix(self, corner: Point, right: Point, down: Point) -> str:
        """The transform that lays a square of 100 by 100 on a face."""
        x, y = self.camera.at(corner)
        a, b = (value / 100 for value in self.camera.at(right))
        c, d = (value / 100 for value in self.camera.at(down))
        values = (number(a, 4), number(b, 4), number(c, 4), number(d, 4), number(x), number(y))
        return f"matrix({' '.join(values)})"

    # The table

    def table(self, files: int, ranks: int, squares: Iterable[tuple[int, int]]) -> None:
        """The board: a slab of wood with a field of squares sunk into it."""
        theme = self.theme
        west, south, east, north = -RIM, -RIM, files + RIM, ranks + RIM
        low = -THICKNESS
        rim = [(west, south), (east, south), (east, north), (west, north)]
        self.cover((x, y, z) for x, y in rim for z in (0, low))
        if not self.camera.from_above:
            ground = self.path((x + 0.12, y - 0.14, low) for x, y in rim)
            self._shade(ground, theme.shadow * 0.7)
            front = [(west, south, 0), (east, south, 0), (east, south, low), (west, south, low)]
            side = [(east, south, 0), (east, north, 0), (east, north, low), (east, south, low)]
            self.add(f'<path d="{self.path(front)}" fill="{theme.frame_south}"/>')
            self.add(f'<path d="{self.path(side)}" fill="{theme.frame_east}"/>')
        top = self.path((x, y, 0) for x, y in rim)
        self.add(
            f'<path d="{top}" fill="{theme.frame}" stroke="{theme.frame_east}" stroke-linejoin="round"/>'
        )
        light = self.path(
            [(west + 0.06, north - 0.06, 0), (west + 0.06, south + 0.06, 0), (east - 0.06, south + 0.06, 0)],
            closed=False,
        )
        self.add(f'<path d="{light}" fill="none" stroke="#fff" opacity=".18" stroke-width="1.5"/>')
        self._field(list(squares))

    def _field(self, squares: list[tuple[int, int]]) -> None:
        theme = self.theme
        for shade, fill in enumerate((theme.field, theme.field_other)):
            data = "".join(self.path(tile(x, y)) for x, y in squares if (x + y) % 2 == shade)
            self.add(f'<path d="{data}" fill="{fill}" stroke="{theme.groove}" stroke-linejoin="round"/>')
        present = set(squares)
        edges = [
            self.path([(x0, y0, 0), (x1, y1, 0)], closed=False)
            for x, y in squares
            for dx, dy, (x0, y0, x1, y1) in _edges_of(x, y)
            if (x + dx, y + dy) not in present
        ]
        self.line("".join(edges), theme.frame_east, 2.5)

    def labels(self, files: int, ranks: int) -> None:
        """The coordinates on the rim of the board."""
        style = f'fill="{self.theme.label}" font-size="36" text-anchor="middle" class="label"'
        for file in range(files):
            transform = self.matrix((file, -0.02, 0), (1, 0, 0), (0, -1, 0))
            self.add(f'<text {style} transform="{transform}" x="50" y="44">{chr(ord("a") + file)}</text>')
        # The nearer of the two sides, where no block can hide them.
        west = -0.83 if self.camera.from_above else files - 0.17
        for rank in range(ranks):
            transform = self.matrix((west, rank + 1, 0), (1, 0, 0), (0, -1, 0))
            self.add(f'<text {style} transform="{transform}" x="50" y="63">{rank + 1}</text>')

    def shadows(self, blocks: Iterable[tuple[float, float, float, float, float]]) -> None:
        """The shadows of blocks (west, south, east, north, height) with the light in the north-west."""
        parts = []
        for west, south, east, north, height in blocks:
            reach = 0.34 * height if not self.camera.from_above else 0.1 * height
            east_to, south_to = east + reach, south - reach
            corners = [(west, north), (east, north), (east_to, north - reach), (east_to, south_to)]
            corners += [(west + reach, south_to), (west, south)]
            parts.append(self.path((x, y, 0) for x, y in corners))
        if parts:
            self._shade("".join(parts), self.theme.shadow)

    def _shade(self, data: str, strength: float) -> None:
        soft = f'filter="url(#{self.name("soft")})"'
        self.add(f'<path d="{data}" fill="#000" opacity="{number(strength, 2)}" {soft}/>')

    # Faces and lines

    def face(self, corner: Point, right: Point, down: Point, *, symbol: str, dim: float = 1) -> None:
        """A symbol on a unit face."""
        transform = self.matrix(corner, right, down)
        opacity = "" if dim == 1 else f' opacity="{number(dim, 2)}"'
        self.add(f'<use href="#{self.name(symbol)}" transform="{transform}"{opacity}/>')

    def fill(self, points: Sequence[Point], colour: str, edge: str, width: float = 1.2) -> None:
        """A face of a block."""
        self.add(
            f'<path d="{self.path(points)}" fill="{colour}" stroke="{edge}" stroke-width="{number(width)}"'
            ' stroke-linejoin="round"/>'
        )

    def line(self, data: str, colour: str, width: float, more: str = "", *, cap: str = "round") -> None:
        """Lines given as path data."""
        self.add(
            f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{number(width)}"'
            f' stroke-linecap="{cap}" stroke-linejoin="round"{more}/>'
        )

    def outline(self, data: str, colour: str) -> None:
        """The line around something that counts, with a rim so that it shows on any ground."""
        material = self.theme.materials[colour]
        if data:
            self.line(data, material.rim, 5.4, cap="butt")
            self.line(data, material.outline, 3, cap="square")

    # The whole

    def render(
        self,
        *,
        size: int | None,
        title: str,
        description: str,
        footer: Sequence[Entry] | None,
        position: str = "",
    ) -> str:
        """The picture: its parts, everything from back to front, and the line that says how it stands.

        Without such a line (None) there is no ground behind it either. A picture of a position carries its
        text, so that it can be read again.
        """
        frame = self.frame(has_footer=footer is not None)
        carried = f"<metadata {MARK}>{escape(position)}</metadata>\n" if position else ""
        head = self.head(frame, size=size, title=title, description=description, more=carried)
        ground = "" if footer is None else self.ground(frame) + "\n"
        foot = "" if footer is None else "".join(self.foot(footer, frame))
        return f"{head}{ground}" + "\n".join(self.elements) + f"\n{foot}</svg>\n"

    def frame(self, *, has_footer: bool) -> Frame:
        """What has to be seen: all that was covered, a margin, and room for a line below it."""
        xs, ys = [x for x, _ in self._corners], [y for _, y in self._corners]
        margin = 18 if has_footer else 4
        left, top = min(xs) - margin, min(ys) - margin
        return Frame(left, top, max(xs) + margin - left, max(ys) + margin - top + FOOT * has_footer)

    def head(self, frame: Frame, *, size: int | None, title: str, description: str, more: str = "") -> str:
        """The beginning of a picture, up to what is drawn; ``more`` stands before its parts."""
        shown = size or round(frame.width)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" width="{shown}"'
            f' height="{max(1, round(shown * frame.height / frame.width))}" role="img"'
            f' aria-label="{escape(title)}"'
            " font-family=\"Georgia, 'Times New Roman', serif\">\n"
            f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n{more}"
            f"<defs>{self.shared()}</defs>\n"
        )

    def ground(self, frame: Frame) -> str:
        """What lies behind everything."""
        left, top, width, height = map(number, frame)
        place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
        return f'<rect {place} rx="18" fill="url(#{self.name("page")})"/>'

    def shared(self) -> str:
        """The parts that elements refer to."""
        page = "".join(
            f'<stop offset="{offset}" stop-color="{colour}"/>'
            for offset, colour in zip((0, 1), self.theme.page, strict=True)
        )
        parts = [
            f'<radialGradient id="{self.name("page")}" cx=".5" cy=".35" r=".8">{page}</radialGradient>',
            f'<filter id="{self.name("soft")}" x="-20%" y="-20%" width="140%" height="140%">'
            '<feGaussianBlur stdDeviation="3"/></filter>',
            f'<g id="{self.name("grain")}">{grain()}</g>',
        ]
        for kind in self.kinds:
            material = self.theme.materials[kind]
            parts.append(f'<g id="{self.name(kind)}">{symbol_of(kind, material.symbol, material.top)}</g>')
        return "".join(parts)

    def foot(self, entries: Sequence[Entry], frame: Frame) -> list[str]:
        """The line below the picture, in the room that the frame has for it."""
        middle, y = frame.left + frame.width / 2, frame.top + frame.height - FOOT + 20
        symbols = {kind: self.name(kind) for kind in self.kinds}
        return foot(entries, self.theme, symbols, middle=middle, y=y, room=frame.width)


def draw_exchange(scene: Scene, colours: Sequence[str]) -> None:
    """Two colours changing places, as flat tiles with an arrow each way."""
    for place, colour in enumerate(colours):
        material = scene.theme.materials[colour]
        scene.fill(tile(1.6 * place, 0), material.top, material.edge)
        scene.face((1.6 * place, 1, 0), (1, 0, 0), (0, -1, 0), symbol=colour)
    for row, ends in ((-0.35, (0.5, 2.1)), (1.35, (2.1, 0.5))):
        start, end = ends
        back = 0.25 if end < start else -0.25
        data = scene.path([(start, row, 0), (end, row, 0)], closed=False)
        data += scene.path(
            [(end + back, row + 0.2, 0), (end, row, 0), (end + back, row - 0.2, 0)], closed=False
        )
        scene.line(data, scene.theme.accent, 7)
    scene.cover((x, y, 0) for x in (-0.1, 2.7) for y in (-0.7, 1.7))


def tile(x: float, y: float, z: float = 0, *, inset: float = 0) -> list[Point]:
    """The corners of a square, or of one that is smaller by ``inset`` on every side."""
    low_x, low_y, high_x, high_y = x + inset, y + inset, x + 1 - inset, y + 1 - inset
    return [(low_x, low_y, z), (high_x, low_y, z), (high_x, high_y, z), (low_x, high_y, z)]


def _edges_of(x: int, y: int) -> tuple[tuple[int, int, tuple[int, int, int, int]], ...]:
    return (
        (0, -1, (x, y, x + 1, y)),
        (1, 0, (x + 1, y, x + 1, y + 1)),
        (0, 1, (x, y + 1, x + 1, y + 1)),
        (-1, 0, (x, y, x, y + 1)),
    )
