"""What a decision has to give away to be marked, and how accurate it is: a scale for each game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from stonefield.games.plugin import part_of

MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""What is marked, the least first."""
FIRST_LOOK = 300
"""Simulations of the shortest search that is taken seriously: margins are measured there."""
DEEPER_LOOK = 1_200
"""Simulations from which on a search tells an inaccuracy from its own error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Thresholds and accuracy of one game, as ``benchmarks/review.py --marks`` has measured them."""

    least: Mapping[str, float]
    """The win rate that a mark stands for, by its kind."""
    margins: Mapping[str, float]
    """By how much a search of `FIRST_LOOK` simulations has to exceed that, so that a deeper one agrees."""
    floor: float
    """The accuracy of a decision that gives away everything."""
    decay: float
    """How fast accuracy falls with the win rate given away."""

    def threshold(self, kind: str, simulations: float) -> float:
        """What a decision has to give away to be marked after searches of so many simulations.

        The error of a search shrinks with the root of its simulations; a proof has none.
        """
        if kind == "inaccuracy" and simulations < DEEPER_LOOK:
            return math.inf
        return self.least[kind] + self.margins[kind] * math.sqrt(FIRST_LOOK / max(FIRST_LOOK, simulations))

    def verdict(self, loss: float, simulations: float) -> str | None:
        """The gravest kind that is certain enough, or nothing to say."""
        return next((kind for kind in reversed(MARKS) if loss >= self.threshold(kind, simulations)), None)

    def accuracy(self, loss: float) -> float:
        """From 100 down to the floor by the win rate given away."""
        return self.floor + (100 - self.floor) * math.exp(-self.decay * loss)


PLAIN = Scale(
    least={"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20},
    margins={"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.10},
    floor=0.0,
    decay=4.0,
)
"""For a game that was not measured."""


def scale_for(game: str) -> Scale:
    """The scale of a game: its own, or the plain one."""
    return part_of(game, "scale", PLAIN)
