"""What the explorer says of a position."""

from __future__ import annotations

from typing import Annotated

from stonefield.server.protocol.base import Colour, View, doc


class OpinionView(View):
    """What the engine thinks of a move, where it has looked."""

    win_rate: Annotated[float, doc("Of whoever plays the move, from 0 to 1")]
    simulations: int


class ContinuationView(View):
    """A move that was played from here, or one like it on a board turned or mirrored."""

    move: str
    squares: Annotated[list[str], doc("The squares that it names")]
    games: int
    wins: Annotated[dict[Colour, int], doc("Games won, by colour")]
    draws: int
    opinion: OpinionView | None


class ExploredGame(View):
    """A game in which the position occurred; people who play here are not named."""

    id: Annotated[int, doc("For `/api/explorer/games/{id}`, its record")]
    source: str
    first: Annotated[str, doc('Who began; "": a person')]
    second: str
    played: Annotated[str, doc('The day, or ""')]
    result: str
    winner: Colour | None
    length: Annotated[int, doc("Its decisions")]
    move: Annotated[str, doc("What was played here")]


class SourceView(View):
    """Where games come from: `here`, `engine`, or the name of a collection."""

    name: str
    games: int


class ExplorerView(View):
    """What was played from a position, modulo the symmetries of the board."""

    position: str
    colours: list[Colour]
    games: int
    continuations: Annotated[list[ContinuationView], doc("The move played most often first")]
    listed: Annotated[list[ExploredGame], doc("The latest games first")]
    sources: list[SourceView]
