"""Challenges: games that are proposed to a person who may be away."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from stonefield.server.protocol.base import Request, View, doc
from stonefield.server.protocol.messages import PersonName
from stonefield.server.protocol.requests import FreshToken, NewGame
from stonefield.server.protocol.views import OptionValues

ChallengeStatus: TypeAlias = Literal["open", "accepted", "declined", "withdrawn", "expired"]


class NewChallenge(Request):
    """A game to be played with a person who may be away; it waits for 14 days."""

    wishes: NewGame = Field(description="One seat is yours, the other one open")
    opponent: str | None = Field(
        default=None, max_length=64, description="Name of an account; null: anyone who has the challenge's id"
    )


class AcceptChallenge(Request):
    """Taking the other seat of a challenge."""

    name: Annotated[PersonName, doc("What the person is called; an account has its own name")] = ""
    token: FreshToken | None = Field(
        default=None,
        description="From a secure random source; with the same one, accepting again is the same accepting",
    )


class ProposedClock(View):
    """The clock that a challenge proposes."""

    seconds: Annotated[int, doc("For each seat; in a correspondence game also the most")]
    increment: Annotated[int, doc("Seconds added after each turn")]
    correspondence: Annotated[bool, doc("Whether it is one of days")]
    weekends_free: Annotated[bool, doc("Whether no time runs at weekends")]


class ChallengeView(View):
    """A challenge."""

    challenge: Annotated[str, doc("Its id: the right to see it and, if it is open to all, to accept it")]
    status: Annotated[ChallengeStatus, doc("Only an open one can be answered or withdrawn")]
    created: Annotated[int, doc("Milliseconds since 1970")]
    expires: Annotated[int, doc("Until when it can be answered")]
    rules: Annotated[str, doc("The name of the game, as in the catalogue")]
    options: Annotated[OptionValues, doc("Those that were chosen; all others have their defaults")]
    position: Annotated[str | None, doc("Where it begins, if not at the start")]
    clock: Annotated[ProposedClock | None, doc("null: no clock")]
    rated: Annotated[bool, doc("Whether its result changes ratings")]
    seat: Annotated[int, doc("The maker's seat; seat 0 begins")]
    maker: Annotated[str, doc("What its maker is called")]
    opponent: Annotated[str | None, doc("Name of the account that is challenged; null: anyone")]
    you: Annotated[Literal["maker", "opponent", "other"], doc("Who you are in it")]
    game: Annotated[str | None, doc("The game that has come of it")]


class ChallengeMade(View):
    """The answer to making a challenge."""

    token: Annotated[
        str, doc("By which its maker withdraws it, and plays once it is accepted; shown here and never again")
    ]
    challenge: ChallengeView


class ChallengeList(View):
    """The challenges of an account that are open or were answered lately, the newest first."""

    received: Annotated[list[ChallengeView], doc("By others")]
    made: Annotated[list[ChallengeView], doc("By the account")]
