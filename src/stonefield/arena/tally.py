"""What pairs of games say about strength: score, Elo with error bars, and when a test may stop.

The unit is a pair: one opening played twice with sides exchanged. A pair brings its first player 0, ½, 1,
1½ or 2 points (five kinds, hence *pentanomial*). Two games from one opening are not independent; two pairs
are, so every error bar here comes from the spread between pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from stonefield.games.game import StonefieldError
from stonefield.ratings.elo import CONFIDENT, elo_difference, expected_score

_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many pairs brought 0, ½, 1, 1½ and 2 points, and how many games were won, drawn and lost."""

    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @classmethod
    def of(cls, results: Iterable[tuple[float, float]]) -> Self:
        """Count pairs given as the points (0, ½ or 1) of their two games."""
        pairs, games = [0] * 5, {0.0: 0, 0.5: 0, 1.0: 0}
        for result in results:
            pairs[round(2 * sum(result))] += 1
            for points in result:
                games[points] += 1
        return cls((pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]), games[1.0], games[0.5], games[0.0])

    @property
    def count(self) -> int:
        """The number of pairs."""
        return sum(self.pairs)

    @property
    def score(self) -> float:
        """The share of the points won; ½ before the first game."""
        return _mean(self.pairs) if self.count else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The share of the points, within 95 %.

        Agresti and Coull's rule, for pairs: one pair more won and one more lost, then the normal interval. So
        a few clean sweeps are not taken for certainty.
        """
        careful = self._careful()
        mean, radius = _mean(careful), CONFIDENT * math.sqrt(_variance(careful) / sum(careful))
        return max(0.0, mean - radius), min(1.0, mean + radius)

    @property
    def elo(self) -> float:
        """The difference in Elo."""
        return elo_difference(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The difference in Elo, within 95 %."""
        low, high = self.interval
        return elo_difference(low), elo_difference(high)

    def _careful(self) -> tuple[int, ...]:
        return self.pairs[0] + 1, *self.pairs[1:4], self.pairs[4] + 1


def _mean(pairs: tuple[int, ...]) -> float:
    return sum(n * share for n, share in zip(pairs, _SHARES, strict=True)) / sum(pairs)


def _variance(pairs: tuple[int, ...]) -> float:
    mean = _mean(pairs)
    return sum(n * (share - mean) ** 2 for n, share in zip(pairs, _SHARES, strict=True)) / sum(pairs)


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test: is the difference ``elo1`` rather than ``elo0``? Each error at most 5 %."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise StonefieldError(f"a test from {self.elo0:g} to {self.elo1:g} Elo: the lower comes first")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends: ``elo0`` below, ``elo1`` above."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        """The log-likelihood ratio, pairs taken as normally distributed with the spread they have shown."""
        if not tally.count:
            return 0.0
        careful = tally._careful()
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        return tally.count * (high - low) * (2 * tally.score - low - high) / (2 * _variance(careful))

    def verdict(self, tally: Tally) -> str | None:
        """``"elo0"`` or ``"elo1"`` once the test has decided."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None
