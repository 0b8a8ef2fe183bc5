"""The messages of a game that has no part of its own here: what its rules say, and nothing special."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from stonefield.server.protocol.base import Colour, SquareName, View


class PlainScene(View):
    """A position seen from above."""

    game: Literal["plain"]
    ply: int
    tops: Annotated[Mapping[SquareName, Colour], Field(description="Occupied squares only")]
    points: dict[Colour, int]
    last: Annotated[Sequence[SquareName], Field(description="The squares that the last decision changed")]


class PlainMove(View):
    """A decision that may be taken."""

    text: str
    squares: Annotated[Sequence[SquareName], Field(description="The squares that it names, if any")]


class PlainLegal(View):
    """What may be decided now."""

    game: Literal["plain"]
    moves: Annotated[list[PlainMove], Field(description="All but `swap`")]
    swap: bool
