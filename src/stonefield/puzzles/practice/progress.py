"""A practice profile as values: who practises, and how far they have come in a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from stonefield.puzzles.practice.attempt import BEGINNER
from stonefield.puzzles.practice.streak import Streak
from stonefield.ratings.glicko import Rating


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player who solves puzzles is known by."""

    id: str
    created: int
    streak: Streak


@dataclass(frozen=True, slots=True)
class FirstAttempt:
    """A first attempt at a puzzle, and the rating of the profile after it."""

    puzzle: str
    at: int
    solved: bool
    rating: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an attempt has decided."""

    counts: bool
    """Whether it was the first one at the puzzle, or one that was due."""
    rated: bool
    """Whether it has moved the rating: not if the solution was shown today."""
    before: Rating
    after: Rating
    due: int | None


@dataclass(frozen=True, slots=True)
class GameProgress:
    """What is known of a profile in one game."""

    rating: Rating = BEGINNER
    storm: int = 0
    tried: Sequence[FirstAttempt] = ()
    """In the order of time."""
    due: Sequence[int] = ()
    """When each missed puzzle comes back."""


class History(Protocol):
    """What was done with one profile in one game."""

    def rating(self) -> Rating:
        """The rating as a solver; that of a beginner before the first attempt."""
        ...

    def due(self, now: int) -> Sequence[str]:
        """Missed puzzles that may be tried again, those due longest first."""
        ...

    def tried_among(self, puzzles: Sequence[str]) -> Collection[str]:
        """Those of some puzzles that were tried."""
        ...

    def tried_since(self, moment: int) -> Sequence[str]:
        """The puzzles whose first attempts were since a moment."""
        ...

    def tried(self) -> Sequence[FirstAttempt]:
        """All first attempts in the order of time; thousands for a player who practises every day."""
        ...
