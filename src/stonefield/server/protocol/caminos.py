"""Caminos' own part of the messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from stonefield.server.protocol.base import Colour, SquareName, View, doc

Cube: TypeAlias = tuple[int, int, int]


class PieceView(View):
    """A placed Caminos piece; a cube is [file, rank, level], all from 0."""

    shape: Annotated[str, doc("Its letter")]
    colour: Annotated[Colour, doc("`neutral` for a neutral one")]
    seat: Annotated[int, doc("Whose piece it is; -1 for a neutral one")]
    cubes: Annotated[list[Cube], doc("Where its cubes are")]


class CaminosScene(View):
    """A Caminos position, ready to be drawn."""

    game: Literal["caminos"]
    ply: Annotated[int, doc("Decisions made before it")]
    pieces: Annotated[list[PieceView], doc("In the order of placing")]
    heights: Annotated[dict[SquareName, int], doc("Occupied squares only")]
    tops: Annotated[Mapping[SquareName, Colour], doc("The colour that each occupied square shows from above")]
    path: Annotated[dict[Colour, Sequence[SquareName]], doc("A winning path, [] while there is none")]
    supply: Annotated[list[dict[str, int]], doc("Pieces left by shape, one mapping for each seat")]
    points: Annotated[dict[Colour, int], doc("What each colour scores, where points are played for")]
    last: Annotated[list[SquareName], doc("Squares to mark as the last decision's")]


class OrientationView(View):
    """A shape turned one way, and everywhere it may be put like that."""

    cubes: Annotated[
        list[Cube], doc("Relative to the anchor: `[dx, dy, dz]` comes to `[file + dx, rank + dy, dz]`")
    ]
    at: Annotated[str, doc("Anchors (south-west corner of the bounding box, level 0), separated by spaces")]


class CaminosLegal(View):
    """What may be decided now: each shape with its orientations, and the anchors of each.

    The text of a placement is the shape, a colon and its columns in order of file, then rank, with `*n` where
    a column holds n of the piece's cubes: `O:a1*2,b1*2`.
    """

    game: Literal["caminos"]
    shapes: Annotated[
        dict[str, list[OrientationView]],
        doc("[] for a shape that cannot be placed; a shape no longer in supply is absent"),
    ]
    swap: Annotated[bool, doc("Whether `swap` is a decision too")]


class CaminosScore(View):
    """What Caminos adds to the explanation of the end."""

    game: Literal["caminos"]
    path: Annotated[Sequence[SquareName], doc("The path that won; [] where none did")]


REASONS = {
    "prevents_win": "The opponent would win with `squares`",
    "threatens": "The mover would win with `squares`",
    "extends": "The mover's shortest way across needs `count` fewer squares",
    "leads_on": "The same at the end of `line`",
    "hinders": "The opponent's shortest way across needs `count` more squares",
    "links": "It joins `count` groups of the mover",
    "cuts": "It cuts a group of the opponent into `count` parts",
    "covers": "It covers `count` squares of the opponent",
    "reaches": "A group of the mover reaches a side it did not touch",
    "balanced": "A neutral bar makes neither way longer than the other",
}
"""The codes of a hint's reasons."""
