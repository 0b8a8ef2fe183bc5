"""Ratings of people, the games of an account, and what they add up to."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Colour, View, doc

NotRated = TypeAliasType(
    "NotRated",
    Annotated[
        Literal["short", "account_gone", "same_account"],
        doc(
            "One of the two had decided fewer than three times, or is no account any more, "
            "or both seats belong to one account."
        ),
    ],
)
PaceName: TypeAlias = Literal["live", "correspondence"]
ResultName: TypeAlias = Literal["won", "lost", "drawn", "stopped"]


class PoolRating(View):
    """How strong a player is in one pool."""

    pool: Annotated[str, doc("`<game>-live` or `<game>-correspondence`")]
    game: Annotated[str, doc("As in the catalogue")]
    pace: Annotated[PaceName, doc("Games of one sitting are `live`")]
    rating: Annotated[int, doc("1500 is the newcomers' level; 400 points are odds of ten to one")]
    deviation: Annotated[int, doc("How uncertain it is today: two times in three within this distance")]
    provisional: Annotated[bool, doc("Whether the deviation is above 110")]
    games: Annotated[int, doc("Rated games")]
    at: Annotated[int, doc("When the last one ended, in milliseconds since 1970")]


class RatingPoint(View):
    """The rating after one game."""

    number: Annotated[int, doc("Which game of the pool it was, from 1")]
    at: Annotated[int, doc("When it ended, in milliseconds since 1970")]
    game: Annotated[str, doc("The game's id; it may be gone")]
    rating: Annotated[int, doc("Afterwards")]
    deviation: Annotated[int, doc("Afterwards")]
    change: Annotated[int, doc("What the game has changed")]
    score: Annotated[float, doc("1 won, 0.5 drawn, 0 lost")]
    opponent: Annotated[str | None, doc("The account's name; null: a level, or an account that is gone")]
    level: Annotated[float | None, doc("The level that was played")]


class RatingHistory(View):
    """How a rating came about."""

    account: Annotated[str, doc("The account's name")]
    pool: Annotated[str, doc("Its name")]
    points: Annotated[list[RatingPoint], doc("The oldest of these first")]
    before: Annotated[int | None, doc("Send as `before` for earlier ones; null: there are none")]


class RatedPlayer(View):
    """What a rated game has done to a player."""

    seat: Annotated[int, doc("From 0")]
    account: Annotated[str | None, doc("The account's name; null: a level, or an account that is gone")]
    level: Annotated[float | None, doc("An engine's level")]
    before: Annotated[int | None, doc("The rating before the game; null: not rated, or no account any more")]
    after: Annotated[int | None, doc("And after it; null: it still runs, or has changed nothing")]
    provisional: Annotated[bool, doc("Whether too little is known to take the rating seriously")]


class RatedMatch(View):
    """What a game has done to ratings."""

    game: Annotated[str, doc("The game's id")]
    pool: Annotated[str, doc("Where it counts")]
    status: Annotated[
        Literal["open", "judging", "rated", "not_rated"],
        doc("`open` until it has ended; `judging` until the engine has judged one that ran out"),
    ]
    reason: Annotated[NotRated | None, doc("Why it did not count")]
    players: Annotated[list[RatedPlayer], doc("Seat 0 first; [] until both seats are taken")]


# An account's games


class OpponentView(View):
    """Who was on the other side, or a partner."""

    name: Annotated[str, doc('What the person is called; "" for an engine')]
    account: Annotated[str | None, doc('Its account\'s name; "" if that was deleted, null if there is none')]
    level: Annotated[float | None, doc("An engine's level")]


class AccountGame(View):
    """A finished game of an account."""

    game: Annotated[str, doc("The game's id")]
    rules: Annotated[str, doc("Which game was played")]
    board: Annotated[str, doc("The board's name, or its size")]
    pace: PaceName
    rated: Annotated[bool, doc("Whether it was played for ratings")]
    created: Annotated[int, doc("Milliseconds since 1970")]
    ended: Annotated[int, doc("Milliseconds since 1970")]
    result: Annotated[ResultName, doc("For the account; at one screen it is that of either side")]
    reason: Annotated[str, doc("The rules' reason, or `resign`, `time`, `agreement`, …")]
    colour: Annotated[Colour, doc("Of its first seat, at the end")]
    began: Annotated[bool, doc("Whether it had the first decision")]
    length: Annotated[int, doc("Decisions")]
    opponents: Annotated[list[OpponentView], doc("The other seats, in order")]


class AccountGames(View):
    """Finished games, those that ended last first."""

    account: Annotated[str, doc("The account's name")]
    games: Annotated[list[AccountGame], doc("One page")]
    next: Annotated[str | None, doc("Send as `before` for the next page; null: this is the last")]


class Tally(View):
    """Results of some games."""

    name: Annotated[str, doc("What they have in common")]
    games: Annotated[int, doc("How many")]
    won: Annotated[int, doc("How many")]
    drawn: Annotated[int, doc("How many")]
    lost: Annotated[int, doc("How many")]


class TurningPoints(View):
    """What stored reviews say of an account's latest games."""

    reviewed: Annotated[int, doc("Games with a stored review, of the latest 100")]
    accuracy: Annotated[float | None, doc("The mean over these games, 0 to 100; null: none was reviewed")]
    early: Annotated[int, doc("Own decisions among a game's costliest, in its first third")]
    middle: Annotated[int, doc("In its second third")]
    late: Annotated[int, doc("In its last third")]


class GameStatistics(View):
    """An account's results in one game."""

    rules: Annotated[str, doc("Which game")]
    all: Tally
    boards: Annotated[list[Tally], doc("By board, the most played first")]
    colours: Annotated[list[Tally], doc("By the account's colour at the end")]
    seats: Annotated[list[Tally], doc("`first` and `second`: whether it began")]
    lengths: Annotated[list[Tally], doc("By decisions: `0-19`, `20-39`, `40-59`, `60+`")]
    opponents: Annotated[list[Tally], doc("The ten met most: an account's name, or `level 4`")]
    turning_points: TurningPoints


class AccountStatistics(View):
    """What an account's finished games add up to."""

    account: Annotated[str, doc("The account's name")]
    games: Annotated[list[GameStatistics], doc("One for each game that was played, the most played first")]
