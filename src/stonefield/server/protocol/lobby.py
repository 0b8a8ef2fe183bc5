"""The lobby: games that wait for anyone, who is here, and what can be watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, model_validator
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Request, View, doc
from stonefield.server.protocol.company import Ping
from stonefield.server.protocol.messages import Hello, PersonName, Pong, Refused, Token
from stonefield.server.protocol.requests import NewGame, OpenSeat, PersonSeat
from stonefield.server.protocol.views import OptionValues

_Rating = Annotated[int, Field(ge=100, le=4_000)]
NewToken = Annotated[str, Field(min_length=32, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]


class NewSeek(Request):
    """A game for anyone who likes to play: its maker has one seat, all others are open."""

    game: NewGame
    low: _Rating | None = Field(default=None, description="The least rating of who may take it")
    high: _Rating | None = Field(default=None, description="The greatest")
    times: int = Field(
        default=1, ge=1, le=10, description="How many games to play, one after the other; with an account"
    )

    @model_validator(mode="after")
    def _for_people(self) -> NewSeek:
        seats = self.game.seats
        if sum(isinstance(seat, PersonSeat) for seat in seats) != 1:
            raise ValueError("its maker has one seat")
        if not all(isinstance(seat, PersonSeat | OpenSeat) for seat in seats):
            raise ValueError("all other seats are open")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError("`low` is at most `high`")
        return self


class TakeSeek(Request):
    """Taking a seat in a game that waits for anyone."""

    name: Annotated[PersonName, doc("What the person is called")] = ""
    token: NewToken | None = Field(
        default=None,
        description="From a secure random source; with the same one, taking again is the same taking",
    )


class OwnSeek(Request):
    """A game that its maker has listed."""

    game: str = Field(max_length=32, description="Its id")
    token: Annotated[Token, doc("Its maker's")]


class PairUp(Request):
    """Wishing for a game with anyone: one that waits is taken, or a new one is listed."""

    game: NewGame
    but: list[Annotated[str, Field(max_length=32)]] = Field(
        default_factory=list, max_length=20, description="Games that are not taken: the person's own"
    )
    instead_of: OwnSeek | None = Field(
        default=None,
        description="A game that the person has listed, withdrawn if an older one fits; else nothing changes",
    )

    @model_validator(mode="after")
    def _for_two(self) -> PairUp:
        NewSeek(game=self.game)
        return self


class PersonView(View):
    """A person in the lobby."""

    name: Annotated[str, doc("What the person is called; empty: nothing")]
    account: Annotated[str | None, doc("The name of their account; null: a guest")]
    rating: Annotated[int | None, doc("In the pool of the game; null: none yet, or a guest")]


class SeekClock(View):
    """The clock of a game that waits."""

    seconds: Annotated[int, doc("For each seat")]
    increment: Annotated[int, doc("Seconds added after each turn")]
    correspondence: Annotated[bool, doc("For people who are never there at the same time")]
    weekends_free: Annotated[bool, doc("No time runs at weekends")]


class SeekView(View):
    """A game that waits for anyone."""

    game: Annotated[str, doc("The game's id")]
    rules: Annotated[str, doc("Which game is played, as in the catalogue")]
    options: OptionValues
    clock: Annotated[SeekClock | None, doc("null: no clock")]
    live: Annotated[bool, doc("Its maker is there now, and it is played at once")]
    rated: Annotated[bool, doc("It changes the ratings of both; for accounts only")]
    maker: PersonView
    low: Annotated[int | None, doc("The least rating of who may take it")]
    high: Annotated[int | None, doc("The greatest")]
    times: Annotated[int, doc("How many games its maker likes to play")]
    created: Annotated[int, doc("Milliseconds since 1970")]


class ShownGame(View):
    """A game that goes on and may be watched."""

    game: Annotated[str, doc("The game's id")]
    rules: Annotated[str, doc("Which game is played")]
    options: OptionValues
    names: Annotated[Sequence[str], doc("Of those who play, by seat")]
    version: Annotated[int, doc("Number of changes so far; the picture is newer with each")]


class MeetingView(View):
    """The weekly hour at which people meet in the lobby."""

    begins: Annotated[int, doc("Milliseconds since 1970; past while it is on")]
    ends: Annotated[int, doc("Milliseconds since 1970")]


class LobbyView(View):
    """All that the lobby shows."""

    type: Literal["lobby"]
    seeks: Annotated[Sequence[SeekView], doc("Oldest first")]
    games: Annotated[Sequence[ShownGame], doc("Where something happened last comes first")]
    people: Annotated[int, doc("Pages that have the lobby open")]
    accounts: Annotated[Sequence[str], doc("Names of those among them who agree to be seen, not all if many")]
    meeting: Annotated[MeetingView | None, doc("The one that is on, or else the next; null: there are none")]


LobbyClientMessage = TypeAliasType("LobbyClientMessage", Annotated[Hello | Ping, Field(discriminator="type")])
lobby_messages: TypeAdapter[LobbyClientMessage] = TypeAdapter(LobbyClientMessage)
LobbyServerMessage = TypeAliasType(
    "LobbyServerMessage", Annotated[LobbyView | Refused | Pong, Field(discriminator="type")]
)
