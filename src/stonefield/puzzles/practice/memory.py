"""What is remembered of a card: FSRS-6 with its default weights, for answers that are right or wrong.

https://github.com/open-spaced-repetition/free-spaced-repetition-scheduler
A memory has a stability, the days after which a card is recalled with nine chances in ten, and a difficulty
from 1 to 10. The formulas are those of the package `fsrs`, term by term: tests compare both, bit by bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

WEIGHTS = (
    *(0.212, 1.2931, 2.3065, 8.2956),
    *(6.4133, 0.8334, 3.0194, 0.001),
    *(1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483),
    *(0.6014, 1.8729),
    *(0.5425, 0.0912, 0.0658),
    0.1542,
)
"""How stable a first answer makes a memory; difficulty; recall; lapses; hard and easy; a day; forgetting."""
AGAIN, GOOD, EASY = 1, 3, 4
"""Grades of an answer. None is ever easy, but difficulty returns to that of easy cards."""
RETENTION = 0.9
"""The chance with which a card should be recalled when it is due."""
LONGEST = 36_500
"""Days."""
_LEAST_STABILITY, _EASIEST, _HARDEST = 0.001, 1.0, 10.0
_DECAY = -WEIGHTS[20]


def _power(base: float, exponent: float) -> float:
    return float(base**exponent)


def _exp(exponent: float) -> float:
    # `math.exp` rounds otherwise than the package does.
    return _power(math.e, exponent)


_FACTOR = _power(0.9, 1 / _DECAY) - 1


@dataclass(frozen=True, slots=True)
class Memory:
    """How well a card is remembered."""

    stability: float
    difficulty: float

    @property
    def interval(self) -> int:
        """Days until the card should come back."""
        days = round((self.stability / _FACTOR) * (_power(RETENTION, 1 / _DECAY) - 1))
        return min(max(days, 1), LONGEST)

    def recalled(self, days: int) -> float:
        """The chance to recall the card this many days after the last answer."""
        return _power(1 + _FACTOR * max(0, days) / self.stability, _DECAY)

    def answered(self, *, right: bool, days: int) -> Memory:
        """After another answer, this many whole days after the last one."""
        grade = GOOD if right else AGAIN
        if days < 1:
            stability = self._within_a_day(grade)
        elif right:
            stability = self._after_recall(self.recalled(days))
        else:
            stability = self._after_lapse(self.recalled(days))
        return Memory(max(stability, _LEAST_STABILITY), self._next_difficulty(grade))

    def _within_a_day(self, grade: int) -> float:
        grown = _exp(WEIGHTS[17] * (grade - 3 + WEIGHTS[18])) * _power(self.stability, -WEIGHTS[19])
        return self.stability * (grown if grade == AGAIN else max(grown, 1.0))

    def _after_recall(self, recalled: float) -> float:
        return self.stability * (
            1
            + _exp(WEIGHTS[8])
            * (11 - self.difficulty)
            * _power(self.stability, -WEIGHTS[9])
            * (_exp((1 - recalled) * WEIGHTS[10]) - 1)
        )

    def _after_lapse(self, recalled: float) -> float:
        long = (
            WEIGHTS[11]
            * _power(self.difficulty, -WEIGHTS[12])
            * (_power(self.stability + 1, WEIGHTS[13]) - 1)
            * _exp((1 - recalled) * WEIGHTS[14])
        )
        return min(long, self.stability / _exp(WEIGHTS[17] * WEIGHTS[18]))

    def _next_difficulty(self, grade: int) -> float:
        step = -(WEIGHTS[6] * (grade - 3))
        damped = self.difficulty + (10.0 - self.difficulty) * step / 9.0
        return _bounded(WEIGHTS[7] * _first_difficulty(EASY) + (1 - WEIGHTS[7]) * damped)


def first(*, right: bool) -> Memory:
    """After the first answer."""
    grade = GOOD if right else AGAIN
    return Memory(max(WEIGHTS[grade - 1], _LEAST_STABILITY), _bounded(_first_difficulty(grade)))


def _first_difficulty(grade: int) -> float:
    return WEIGHTS[4] - _exp(WEIGHTS[5] * (grade - 1)) + 1


def _bounded(difficulty: float) -> float:
    return min(max(difficulty, _EASIEST), _HARDEST)
