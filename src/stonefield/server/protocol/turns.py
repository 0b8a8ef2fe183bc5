"""Whose turn it is, over all games of an account, and its vacation."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stonefield.server.protocol.accounts import MySeat
from stonefield.server.protocol.base import Request, View, doc


class TurnGame(View):
    """A game that waits for the account."""

    game: Annotated[str, doc("The game's id")]
    rules: Annotated[str, doc("Which game is played")]
    seats: Annotated[list[MySeat], doc("Seat 0 began")]
    picture: Annotated[str, doc("Path of an SVG of the position")]
    due: Annotated[int | None, doc("When time is up, milliseconds since 1970; null: never")]
    left_ms: Annotated[int | None, doc("The time that counts until then; null: no clock")]


class Turns(View):
    """The games that wait for the account, least time left first, those without a clock last."""

    games: Annotated[list[TurnGame], doc("At most 100; after `after`, if that is given, and then the others")]
    rematches: Annotated[list[TurnGame], doc("Ended games in which the account is offered a rematch")]
    now: Annotated[int, doc("The server's time, milliseconds since 1970")]


class NewVacation(Request):
    """Being away: no flag of the account falls until then."""

    until: int = Field(ge=0, le=10**14, description="Milliseconds since 1970; before now: back again")


class VacationView(View):
    """The vacation of the account. A day is also used by itself where time would be up."""

    until: Annotated[int | None, doc("Its end; null: not on vacation")]
    left: Annotated[int, doc("Days left in this calendar year (UTC)")]
    days: Annotated[int, doc("Days that every year has")]
