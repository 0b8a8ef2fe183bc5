"""Softmax: logits or scores of moves become prior probabilities, the same on every machine.

No library's exponential is equal to the last bit everywhere, so nothing here calls one. The policy of the
network gets the exact softmax. The heuristics, many more calls, get two that approximate it and that the
compiler can turn into vector instructions: with the exact one both games search about a fifth slower
(``benchmarks/speed.py simulations``).
"""

from __future__ import annotations

from math import factorial

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import Real, Whole, compiled, inlined

Scores = NDArray[np.float64]

LOWEST = -708.0
"""The exponential of anything below counts as 0: it would hardly be a normal number."""
_POWERS = np.ldexp(1.0, -np.arange(1023))
"""Powers of one half."""
_INVERSES = 1.0 / np.array([factorial(n) for n in range(14)], dtype=np.float64)
"""Taylor's series of the exponential; below half of log 2 more terms would change nothing."""
_LOG_2_HIGH, _LOG_2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""Their sum is log 2 to 84 bits. The first has so few that its products with small integers are exact."""


def _exponential(x: Real) -> Real:
    """e to the power of a number not above 0 to within one ulp: a power of one half times a series."""
    if not x > LOWEST:
        return 0.0
    halvings = np.int64(0.5 - x / _LOG_2_HIGH)
    rest = x + halvings * _LOG_2_HIGH + halvings * _LOG_2_LOW
    series = _INVERSES[13]
    for n in range(12, -1, -1):
        series = series * rest + _INVERSES[n]
    return series * _POWERS[halvings]


exponential = compiled(_exponential)

TABLE_STEPS = 32.0
"""Entries of the table for one unit of score."""
EXPONENTIALS = np.array([_exponential(-n / TABLE_STEPS) for n in range(512)])


@compiled
def softmax(logits: Scores, count: Whole) -> None:
    """Turn logits into probabilities in place, as in the network's training."""
    best = _largest(logits, count)
    for nth in range(count):
        logits[nth] = exponential(logits[nth] - best)
    _normalise(logits, count)


@compiled
def softmax_by_squaring(scores: Scores, count: Whole, inverse_temperature: Whole) -> None:
    """Turn scores into probabilities in place, with (1 + x / 1024) ** 1024 for the exponential."""
    best = _largest(scores, count)
    for nth in range(count):
        power = max(0.0, 1.0 + inverse_temperature * (scores[nth] - best) / 1024.0)
        for _ in range(10):
            power *= power
        scores[nth] = power
    _normalise(scores, count)


@compiled
def softmax_by_table(scores: Scores, count: Whole) -> None:
    """The same at temperature 1 for many moves at once: exponentials come from a table, in steps of 1/32."""
    best = _largest(scores, count)
    for nth in range(count):
        step: Whole = np.int64((best - scores[nth]) * TABLE_STEPS)
        scores[nth] = EXPONENTIALS[min(EXPONENTIALS.size - 1, step)]
    _normalise(scores, count)


@inlined
def _largest(scores: Scores, count: Whole) -> Real:
    best = scores[0]
    for nth in range(1, count):
        best = max(best, scores[nth])
    return best


@inlined
def _normalise(weights: Scores, count: Whole) -> None:
    total = 0.0
    for nth in range(count):
        total += weights[nth]
    for nth in range(count):
        weights[nth] /= total
