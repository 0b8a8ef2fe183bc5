"""Caminos' own part of the messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from stonefield.server.protocol.base import Colour, SquareName, View, doc

Cube: TypeAlias = tuple[int, int, int]


class PieceView(View):
    """A placed Caminos piece; a cube is [file, rank, level], all from 0."""

    shape: str
    colour: Colour
    seat: Annotated[int, doc("Whose piece it is; -1 for a neutral one")]
    cubes: list[Cube]


class CaminosScene(View):
    """A Caminos position, ready to be drawn."""

    game: Literal["caminos"]
    ply: int
    pieces: list[PieceView]
    heights: Annotated[dict[SquareName, int], doc("Occupied squares only")]
    tops: Mapping[SquareName, Colour]
    path: Annotated[dict[Colour, Sequence[SquareName]], doc("A winning path, [] while there is none")]
    supply: Annotated[list[dict[str, int]], doc("Pieces left by shape, one mapping for each seat")]
    points: dict[Colour, int]
    last: list[SquareName]


class OrientationView(View):
    """A shape turned one way, and everywhere it may be put like that."""

    cubes: Annotated[list[Cube], doc("Relative to the anchor; the anchor's own level is always 0")]
    at: Annotated[str, doc("Anchors (south-west corner of the bounding box), separated by spaces")]


class CaminosLegal(View):
    """What may be decided now, by shape; docs/api.md says how a placement's text is put together."""

    game: Literal["caminos"]
    shapes: dict[str, list[OrientationView]]
    swap: bool
