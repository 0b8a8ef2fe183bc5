"""The tables of first placements as maps, drawn by the hand of all other pictures.

    python scripts/opening_maps.py

It reads `docs/games/openings.csv` and `caminos-openings.csv` and writes `docs/pictures/openings-*.svg`.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, cast

from stonefield.draw.camera import CAMERAS, UNIT, Point
from stonefield.draw.scene import Scene, tile
from stonefield.draw.symbols import number
from stonefield.draw.themes import LIGHT, WOOD
from stonefield.explorer.keys import turns
from stonefield.games import caminos, carnac

DOCS = Path(__file__).resolve().parents[1] / "docs"
FACES = ("rr", "rw", "wr", "ww")
COLOURS = {"r": "red", "w": "white"}
Square: TypeAlias = tuple[int, int]
Scale: TypeAlias = tuple[tuple[float, str], ...]
"""Win rates and their colours: blue to orange through a light middle, told apart by every kind of eye."""
SCALE: Scale = ((0.20, "#3b4f8f"), (0.35, "#8fa3cc"), (0.50, "#f5f1e6"), (0.60, "#d5802b"))
NARROW: Scale = ((0.40, "#3b4f8f"), (0.45, "#8fa3cc"), (0.50, "#f5f1e6"), (0.60, "#d5802b"))
"""For Caminos, where first placements differ less."""


def main() -> None:
    for table, draw in (("openings.csv", carnac_map), ("caminos-openings.csv", caminos_map)):
        for board, worth in read_table(DOCS / "games" / table).items():
            (DOCS / "pictures" / f"openings-{board}.svg").write_text(draw(board, worth), "utf-8")


def read_table(path: Path) -> dict[str, dict[str, float]]:
    """Win rates by board and placement."""
    table: dict[str, dict[str, float]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            table.setdefault(row["board"], {})[row["placement"]] = float(row["win_rate"])
    return table


def carnac_map(board_name: str, worth: Mapping[str, float]) -> str:
    """Each square by the best of its four placements, which is drawn on it; the best of all are framed."""
    board = carnac.start(board_name).board
    squares = [(file, rank) for rank in range(board.ranks) for file in range(board.files)]
    scene = _board(squares, carnac.GAME.colours)
    top = max(worth.values())
    for file, rank in squares:
        near = min(file, board.files - 1 - file), min(rank, board.ranks - 1 - rank)
        name = str(board.name_of(near[1] * board.files + near[0]))
        faces = max(FACES, key=lambda faces, name=name: worth[name + faces])
        rate = worth[name + faces]
        _cell(scene, (file, rank), rate, SCALE)
        if rate > top - 0.005:
            scene.line(scene.path(tile(file, rank, inset=0.03)), LIGHT.ink, 3.5)
        _stone(scene, file + 0.23, rank + 0.36, 0.54, faces)
    return _finished(scene, board_name, worth, SCALE)


def caminos_map(board_name: str, worth: Mapping[str, float]) -> str:
    """Each square by the best placement that covers it; the best of all is outlined."""
    start = caminos.start(board_name)
    board, ways = start.board, turns(start)
    squares = [divmod(square, board.files)[::-1] for square in board.squares]
    scene = _board(squares, caminos.GAME.colours)
    covered: dict[Square, float] = {}
    for move, rate in worth.items():
        placement = start.read(move)
        for way in ways:
            for file, rank, _ in cast(caminos.Placement, way.move(placement)).cubes:
                covered[file, rank] = max(rate, covered.get((file, rank), 0.0))
    for square in squares:
        _cell(scene, square, covered[square], NARROW)
    _outline(scene, cast(caminos.Placement, start.read(max(worth, key=lambda move: worth[move]))))
    return _finished(scene, board_name, worth, NARROW)


def _board(squares: Collection[Square], colours: Collection[str]) -> Scene:
    scene = Scene(CAMERAS["above"], LIGHT, tuple(colours))
    scene.table(squares)
    scene.labels(squares)
    return scene


def _cell(scene: Scene, square: Square, rate: float, scale: Scale) -> None:
    """A square in the colour of its win rate, which is written on it."""
    file, rank = square
    scene.fill(tile(file, rank, inset=0.02), colour_of(rate, scale), WOOD.groove, 1)
    (darkest, _), (dark, _) = scale[:2]
    ink = "#ffffff" if rate < darkest + 2 / 3 * (dark - darkest) else LIGHT.ink
    _text(scene, (file + 0.5, rank + 0.1, 0), f"{100 * rate:.0f}", size=19, ink=ink)


def _stone(scene: Scene, x: float, y: float, size: float, faces: str) -> None:
    """A standing megalith from above: the sign of its top, and the colours of its sides as a rim."""
    top, across = (COLOURS[face] for face in faces)
    (along,) = set(COLOURS.values()) - {across}
    materials, rim = LIGHT.materials, 0.09

    def corners(inset: float) -> list[Point]:
        low, high = inset, size - inset
        return [(x + a, y + b, 0) for a, b in ((low, low), (high, low), (high, high), (low, high))]

    outer, inner = corners(0), corners(rim)
    scene.fill(outer, materials[top].top, materials[top].edge)
    for side, colour in enumerate((along, across, along, across)):
        following = (side + 1) % 4
        slope = [outer[side], outer[following], inner[following], inner[side]]
        scene.fill(slope, materials[colour].slope, materials[top].edge, 1)
    within = size - 2 * rim
    scene.face((x + rim, y + size - rim, 0), (within, 0, 0), (0, -within, 0), symbol=top)


def _outline(scene: Scene, placement: caminos.Placement) -> None:
    """A frame around the columns of a placement, and a dot for each cube of a column."""
    columns: dict[Square, int] = {}
    for file, rank, _ in placement.cubes:
        columns[file, rank] = columns.get((file, rank), 0) + 1
    beside = {
        (-1, 0): ((0, 0), (0, 1)),
        (1, 0): ((1, 0), (1, 1)),
        (0, -1): ((0, 0), (1, 0)),
        (0, 1): ((0, 1), (1, 1)),
    }
    for (file, rank), cubes in columns.items():
        for (east, north), ends in beside.items():
            if (file + east, rank + north) not in columns:
                scene.line(scene.path([(file + x, rank + y, 0.0) for x, y in ends]), LIGHT.ink, 5)
        for nth in range(cubes):
            x, y = scene.camera.at((file + 0.5 + 0.2 * (nth - (cubes - 1) / 2), rank + 0.7, 0))
            scene.add(f'<circle cx="{number(x)}" cy="{number(y)}" r="6" fill="{LIGHT.ink}"/>')


def _finished(scene: Scene, board_name: str, worth: Mapping[str, float], scale: Scale) -> str:
    title = f"First placements on the {board_name} board"
    best = sorted(worth.items(), key=lambda one: -one[1])[:8]
    told = ", ".join(f"{move} {rate:.0%}" for move, rate in best)
    described = (
        f"Win rate of the first player after the best answer. The best, without mirror images: {told}."
    )
    _legend(scene, scale)
    frame = scene.frame(has_footer=True)
    head = scene.head(frame, size=None, title=title, description=described)
    return "\n".join([f"{head}{scene.ground(frame)}", *scene.elements, "</svg>\n"])


def _legend(scene: Scene, scale: Scale) -> None:
    """The scale of colours below the board."""
    frame = scene.frame(has_footer=False)
    middle, width, south = (frame.left + frame.width / 2) / UNIT, 0.5, -1.25
    low, high = scale[0][0], scale[-1][0]
    steps = [low + (high - low) / 8 * step for step in range(9)]
    west = middle - width * len(steps) / 2
    for step, rate in enumerate(steps):
        x = west + width * step
        corners: list[Point] = [(x, south, 0), (x + width, south, 0), (x + width, south + 0.35, 0)]
        corners.append((x, south + 0.35, 0))
        scene.fill(corners, colour_of(rate, scale), WOOD.groove, 1)
        if step % 2 == 0:
            _text(scene, (x + width / 2, south - 0.33, 0), f"{100 * rate:.0f} %", size=18, ink=LIGHT.ink)


def _text(scene: Scene, place: Point, text: str, *, size: int, ink: str) -> None:
    x, y = scene.camera.at(place)
    style = f'font-size="{size}" text-anchor="middle" fill="{ink}"'
    scene.add(f'<text x="{number(x)}" y="{number(y)}" {style}>{text}</text>')


def colour_of(rate: float, scale: Scale) -> str:
    """The colour of a win rate, between those of the scale."""
    rate = min(max(rate, scale[0][0]), scale[-1][0])
    for (low, first), (high, second) in pairwise(scale):
        if rate <= high:
            part = (rate - low) / (high - low)
            pairs = ((int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5))
            return "#" + "".join(f"{round(one + part * (other - one)):02x}" for one, other in pairs)
    raise AssertionError(rate)


if __name__ == "__main__":
    main()
