"""Carnac's own part of the messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from stonefield.server.protocol.base import Colour, SquareName, View, doc


class StoneView(View):
    """A megalith: one square = it stands; two = it lies, the red end on the first."""

    squares: Sequence[SquareName]
    top: Colour
    axis: Annotated[Colour | None, doc("Standing: the colour of the east and west sides")]


class DolmenView(View):
    """A connected group of at least three squares of one colour."""

    squares: Sequence[SquareName]
    size: int


class CarnacScene(View):
    """A Carnac position, ready to be drawn."""

    game: Literal["carnac"]
    ply: int
    stones: Annotated[list[StoneView], doc("In the order of placing; the pending one is the last")]
    pending: Annotated[SquareName | None, doc("Where the megalith stands that may be tilted now")]
    tops: Mapping[SquareName, Colour]
    dolmens: Annotated[dict[Colour, list[DolmenView]], doc("Largest first")]
    stock: Annotated[int, doc("Megaliths left in the stockpile")]
    last: Annotated[Sequence[SquareName], doc("Squares to mark as the last decision's")]
    origin: Annotated[SquareName | None, doc("The square the last decision's megalith fell from")]


class AnswerView(View):
    """One way to answer the pending megalith."""

    text: Annotated[str, doc("`N` `E` `S` `W`, or `-` to leave it standing")]
    squares: Annotated[Sequence[SquareName], doc("Where it would be, red end first")]
    colour: Annotated[Colour, doc("The colour it would show from above")]


class CarnacLegal(View):
    """What may be decided now; the text of a placement is square + top letter + axis letter."""

    game: Literal["carnac"]
    placements: Annotated[
        dict[SquareName, str],
        doc("Each square that may be used, with the falls the opponent would then have, of `NESW`"),
    ]
    answers: list[AnswerView]
    swap: bool
