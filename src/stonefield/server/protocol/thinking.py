"""Messages of a page whose own engine thinks, so that the server's has less to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from stonefield.server.protocol.base import Message, Request, Version, View, doc
from stonefield.server.protocol.views import OptionValues

ThoughtId: TypeAlias = Annotated[str, Field(pattern=r"^think-[0-9]{1,9}$")]
Purpose: TypeAlias = Literal["move", "hint", "rate"]
_Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]


class ThinkHereRequest(Message):
    """Say that this page has an engine and lets it think, or not any more; it ends with the socket.

    For a person who plays alone, at one screen or against engines, and not in a rated game.
    """

    price: ClassVar[float] = 1.0
    type: Literal["think_here"]
    on: Annotated[bool, doc("Whether `think` may come")]


class ThoughtLine(Request):
    """The best decision as an engine in a page sees it."""

    pv: list[_Text] = Field(
        min_length=1, max_length=16, description="How play might go on, the decision first"
    )
    value: float = Field(
        ge=0, le=1, allow_inf_nan=False, description="The chances of the player who decides; a draw is half"
    )
    score: float = Field(
        ge=-10_000, le=10_000, allow_inf_nan=False, description="Expected final margin for that player"
    )
    visits: int = Field(ge=0, le=100_000_000, description="Simulations that took it")
    proven: Literal["win", "draw", "loss"] | None = Field(
        default=None, description="Where the result is exact"
    )


class PageThought(Message):
    """The answer to `think`; refused if it is not legal, or comes when it is not waited for any more."""

    price: ClassVar[float] = 2.0
    type: Literal["thought"]
    id: ThoughtId
    line: ThoughtLine | None = Field(
        default=None, description="null: the engine of the page cannot say; the server's own is asked"
    )
    nodes: int = Field(default=0, ge=0, le=1_000_000_000, description="Simulations of this search")
    milliseconds: int = Field(default=0, ge=0, le=3_600_000, description="How long it took")


class Think(View):
    """A question to the engine of this page; not answered within a few seconds, the server asks its own."""

    type: Literal["think"]
    version: Version
    id: Annotated[str, doc("To be sent back with the answer")]
    purpose: Annotated[Purpose, doc("What it is for. Moves are waited for first, then hints, then win rates")]
    game: Annotated[str, doc("The name of the game, as in the catalogue")]
    board: Annotated[str, doc("The name of the board")]
    options: Annotated[OptionValues, doc("Every option of the game")]
    position: Annotated[
        str | None, doc("The position before the moves as one line of text; null: the ordinary start")
    ]
    moves: Annotated[Sequence[str], doc("The decisions since")]
    level: Annotated[float | None, doc("Strength 1 to 10, in tenths; null: full strength")]
    milliseconds: Annotated[int | None, doc("The most time for it; null: as long as the level takes")]
