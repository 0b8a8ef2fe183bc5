"""Ratings of people: a pool for each game and pace, and Glicko-2 after every game.

A rating period is a stretch of time here, not a batch of games: each game is rated when it ends, and the
deviation grows with the time since the last one. Differences are Elo: 400 points are odds of ten to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal, TypeAlias, get_args

from stonefield.ratings.glicko import MIDDLE, SCALE, Rating, rated
from stonefield.ratings.ladder import NEWCOMER, Ladder

Pace: TypeAlias = Literal["live", "correspondence"]
PACES: tuple[Pace, ...] = get_args(Pace)
START = Rating(MIDDLE, 500.0, 0.09)
"""A player without games: as strong as level ``NEWCOMER``, give or take a lot."""
NARROWEST, WIDEST = 45.0, START.deviation
"""A player who is known well can still move; one who was away for years is as unknown as a new one."""
LOWEST, HIGHEST = 100.0, 4000.0
MOST_VOLATILE = 0.1
PROVISIONAL = 110.0
"""A rating with a larger deviation is provisional."""
PERIODS_PER_DAY = 0.21436
"""As at lichess: at a volatility of 0.06 a deviation of 60 grows to 110 in a year."""
LEVELS_DEVIATION = 80.0
"""How well the levels are placed among themselves: the ladder's 95 % intervals are 100 to 200 Elo."""
DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Pool:
    """Games whose results are compared: of one game, at one pace."""

    game: str
    pace: Pace

    def __str__(self) -> str:
        return f"{self.game}-{self.pace}"


def read_pool(name: str) -> Pool | None:
    """The pool of that name, if there can be one."""
    game, _, word = name.rpartition("-")
    return next((Pool(game, pace) for pace in PACES if game and pace == word), None)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a pool knows of a player."""

    rating: Rating = START
    """After the last game."""
    at: int | None = None
    """When that ended, in milliseconds since 1970."""
    games: int = 0

    def periods_until(self, now: int) -> float:
        """Rating periods since the last game."""
        return 0.0 if self.at is None else max(0, now - self.at) / DAY_MS * PERIODS_PER_DAY

    def seen_at(self, now: int) -> Rating:
        """The rating as it is now: with each day less is known."""
        known = self.rating
        phi = sqrt((known.deviation / SCALE) ** 2 + self.periods_until(now) * known.volatility**2)
        return Rating(known.rating, min(WIDEST, SCALE * phi), known.volatility)

    def after(self, other: Rating, score: float, now: int) -> Standing:
        """After a game against a player with that rating, who may have been shifted by an advantage."""
        found = rated(self.rating, [(other, score)], periods=self.periods_until(now))
        bounded = Rating(
            min(HIGHEST, max(LOWEST, found.rating)),
            min(WIDEST, max(NARROWEST, found.deviation)),
            min(MOST_VOLATILE, found.volatility),
        )
        return Standing(bounded, now, self.games + 1)


def is_provisional(rating: Rating) -> bool:
    """Whether too little is known to take the number seriously."""
    return rating.deviation > PROVISIONAL


def shifted(rating: Rating, by: float) -> Rating:
    """A player who plays as if rated this much higher, by the advantage of the seat."""
    return Rating(rating.rating + by, rating.deviation, rating.volatility)


def rate_game(
    first: Standing, second: Standing, score: float, now: int, *, advantage: float = 0.0
) -> tuple[Standing, Standing]:
    """Both players after a game: the score is the first player's, as is the advantage, in Elo."""
    begins, answers = first.seen_at(now), second.seen_at(now)
    return (
        first.after(shifted(answers, -advantage), score, now),
        second.after(shifted(begins, advantage), 1 - score, now),
    )


def level_rating(ladder: Ladder, level: float) -> Rating:
    """What a level of the engine is rated: by the Elo of its ladder, where level ``NEWCOMER`` is 1500."""
    return Rating(MIDDLE + ladder.elo_of(level) - ladder.elo_of(NEWCOMER), LEVELS_DEVIATION)
