"""Messages of people at one table: that they are there, what they say to each other, how fast they watch."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from stonefield.server.protocol.base import Message, Version, View, doc

GreetingWords: TypeAlias = Literal["hello", "luck", "well_played", "thanks", "oops", "moment"]
Speed: TypeAlias = Literal["slow", "normal", "fast"]


class GreetRequest(Message):
    """Greet the other players; at most once in three seconds."""

    price: ClassVar[float] = 4.0
    type: Literal["greet"]
    words: Annotated[GreetingWords, doc("`greet.<words>` is what is read, in each reader's language")]


class SpeedRequest(Message):
    """Set how fast engines play; for the owner of a game between engines."""

    price: ClassVar[float] = 1.0
    type: Literal["speed"]
    speed: Annotated[Speed, doc("A decision takes at least four seconds, two, or half of one")]


class Ping(Message):
    """Are you there?"""

    price: ClassVar[float] = 1.0
    type: Literal["ping"]


class Pulse(Message):
    """Are you there? Answered by `pong`, and a promise: a player who is not heard again in time is away."""

    price: ClassVar[float] = 1.0
    type: Literal["pulse"]
    next: int | None = Field(
        default=None, ge=1, le=60, description="Seconds until the next one, at most; null: not known"
    )


class Greeting(View):
    """What a player says to the others; told to players only, and kept in the chat of the game."""

    type: Literal["greeting"]
    version: Version
    seat: Annotated[int, doc("Who greets")]
    words: GreetingWords
