"""Carnac's own part of the messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from stonefield.server.protocol.base import Colour, SquareName, View, doc


class StoneView(View):
    """A megalith: on one square it stands, on two it lies, the red end on the first."""

    squares: Annotated[Sequence[SquareName], doc("Where it is")]
    top: Annotated[
        Colour,
        doc(
            "Standing: the colour of the upper end; the lower end has the other. Lying: the colour of the "
            "long sides above and below; the other two long sides have the other"
        ),
    ]
    axis: Annotated[
        Colour | None,
        doc("Standing: the colour of the east and west sides; north and south have the other. Lying: null"),
    ]


class DolmenView(View):
    """A connected group of at least three squares of one colour."""

    squares: Annotated[Sequence[SquareName], doc("Its squares")]
    size: Annotated[int, doc("How many")]


class CarnacScene(View):
    """A Carnac position, ready to be drawn."""

    game: Literal["carnac"]
    ply: Annotated[int, doc("Decisions made before it")]
    stones: Annotated[list[StoneView], doc("In the order of placing; the pending one is the last")]
    pending: Annotated[SquareName | None, doc("Where the megalith stands that may be tilted now")]
    tops: Annotated[Mapping[SquareName, Colour], doc("The colour that each occupied square shows from above")]
    dolmens: Annotated[dict[Colour, list[DolmenView]], doc("Largest first")]
    stock: Annotated[int, doc("Megaliths left in the stockpile")]
    last: Annotated[Sequence[SquareName], doc("Squares to mark as the last decision's")]
    origin: Annotated[
        SquareName | None, doc("After a tilt, the square the megalith fell from, for the animation")
    ]


class AnswerView(View):
    """One way to answer the pending megalith."""

    text: Annotated[str, doc("`N` `E` `S` `W`, or `-` to leave it standing")]
    squares: Annotated[Sequence[SquareName], doc("Where it would be, red end first")]
    colour: Annotated[Colour, doc("The colour it would show from above")]


class CarnacLegal(View):
    """What may be decided now.

    Either colour may be on top, and either on the axis. The text of a placement is the square, the letter of
    the top and the letter of the axis: `c4rw`. A fall to `E` or `W` will show the axis colour, a fall to `N`
    or `S` the other one.
    """

    game: Literal["carnac"]
    placements: Annotated[
        dict[SquareName, str],
        doc("Each square that may be used, with the falls the opponent would then have, of `NESW`"),
    ]
    answers: Annotated[list[AnswerView], doc("What may be done with the pending megalith; [] when placing")]
    swap: Annotated[bool, doc("Whether `swap` is a decision too")]


class CarnacMove(View):
    """What Carnac adds to the description of a move: of a megalith that stands."""

    game: Literal["carnac"]
    axis: Annotated[Colour, doc("The colour of the east and west sides")]


class PairView(View):
    """The n-th largest dolmen of each colour side by side; 0 = has none."""

    sizes: Annotated[dict[Colour, int], doc("Their sizes")]
    decides: Annotated[bool, doc("Whether this pair decides the game")]


class CarnacScore(View):
    """What Carnac adds to the explanation of the end."""

    game: Literal["carnac"]
    pairs: Annotated[
        list[PairView],
        doc("Dolmens compared from the largest down: the n-th pair belongs to the n-th of each colour"),
    ]


REASONS = {
    "gains": "The mover gets `count` new dolmens",
    "if_left_gains": "The mover gets one, for the megalith is expected to be left standing",
    "if_tilted_gains": "The mover gets one wherever the megalith falls, and it is expected to",
    "enlarges": "The mover's dolmen grows to at least `count` squares",
    "joins": "`count` of the opponent's dolmens grow together, which leaves them fewer",
    "blocks": "It takes `squares`, where the opponent could have completed a dolmen",
    "if_left_blocks": "The same, for the megalith is expected to be left standing",
    "keeps_apart": "It closes `squares`, where dolmens of the mover could have been joined",
    "denies": "The opponent has `count` dolmens; had the megalith been left standing, `other`",
    "falls_theirs": "Every fall would show the opponent's colour",
    "leaves_least": "No answer leaves the opponent fewer squares that complete a dolmen (`count`)",
    "prepares": "`count` squares would complete a dolmen for the mover, more than the `other` before",
    "shows": "The megalith shows the mover's colour on `squares`",
    "stands": "It is expected to be left standing and shows the mover's colour",
    "falls_show": "It is expected to show the mover's colour on `squares`; `count` of its `other` falls do",
    "falls_always": "It is expected to fall on `squares`, and every fall shows the mover's colour",
    "places_next": "The mover places next and is expected to get `count` dolmens with it, on `squares`",
    "grows_into": "At the end of `line` the megalith is part of a dolmen of `count` squares",
    "leads_to": "At the end of `line` the mover has `count` more dolmens",
    "leads": "At the end of `line` the mover has `count` dolmens, the opponent `other`",
    "expects_squares": "The network expects `squares` to show the mover's colour at the end",
    "expects_lead": "The network expects the mover to end up with `count` dolmens more than the opponent",
}
"""The codes of a hint's reasons. What is said of a placement holds whatever the opponent answers, unless it
speaks of what is expected. Lines end where no megalith waits."""
