"""How strong a person is, from results against the levels, on the Elo scale that these were measured on.

A person's strength is a normal distribution. A game against a level, whose Elo is taken as known, is one
observation of it: the new mean and deviation are those of the distribution after the result (assumed density
filtering). Before each game the deviation grows a little, for people learn and forget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from stonefield.engine.levels import LEVELS

NEWCOMER = 3
"""The level that somebody is thought to be as strong as before their first game."""
NEWCOMERS_DEVIATION = 400.0
DRIFT = 25.0
"""How much a person changes from one game to the next, and in each week between them, in Elo."""
WEEK_MS = 7 * 24 * 3600 * 1000
PUZZLES = (600.0, 2400.0)
"""The puzzle ratings that are put beside the lowest and the highest level."""
PUZZLES_DEVIATION = 500.0
"""How far puzzles and play may lie apart: what puzzles say counts about as much as half a game."""
LIKELY = 1.28
"""Deviations to either side within which the strength lies four times in five."""
_GRID = [step / 5 for step in range(-25, 26)]
_BELL = [math.exp(-(z**2) / 2) for z in _GRID]


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of somebody's strength, in Elo."""

    elo: float
    deviation: float

    def met(self, opponent: float, score: float) -> Strength:
        """After a game against an opponent of that Elo; 1 for a win, 0.5 for a draw, 0 for a loss."""
        elos = [self.elo + self.deviation * z for z in _GRID]
        weights = []
        for elo, prior in zip(elos, _BELL, strict=True):
            win = expected(elo, opponent)
            weights.append(prior * win**score * (1 - win) ** (1 - score))
        total = sum(weights)
        mean = sum(map(float.__mul__, weights, elos)) / total
        variance = sum(weight * (elo - mean) ** 2 for weight, elo in zip(weights, elos, strict=True)) / total
        return Strength(mean, math.sqrt(variance))

    def rested(self, milliseconds: int) -> Strength:
        """Before the next game, so long after the last one."""
        grown = self.deviation**2 + DRIFT**2 * (1 + max(0, milliseconds) / WEEK_MS)
        return Strength(self.elo, min(NEWCOMERS_DEVIATION, math.sqrt(grown)))

    def joined(self, other: Strength) -> Strength:
        """With what is known from elsewhere, each weighted by how sure it is."""
        mine, others = self.deviation**-2, other.deviation**-2
        elo = (mine * self.elo + others * other.elo) / (mine + others)
        return Strength(elo, (mine + others) ** -0.5)


def expected(elo: float, opponent: float) -> float:
    """The share of the points that somebody of an Elo gets from an opponent."""
    return 1 / (1 + 10 ** ((opponent - elo) / 400))


@dataclass(frozen=True, slots=True)
class Ladder:
    """How strong a game's levels are."""

    elos: Sequence[float]
    """Of level 1, 2, …"""
    source: str
    """Where the figures come from."""

    def elo_of(self, level: float) -> float:
        """How strong a level is; one between two is taken to lie between them as its number does."""
        lower = min(int(level), LEVELS[-1] - 1)
        low, high = self.elos[lower - 1], self.elos[lower]
        return low + (level - lower) * (high - low)

    def level_at(self, elo: float) -> float:
        """The level that is as strong, in tenths; the lowest or the highest if none is."""
        for lower, (low, high) in enumerate(pairwise(self.elos), LEVELS[0]):
            if elo < high:
                level = round(lower + max(0.0, (elo - low) / (high - low)), 1)
                return int(level) if level == int(level) else level
        return LEVELS[-1]

    def likely(self, strength: Strength) -> tuple[float, float]:
        """The levels between which the strength lies four times in five."""
        reach = LIKELY * strength.deviation
        return self.level_at(strength.elo - reach), self.level_at(strength.elo + reach)

    @property
    def newcomer(self) -> Strength:
        """What is known of somebody who has not played yet."""
        return Strength(self.elo_of(NEWCOMER), NEWCOMERS_DEVIATION)

    def from_puzzles(self, rating: float, deviation: float) -> Strength:
        """What a puzzle rating says about somebody's play: not much."""
        low, high = PUZZLES
        scale = (self.elos[-1] - self.elos[0]) / (high - low)
        elo = self.elos[0] + scale * (min(max(rating, low), high) - low)
        return Strength(elo, math.hypot(PUZZLES_DEVIATION, scale * deviation))
