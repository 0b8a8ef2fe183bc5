"""The Elo of the engine's levels, a person's strength among them, and the scale on which people see both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from stonefield.ratings.strength import NEWCOMERS_DEVIATION, Strength

NEWCOMER = 3
"""The level that a person is assumed to be as strong as before their first game."""
LOWEST = 100
"""No rating that people see is lower."""
PUZZLES_DEVIATION = 500.0
"""How far puzzles and play may differ, in Elo: what puzzles say counts about as much as half a game."""
LIKELY = 1.28
"""Deviations to either side within which the strength lies four times in five."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Ratings on the scale of the puzzles, from a ladder's Elo: a straight line through what was measured."""

    zero: float
    """The rating of a player of Elo 0."""
    slope: float
    """Points of the rating for one of Elo."""

    def rating_of(self, elo: float) -> float:
        """The rating at an Elo."""
        return self.zero + self.slope * elo

    def elo_of(self, rating: float) -> float:
        """The Elo at a rating."""
        return (rating - self.zero) / self.slope


@dataclass(frozen=True, slots=True)
class Ladder:
    """How strong a game's levels are, from 1 up."""

    elos: Sequence[float]
    """Of level 1, 2, …"""
    scale: Scale

    def elo_of(self, level: float) -> float:
        """How strong a level is; one between two is interpolated."""
        lower = min(int(level), len(self.elos) - 1)
        low, high = self.elos[lower - 1], self.elos[lower]
        return low + (level - lower) * (high - low)

    def level_at(self, elo: float) -> float:
        """The level that is as strong, in tenths; the lowest or the highest if none is."""
        for lower, (low, high) in enumerate(pairwise(self.elos), start=1):
            if elo < high:
                level = round(lower + max(0.0, (elo - low) / (high - low)), 1)
                return int(level) if level == int(level) else level
        return len(self.elos)

    def likely(self, strength: Strength) -> tuple[float, float]:
        """The levels between which the strength lies four times in five."""
        reach = LIKELY * strength.deviation
        return self.level_at(strength.elo - reach), self.level_at(strength.elo + reach)

    @property
    def newcomer(self) -> Strength:
        """What is known of a person who has not played yet."""
        return Strength(self.elo_of(NEWCOMER), NEWCOMERS_DEVIATION)

    # What people see

    def rating_of(self, elo: float) -> int:
        """A strength as people see it: never below ``LOWEST``."""
        return max(LOWEST, round(self.scale.rating_of(elo)))

    def deviation_of(self, strength: Strength) -> int:
        """How uncertain that rating is."""
        return round(self.scale.slope * strength.deviation)

    @property
    def ratings(self) -> tuple[int, ...]:
        """Of level 1, 2, …"""
        return tuple(map(self.rating_of, self.elos))

    def from_puzzles(self, rating: float, deviation: float) -> Strength:
        """What a puzzle rating says about a person's play: not much, and nothing outside the levels."""
        elo = min(max(self.scale.elo_of(rating), self.elos[0]), self.elos[-1])
        return Strength(elo, math.hypot(PUZZLES_DEVIATION, deviation / self.scale.slope))
