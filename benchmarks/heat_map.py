"""The table of openings as heat maps, in the manner of the project's other pictures."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, cast

from stonefield.draw.scene import CAMERAS, Point, Scene
from stonefield.draw.symbols import number
from stonefield.draw.themes import LIGHT, MATERIALS
from stonefield.games import caminos, carnac
from stonefield.study.explorer_keys import turns

FACES = ("rr", "rw", "wr", "ww")
Scale: TypeAlias = tuple[tuple[float, str], ...]
"""Win rates and their colours: blue to orange through a light middle, told apart by every kind of eye."""
SCALE: Scale = ((0.20, "#3b4f8f"), (0.35, "#8fa3cc"), (0.50, "#f5f1e6"), (0.60, "#d5802b"))
PALE = replace(LIGHT, field="#f5f1e6", field_other="#f5f1e6")
NARROW: Scale = ((0.40, "#3b4f8f"), (0.45, "#8fa3cc"), (0.50, "#f5f1e6"), (0.60, "#d5802b"))
"""For Caminos, where first placements differ less."""


def read_table(path: Path) -> dict[str, dict[str, float]]:
    """Win rates by board and placement."""
    table: dict[str, dict[str, float]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            table.setdefault(row["board"], {})[row["placement"]] = float(row["win_rate"])
    return table


def picture(board_name: str, worth: Mapping[str, float]) -> str:
    """A heat map: each square by the best of its four placements, which is drawn on it."""
    board = carnac.start(board_name).board
    scene = Scene(CAMERAS["above"], PALE, carnac.GAME.colours)
    squares = [(file, rank) for rank in range(board.ranks) for file in range(board.files)]
    scene.table(board.files, board.ranks, squares)
    scene.labels(board.files, board.ranks)
    top = max(worth.values())
    for file, rank in squares:
        name = folded(board, file, rank)
        faces = max(FACES, key=lambda faces: worth[name + faces])
        _cell(scene, file, rank, worth[name + faces], faces, best=worth[name + faces] > top - 0.005)
    return _finished(scene, board_name, board.files, worth)


def caminos_picture(board_name: str, worth: Mapping[str, float]) -> str:
    """A heat map: each square by the best placement that covers it; the best of all is outlined."""
    start = caminos.start(board_name)
    board, ways = start.board, turns(start)
    scene = Scene(CAMERAS["above"], PALE, caminos.GAME.colours)
    squares = [divmod(square, board.files)[::-1] for square in board.squares]
    scene.table(board.files, board.ranks, squares)
    scene.labels(board.files, board.ranks)
    covered: dict[tuple[int, int], float] = {}
    for move, rate in worth.items():
        placement = start.read(move)
        for way in ways:
            for file, rank, _ in cast(caminos.Placement, way.move(placement)).cubes:
                covered[file, rank] = max(rate, covered.get((file, rank), 0.0))
    for file, rank in squares:
        rate = covered[file, rank]
        scene.add(f'<path d="{scene.path(_corners(file, rank))}" fill="{colour_of(rate, NARROW)}"/>')
        _text(scene, (file + 0.5, rank + 0.12, 0), f"{100 * rate:.0f}", size=22, ink=_ink(rate, NARROW))
    _outline(scene, cast(caminos.Placement, start.read(max(worth, key=lambda move: worth[move]))))
    return _finished(scene, board_name, board.files, worth, NARROW)


def _outline(scene: Scene, placement: caminos.Placement) -> None:
    """A frame around the columns of a placement, and a dot for each cube of a column."""
    columns: dict[tuple[int, int], int] = {}
    for file, rank, _ in placement.cubes:
        columns[file, rank] = columns.get((file, rank), 0) + 1
    for (file, rank), cubes in columns.items():
        beside = {
            (-1, 0): ((0, 0), (0, 1)), (1, 0): ((1, 0), (1, 1)),
            (0, -1): ((0, 0), (1, 0)), (0, 1): ((0, 1), (1, 1)),
        }  # fmt: skip
        for (east, north), ends in beside.items():
            if (file + east, rank + north) not in columns:
                scene.line(scene.path([(file + x, rank + y, 0.0) for x, y in ends]), LIGHT.ink, 5)
        for nth in range(cubes):
            x, y = scene.camera.at((file + 0.5 + 0.2 * (nth - (cubes - 1) / 2), rank + 0.7, 0))
            scene.add(f'<circle cx="{number(x)}" cy="{number(y)}" r="6" fill="{LIGHT.ink}"/>')


def _finished(
    scene: Scene, board_name: str, files: int, worth: Mapping[str, float], scale: Scale = SCALE
) -> str:
    _legend(scene, files, scale)
    title = f"First placements on the {board_name} board"
    told = ", ".join(
        f"{move} {rate:.0%}" for move, rate in sorted(worth.items(), key=lambda one: -one[1])[:8]
    )
    described = (
        f"Win rate of the first player after the best answer. The best, without mirror images: {told}."
    )
    return scene.render(size=None, title=title, description=described, footer=())


def _corners(file: int, rank: int) -> list[Point]:
    low, high = 0.02, 0.98
    return [(file + x, rank + y, 0.0) for x, y in ((low, low), (high, low), (high, high), (low, high))]


def folded(board: carnac.Board, file: int, rank: int) -> str:
    """The name of a square's mirror image in the searched quarter."""
    near = min(file, board.files - 1 - file), min(rank, board.ranks - 1 - rank)
    return str(board.name_of(near[1] * board.files + near[0]))


def _cell(scene: Scene, file: int, rank: int, rate: float, faces: str, *, best: bool) -> None:
    corners = _corners(file, rank)
    scene.add(f'<path d="{scene.path(corners)}" fill="{colour_of(rate)}"/>')
    if best:
        scene.line(scene.path(corners), LIGHT.ink, 3.5)
    _stone(scene, file, rank, faces)
    _text(scene, (file + 0.5, rank + 0.12, 0), f"{100 * rate:.0f}", size=22, ink=_ink(rate))


def _stone(scene: Scene, file: int, rank: int, faces: str) -> None:
    """The megalith from above: its top, and the colours of its sides as bars around it."""
    colours = {"r": MATERIALS["red"].symbol, "w": MATERIALS["white"].symbol}
    x, y = scene.camera.at((file + 0.5, rank + 0.69, 0))
    top, east = colours[faces[0]], colours[faces[1]]
    south = colours["w" if faces[1] == "r" else "r"]
    half = 12
    parts = [
        f'<rect x="{number(x - half)}" y="{number(y - half)}" width="{2 * half}" height="{2 * half}" rx="3"'
        f' fill="{MATERIALS["red"].top}"/>',
        f'<path d="M{number(x - half + 2)} {number(y - 6)}v12M{number(x + half - 2)} {number(y - 6)}v12"'
        f' stroke="{east}" stroke-width="3"/>',
        f'<path d="M{number(x - 6)} {number(y - half + 2)}h12M{number(x - 6)} {number(y + half - 2)}h12"'
        f' stroke="{south}" stroke-width="3"/>',
        f'<circle cx="{number(x)}" cy="{number(y)}" r="5" fill="{top}"/>',
    ]
    scene.add("".join(parts))


def _legend(scene: Scene, files: int, scale: Scale) -> None:
    """The scale of colours below the board."""
    south, width = -1.25, 0.5
    low, high = scale[0][0], scale[-1][0]
    steps = [low + (high - low) / 8 * step for step in range(9)]
    west = (files - width * len(steps)) / 2
    for step, rate in enumerate(steps):
        x = west + width * step
        corners: list[Point] = [(x, south, 0), (x + width, south, 0), (x + width, south + 0.35, 0)]
        corners.append((x, south + 0.35, 0))
        scene.add(
            f'<path d="{scene.path(corners)}" fill="{colour_of(rate, scale)}" stroke="{LIGHT.groove}"/>'
        )
        if step % 2 == 0:
            _text(scene, (x + width / 2, south - 0.33, 0), f"{100 * rate:.0f} %", size=18, ink=LIGHT.ink)


def _text(scene: Scene, place: Point, text: str, *, size: int, ink: str) -> None:
    x, y = scene.camera.at(place)
    style = f'font-size="{size}" text-anchor="middle" fill="{ink}"'
    scene.add(f'<text x="{number(x)}" y="{number(y)}" {style}>{text}</text>')


def colour_of(rate: float, scale: Scale = SCALE) -> str:
    """The colour of a win rate, between those of the scale."""
    rate = min(max(rate, scale[0][0]), scale[-1][0])
    for (low, first), (high, second) in pairwise(scale):
        if rate <= high:
            part = (rate - low) / (high - low)
            pairs = ((int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5))
            return "#" + "".join(f"{round(one + part * (other - one)):02x}" for one, other in pairs)
    raise AssertionError(rate)


def _ink(rate: float, scale: Scale = SCALE) -> str:
    (darkest, _), (dark, _) = scale[:2]
    return "#ffffff" if rate < darkest + 2 / 3 * (dark - darkest) else LIGHT.ink
