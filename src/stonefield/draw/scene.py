"""The canvas of a picture: how the board is seen, and the SVG of board, blocks, shadows and marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import NamedTuple

from stonefield.draw.camera import Camera, Point
from stonefield.draw.foot import FOOT, Entry, foot
from stonefield.draw.symbols import grain, number, symbol_of
from stonefield.draw.themes import INLAYS, WOOD, Theme, shaded
from stonefield.draw.wood import Spot, coordinates, holes, inlays, runs, wood_outline

RIM = 0.62
THICKNESS = 0.5
INLAY_GAP = 0.1
MARK = 'data-stonefield="position"'
"""By which the text of a position is found in a picture."""

LETTERS = "Marcellus, Optima, 'Palatino Linotype', Georgia, serif"
"""Of the coordinates: they are inlaid in the wood."""
WORDS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"


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
        (a, b), (c, d) = (
            ((to_x - x) / 100, (to_y - y) / 100)
            for way in (right, down)
            for to_x, to_y in [self.camera.at((corner[0] + way[0], corner[1] + way[1], corner[2] + way[2]))]
        )
        values = (number(a, 4), number(b, 4), number(c, 4), number(d, 4), number(x), number(y))
        return f"matrix({' '.join(values)})"

    # The table

    def table(
        self, squares: Collection[tuple[int, int]], sides: Sequence[Collection[tuple[int, int]]] = ()
    ) -> None:
        """The board: a slab of walnut with a field of oak, and a line along each of the sides that count."""
        self.camera = self.camera.over(max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1)
        outline = wood_outline(squares, RIM)
        self.cover((x, y, z) for x, y in outline for z in (0, -THICKNESS))
        self._slab(outline, holes(squares))
        self._field(squares)
        for pair, start, end in inlays(squares, sides, INLAY_GAP) if sides else ():
            line = self.path([(*start, 0), (*end, 0)], closed=False)
            self.line(line, INLAYS[pair % len(INLAYS)], 4, cap="butt")

    def _slab(self, outline: Sequence[Spot], gaps: Sequence[tuple[int, int]]) -> None:
        low = -THICKNESS
        self._shade(self.path((x, y, low) for x, y in outline), self.theme.shadow * 1.4)
        if not self.camera.from_above:
            for place, (x, y) in enumerate(outline):
                to_x, to_y = outline[(place + 1) % len(outline)]
                # Counter-clockwise, a side that is turned to us runs east.
                if to_x > x:
                    side = [(x, y, 0), (to_x, to_y, 0), (to_x, to_y, low), (x, y, low)]
                    self.fill(side, shaded(WOOD.walnut[1], 0.8), shaded(WOOD.walnut[1], 0.6))
        top = self.path((x, y, 0) for x, y in outline)
        top += "".join(self.path(tile(x, y)) for x, y in gaps)
        self.add(
            f'<path d="{top}" fill="url(#{self.name("walnut")})" fill-rule="evenodd"'
            f' stroke="{shaded(WOOD.walnut[1], 0.6)}" stroke-linejoin="round"/>'
        )

    def _field(self, squares: Collection[tuple[int, int]]) -> None:
        """Oak in planks, three tones to a square, with the grid scored into it."""
        light, middle, dark = WOOD.oak
        every = "".join(self.path(tile(x, y)) for x, y in squares)
        second = "".join(self.path(tile(x, y)) for x, y in squares if (x + y) % 2)
        rows = runs(squares)
        self.add(f'<path d="{every}" fill="{middle}"/>')
        for low, high, tone in ((0.66, 1.0, light), (0.0, 0.33, dark)):
            planks = (
                self.path([(west, y + low, 0), (east, y + low, 0), (east, y + high, 0), (west, y + high, 0)])
                for west, east, y in rows
            )
            self.add(f'<path d="{"".join(planks)}" fill="{tone}"/>')
        self.line("".join(self._fibres(*row) for row in rows), WOOD.fibre, 0.9, ' opacity=".16"')
        self.add(f'<path d="{second}" fill="{WOOD.second}" opacity=".07"/>')
        self.line(every, WOOD.groove, 1.5)

    def _fibres(self, west: int, east: int, y: int) -> str:
        """The grain of a row of squares: long shallow waves."""
        waves = ((0.09, 0.03), (0.23, -0.04), (0.42, -0.025), (0.53, 0.045), (0.76, -0.03), (0.91, 0.035))
        return "".join(
            self.path(
                [(x, y + at + swing * (x % 4 - 1) * (x % 2), 0) for x in range(west, east + 1)], closed=False
            )
            for at, swing in waves
        )

    def labels(self, squares: Collection[tuple[int, int]]) -> None:
        """The coordinates in the wood, beside the nearest square of each file and the first of each rank."""
        # Where the edge is a staircase, two names share a step.
        size = 32 if len(squares) == len({x for x, _ in squares}) * len({y for _, y in squares}) else 25
        style = f'fill="{WOOD.label}" font-size="{size}" text-anchor="middle" font-family="{LETTERS}"'
        for text, x, y in coordinates(squares):
            transform = self.matrix((x - 0.5, y + 0.5, 0), (1, 0, 0), (0, -1, 0))
            self.add(f'<text {style} transform="{transform}" x="50" y="{50 + size // 3}">{text}</text>')

    def shadows(self, blocks: Iterable[tuple[float, float, float, float, float]]) -> None:
        """The shadows of blocks (west, south, east, north, height); the light is over our left shoulder."""
        parts = []
        for west, south, east, north, height in blocks:
            reach = (0.3 if not self.camera.from_above else 0.1) * height
            corners = [(west, south), (east, south), (east + reach, south + reach)]
            corners += [(east + reach, north + reach), (west + reach, north + reach), (west, north)]
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
            f' font-family="{WORDS}">\n'
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
            f'<linearGradient id="{self.name("walnut")}" x1="0" y1="0" x2="0" y2="1">'
            f'<stop offset="0" stop-color="{WOOD.walnut[0]}"/>'
            f'<stop offset="1" stop-color="{WOOD.walnut[1]}"/></linearGradient>',
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
