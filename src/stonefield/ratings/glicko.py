"""Glicko-2 (Glickman 2013).

Our own: ``glicko2`` 2.1 takes the rating for the deviation in step 5, others on PyPI are new or unmaintained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
MIDDLE = 1500.0
TAU = 0.5
"""How much volatility may change; Glickman proposes 0.3 to 1.2."""
PRECISION = 1e-6
WIDEST, NARROWEST = 350.0, 45.0
"""Deviations: of an unknown player, and of one known so well that new results must still count."""
PERIODS_PER_DAY = 0.2
"""Rating periods in a day without results: a deviation of 60 grows to about 110 in a year."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a strength or a difficulty."""

    rating: float
    deviation: float = WIDEST
    volatility: float = 0.06


def expected(one: Rating, other: Rating) -> float:
    """The score that one side may expect against another: steps 3 and 4."""
    weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
    return 1 / (1 + exp(-weight * (one.rating - other.rating) / SCALE))


def rated(one: Rating, results: Sequence[tuple[Rating, float]], *, periods: float = 1.0) -> Rating:
    """The rating after some results (1 won, 0.5 drawn, 0 lost), this many rating periods after the last ones.

    Periods may be fractions: then every game is rated when it ends.
    """
    mu, phi = (one.rating - MIDDLE) / SCALE, one.deviation / SCALE
    precision = improvement = 0.0
    for other, score in results:
        # Steps 3 and 4.
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (other.rating - MIDDLE) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        improvement += weight * (score - expected)
    variance = 1 / precision
    volatility = _volatility(one.volatility, phi, variance, variance * improvement)
    # Steps 6 and 7.
    before = phi**2 + periods * volatility**2
    after = 1 / sqrt(1 / before + precision)
    return Rating(MIDDLE + SCALE * (mu + after**2 * improvement), SCALE * after, volatility)


def aged(one: Rating, days: float) -> Rating:
    """The same after this many days without a result: less is known."""
    if days <= 0:
        return one
    phi = sqrt((one.deviation / SCALE) ** 2 + days * PERIODS_PER_DAY * one.volatility**2)
    return Rating(one.rating, min(WIDEST, SCALE * phi), one.volatility)


def bounded(one: Rating) -> Rating:
    """A rating that stays within what people understand, and that can still move."""
    return Rating(
        min(3500.0, max(100.0, one.rating)), min(WIDEST, max(NARROWEST, one.deviation)), one.volatility
    )


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5, by the Illinois algorithm."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)
