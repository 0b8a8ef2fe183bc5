"""Boards and pieces of one's own: no two alike, and nearly as many placements as may be."""

from __future__ import annotations

import random

from stonefield.games.caminos.pieces import PieceSet, Shape
from stonefield.games.caminos.setup import MOST_PLACEMENTS
from stonefield.games.errors import InvalidOption

STEPS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def plain_board(side: int, name: str = "own") -> str:
    """A square board, its corners on no side."""
    inner = range(2, side)
    last = chr(96 + side)
    south, north = ("".join(f"{chr(96 + file)}{rank}" for file in inner) for rank in (1, side))
    east, west = ("".join(f"{file}{rank}" for rank in inner) for file in (last, "a"))
    return f"{name}={'/'.join(['#' * side] * side)}={south}|{east}|{north}|{west}"


def geometry(number: int, side: int = 10) -> tuple[str, str]:
    """A board and pieces, new for each number; the record of them is less than a kilobyte."""
    chance = random.Random(number)
    shapes: list[Shape] = []
    while len(shapes) < len(LETTERS):
        try:
            shape = Shape(LETTERS[len(shapes)], _body(chance))
        except InvalidOption:
            continue
        listed = "/".join(f"{one.letter}2:{one}" for one in (*shapes, shape))
        if shape.cubes in [one.cubes for one in shapes]:
            continue
        if PieceSet.read(f"p={listed}").placements_on(side, side) > MOST_PLACEMENTS:
            break
        shapes.append(shape)
    listed = "/".join(f"{one.letter}2:{one}" for one in shapes)
    return plain_board(side, f"b{number}"), f"p{number}={listed}"


def _body(chance: random.Random) -> frozenset[tuple[int, int, int]]:
    cubes = {(0, 0, 0)}
    while len(cubes) < 9:
        body, step = chance.choice(sorted(cubes)), chance.choice(STEPS)
        cube = (body[0] + step[0], body[1] + step[1], body[2] + step[2])
        if all(0 <= at < 3 for at in cube):
            cubes.add(cube)
    return frozenset(cubes)
