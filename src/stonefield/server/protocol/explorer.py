"""What the explorer says of a position."""

from __future__ import annotations

from typing import Annotated

from stonefield.server.protocol.base import Colour, View, doc
from stonefield.server.protocol.reviews import EvaluationView


class ContinuationView(View):
    """A move that was played from here, or one like it on a board turned or mirrored."""

    move: Annotated[str, doc("As it is written on the board that was asked for")]
    squares: Annotated[list[str], doc("The squares that it names")]
    games: Annotated[int, doc("In how many it was played")]
    wins: Annotated[dict[Colour, int], doc("Games won, by colour")]
    draws: Annotated[int, doc("Games drawn")]
    opinion: Annotated[
        EvaluationView | None, doc("Of the position after it; null where the engine has not looked")
    ]


class ExploredGame(View):
    """A game in which the position occurred; people who play here are not named."""

    id: Annotated[int, doc("For `/api/explorer/games/{id}`, its record")]
    source: Annotated[str, doc("Where it comes from")]
    first: Annotated[str, doc('Who began; "": a person')]
    second: Annotated[str, doc("The other side")]
    played: Annotated[str, doc('The day, or ""')]
    result: Annotated[str, doc("`1-0`, `0-1` or `1/2-1/2`")]
    winner: Annotated[Colour | None, doc("null: a draw")]
    length: Annotated[int, doc("Its decisions")]
    move: Annotated[str, doc("What was played here")]


class SourceView(View):
    """Where games come from: `here`, `engine`, or the name of a collection."""

    name: Annotated[str, doc("For the query's `source`")]
    games: Annotated[int, doc("How many it has")]


class ExplorerView(View):
    """What was played from a position; rotated and mirrored positions count as one."""

    position: Annotated[str, doc("As text")]
    colours: Annotated[list[Colour], doc("Of the game, the first one first")]
    games: Annotated[int, doc("In how many it occurred")]
    continuations: Annotated[list[ContinuationView], doc("The move played most often first")]
    listed: Annotated[list[ExploredGame], doc("The latest games first")]
    sources: Annotated[list[SourceView], doc("All there are")]
