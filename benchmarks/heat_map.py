"""The table of openings as heat maps, in the manner of the project's other pictures."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from stonefield.draw.scene import CAMERAS, Point, Scene
from stonefield.draw.symbols import number
from stonefield.draw.themes import LIGHT, MATERIALS
from stonefield.games import carnac

FACES = ("rr", "rw", "wr", "ww")
SCALE = ((0.20, "#3b4f8f"), (0.35, "#8fa3cc"), (0.50, "#f5f1e6"), (0.60, "#d5802b"))
"""Win rates and their colours: blue to orange through a light middle, told apart by every kind of eye."""


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
    scene = Scene(CAMERAS["above"], replace(LIGHT, field="#f5f1e6", field_other="#f5f1e6"), ("red", "white"))
    squares = [(file, rank) for rank in range(board.ranks) for file in range(board.files)]
    scene.table(board.files, board.ranks, squares)
    scene.labels(board.files, board.ranks)
    top = max(worth.values())
    for file, rank in squares:
        name = folded(board, file, rank)
        faces = max(FACES, key=lambda faces: worth[name + faces])
        _cell(scene, file, rank, worth[name + faces], faces, best=worth[name + faces] > top - 0.005)
    _legend(scene, board.files)
    title = f"First placements on the {board_name} board"
    told = ", ".join(
        f"{move} {rate:.0%}" for move, rate in sorted(worth.items(), key=lambda one: -one[1])[:8]
    )
    described = (
        f"Win rate of the first player after the best answer. The best, without mirror images: {told}."
    )
    return scene.render(size=None, title=title, description=described, footer=())


def folded(board: carnac.Board, file: int, rank: int) -> str:
    """The name of a square's mirror image in the searched quarter."""
    near = min(file, board.files - 1 - file), min(rank, board.ranks - 1 - rank)
    return str(board.name_of(near[1] * board.files + near[0]))


def _cell(scene: Scene, file: int, rank: int, rate: float, faces: str, *, best: bool) -> None:
    low, high = 0.02, 0.98
    corners = [(file + x, rank + y, 0.0) for x, y in ((low, low), (high, low), (high, high), (low, high))]
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


def _legend(scene: Scene, files: int) -> None:
    """The scale of colours below the board."""
    south, width = -1.25, 0.5
    steps = [0.20 + 0.05 * step for step in range(9)]
    west = (files - width * len(steps)) / 2
    for step, rate in enumerate(steps):
        x = west + width * step
        corners: list[Point] = [(x, south, 0), (x + width, south, 0), (x + width, south + 0.35, 0)]
        corners.append((x, south + 0.35, 0))
        scene.add(f'<path d="{scene.path(corners)}" fill="{colour_of(rate)}" stroke="{LIGHT.groove}"/>')
        if step % 2 == 0:
            _text(scene, (x + width / 2, south - 0.33, 0), f"{100 * rate:.0f} %", size=18, ink=LIGHT.ink)


def _text(scene: Scene, place: Point, text: str, *, size: int, ink: str) -> None:
    x, y = scene.camera.at(place)
    style = f'font-size="{size}" text-anchor="middle" fill="{ink}"'
    scene.add(f'<text x="{number(x)}" y="{number(y)}" {style}>{text}</text>')


def colour_of(rate: float) -> str:
    """The colour of a win rate, between those of the scale."""
    rate = min(max(rate, SCALE[0][0]), SCALE[-1][0])
    for (low, first), (high, second) in pairwise(SCALE):
        if rate <= high:
            part = (rate - low) / (high - low)
            pairs = ((int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5))
            return "#" + "".join(f"{round(one + part * (other - one)):02x}" for one, other in pairs)
    raise AssertionError(rate)


def _ink(rate: float) -> str:
    return "#ffffff" if rate < 0.30 else LIGHT.ink
