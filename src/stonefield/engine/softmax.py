"""Softmax with a temperature: scores of moves become prior probabilities, the same on every machine.

Compiled code has no exponential that is equal to the last bit everywhere, so one is made of products and the
other is looked up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import Whole, compiled

TABLE_STEPS = 32.0
"""Entries of the table for one unit of score."""
EXPONENTIALS = np.exp(-np.arange(512) / TABLE_STEPS)


@compiled
def softmax(scores: NDArray[np.float64], count: Whole, inverse_temperature: Whole) -> None:
    """Turn scores into probabilities in place, with (1 + x / 1024) ** 1024 for the exponential."""
    best = scores[0]
    for nth in range(1, count):
        best = max(best, scores[nth])
    total = 0.0
    for nth in range(count):
        power = max(0.0, 1.0 + inverse_temperature * (scores[nth] - best) / 1024.0)
        for _ in range(10):
            power *= power
        scores[nth] = power
        total += power
    for nth in range(count):
        scores[nth] /= total


@compiled
def softmax_by_table(scores: NDArray[np.float64], count: Whole) -> None:
    """The same at temperature 1 for many moves at once: exponentials come from a table, in steps of 1/32."""
    best = scores[0]
    for nth in range(1, count):
        best = max(best, scores[nth])
    total = 0.0
    for nth in range(count):
        step: Whole = np.int64((best - scores[nth]) * TABLE_STEPS)
        scores[nth] = EXPONENTIALS[min(EXPONENTIALS.size - 1, step)]
        total += scores[nth]
    for nth in range(count):
        scores[nth] /= total
