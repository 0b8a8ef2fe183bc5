"""The messages of a game that has no part of its own here: what its rules say, and nothing special."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from stonefield.server.protocol.base import Colour, SquareName, View, doc


class PlainScene(View):
    """A position seen from above."""

    game: Literal["plain"]
    ply: Annotated[int, doc("Decisions made before it")]
    tops: Annotated[Mapping[SquareName, Colour], doc("Occupied squares only")]
    points: Annotated[dict[Colour, int], doc("What each colour has, by the rules")]
    last: Annotated[Sequence[SquareName], doc("The squares that the last decision changed")]


class PlainMove(View):
    """A decision that may be taken."""

    text: Annotated[str, doc("As it is written")]
    squares: Annotated[Sequence[SquareName], doc("The squares that it names, if any")]


class PlainLegal(View):
    """What may be decided now."""

    game: Literal["plain"]
    moves: Annotated[list[PlainMove], doc("All but `swap`")]
    swap: Annotated[bool, doc("Whether `swap` is a decision too")]
