"""A person's strength, from results against opponents of known Elo.

The strength is a normal distribution. A game is one observation of it: the new mean and deviation are those
of the distribution after the result (assumed density filtering). Before each game the deviation grows a
little, because people change.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from stonefield.ratings.elo import expected_score

NEWCOMERS_DEVIATION = 400.0
DRIFT = 25.0
"""How much a person changes from one game to the next, and in each week between them, in Elo."""
WEEK_MS = 7 * 24 * 3600 * 1000
_GRID = [step / 5 for step in range(-25, 26)]
_BELL = [math.exp(-(z**2) / 2) for z in _GRID]


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a person's strength, in Elo."""

    elo: float
    deviation: float

    def rated(self, opponent: float, score: float) -> Strength:
        """After a game against an opponent of that Elo; 1 for a win, 0.5 for a draw, 0 for a loss."""
        elos = [self.elo + self.deviation * z for z in _GRID]
        weights = []
        for elo, prior in zip(elos, _BELL, strict=True):
            win = expected_score(elo - opponent)
            weights.append(prior * win**score * (1 - win) ** (1 - score))
        total = sum(weights)
        mean = sum(map(float.__mul__, weights, elos)) / total
        variance = sum(weight * (elo - mean) ** 2 for weight, elo in zip(weights, elos, strict=True)) / total
        return Strength(mean, math.sqrt(variance))

    def aged(self, milliseconds: int) -> Strength:
        """Before the next game, this long after the last one."""
        grown = self.deviation**2 + DRIFT**2 * (1 + max(0, milliseconds) / WEEK_MS)
        return Strength(self.elo, min(NEWCOMERS_DEVIATION, math.sqrt(grown)))

    def combined(self, other: Strength) -> Strength:
        """With another estimate, each weighted by how sure it is."""
        mine, others = self.deviation**-2, other.deviation**-2
        elo = (mine * self.elo + others * other.elo) / (mine + others)
        return Strength(elo, (mine + others) ** -0.5)
