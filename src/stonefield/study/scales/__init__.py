"""What a decision has to give away to be marked, and how accurate it is: a scale for each game."""

from __future__ import annotations

import math
from dataclasses import dataclass

from stonefield.games.plugin import part_of

MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""What is marked, the least first."""
LEAST = {"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20}
"""The win rate that is given away by what has such a mark, in all games."""
FIRST_LOOK = 300
"""Simulations of the shortest search that is taken seriously: margins are measured there."""
DEEPER_LOOK = 1_200
"""Simulations from which on a search tells an inaccuracy from its own error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Thresholds and accuracy of one game, as ``benchmarks/review.py --marks`` has measured them."""

    margin: float
    """By how much a search of `FIRST_LOOK` simulations has to exceed `LEAST`, so that a deeper one agrees."""
    decay: float
    """How fast accuracy falls with the win rate given away: random play has about 50, level 10 about 95."""

    def threshold(self, kind: str, simulations: float) -> float:
        """What a decision has to give away to be marked after searches of so many simulations.

        The error of a search shrinks with the root of its simulations; a proof has none.
        """
        if kind == "inaccuracy" and simulations < DEEPER_LOOK:
            return math.inf
        return LEAST[kind] + self.margin * math.sqrt(FIRST_LOOK / max(FIRST_LOOK, simulations))

    def verdict(self, loss: float, simulations: float) -> str | None:
        """The gravest kind that is certain enough, or nothing to say."""
        return next((kind for kind in reversed(MARKS) if loss >= self.threshold(kind, simulations)), None)

    def accuracy(self, loss: float) -> float:
        """100 for nothing given away, and less the more it is."""
        return 100 * math.exp(-self.decay * loss)


PLAIN = Scale(margin=0.15, decay=4.0)
"""For a game that was not measured."""


def scale_for(game: str) -> Scale:
    """The scale of a game: its own, or the plain one."""
    return part_of(game, "scale", PLAIN)
