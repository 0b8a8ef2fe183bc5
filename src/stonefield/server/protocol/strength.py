"""How strong a player is, from games against the engine's levels."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import View, doc

NotCounted = TypeAliasType(
    "NotCounted",
    Annotated[
        Literal["hint", "chances", "coach", "takeback", "short", "unrated"],
        doc(
            "What was used: a hint, the winning chances, or something taken back, with the coach or without. "
            "Or it was hardly played, or is not a game that could count."
        ),
    ],
)


class StrengthPoint(View):
    """The strength after a game that counted."""

    at: Annotated[int, doc("When it ended, in milliseconds since 1970")]
    game: Annotated[str, doc("The game's id; it may be gone")]
    rating: Annotated[int, doc("On the scale of the puzzles")]
    level: Annotated[float, doc("The level as strong as that")]
    against: Annotated[float, doc("The level that was played")]
    score: Annotated[float, doc("1 won, 0.5 drawn, 0 lost")]


class StrengthEstimate(View):
    """How strong a player is, as far as that is known."""

    rating: Annotated[int, doc("On the scale of the puzzles; see `level_ratings` in the catalogue")]
    deviation: Annotated[int, doc("How uncertain the rating is")]
    level: Annotated[float, doc("The opponent who fits: the level as strong as the player")]
    low: Annotated[float, doc("Four times in five the strength lies between the levels `low` and `high`")]
    high: Annotated[float, doc("See `low`")]


class StrengthView(StrengthEstimate):
    """How strong a player is in one game, and how that came about."""

    rules: Annotated[str, doc("The game, as in the catalogue")]
    games: Annotated[int, doc("How many games have counted, of the latest 300 that are kept")]
    puzzles: Annotated[bool, doc("Whether a puzzle rating has a small part in it")]
    graph: Annotated[list[StrengthPoint], doc("The latest games, the oldest of these first")]


class Strengths(View):
    """How strong a player is, in each game whose levels were measured."""

    learner: Annotated[str, doc("The profile's id")]
    games: Annotated[list[StrengthView], doc("One for each game")]


class CountedGame(View):
    """What a game has told about a player's strength."""

    game: Annotated[str, doc("The game's id")]
    status: Annotated[Literal["open", "counted", "not_counted"], doc("`open` until it has ended")]
    reason: Annotated[NotCounted | None, doc("Why it did not count, or while it is played: will not")]
    before: Annotated[StrengthEstimate | None, doc("Once it has counted")]
    after: Annotated[StrengthEstimate | None, doc("Once it has counted")]
