"""One decision of a game, judged by two searches: one before it and one after it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stonefield.study.explain.claims import Explanation
from stonefield.study.scales import MARKS, PLAIN, Scale

LEAST_STAKE = 0.02
"""As much a decision counts in which next to nothing could be lost."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One ply of a game, judged."""

    ply: int
    """Counted from 1."""
    move: str
    side: int
    colour: str
    """The colour that decided, as it was owned at that moment."""
    win_rate: float
    """What the side that decided could expect before, from 0 to 1."""
    after: float
    """What it could expect afterwards."""
    score: float
    """The margin it could expect before."""
    best: tuple[str, ...]
    """The line the engine would have played."""
    proven: str | None
    """``win``, ``draw`` or ``loss`` if the best line's result is exact."""
    reply: tuple[str, ...] = ()
    """The line with which the engine would have gone on after this decision; none once the game is over."""
    explanation: Explanation | None = None
    """Why it was costly, if it was."""
    simulations: float = math.inf
    """Of the shorter search of the two; one that ended with a proof does not count."""
    scale: Scale = PLAIN

    @property
    def loss(self) -> float:
        """The win rate given away."""
        return 0.0 if self.move == self.best[0] else max(0.0, self.win_rate - self.after)

    @property
    def verdict(self) -> str | None:
        """``inaccuracy``, ``mistake``, ``blunder`` or nothing to say."""
        return self.scale.verdict(self.loss, self.simulations)

    @property
    def mark(self) -> str:
        """The sign that stands behind the move: ``?!``, ``?``, ``??`` or nothing."""
        return MARKS[self.verdict] if self.verdict else ""

    @property
    def accuracy(self) -> float:
        """From 0 to 100 by the win rate given away."""
        return self.scale.accuracy(self.loss)

    @property
    def stake(self) -> float:
        """How much could be given away: what is lost already cannot be lost again."""
        return max(LEAST_STAKE, self.win_rate)

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        return {
            "ply": self.ply,
            "move": self.move,
            "side": self.side,
            "colour": self.colour,
            "winRate": round(self.win_rate, 4),
            "after": round(self.after, 4),
            "score": round(self.score, 2),
            "loss": round(self.loss, 4),
            "verdict": self.verdict,
            "best": list(self.best),
            "reply": list(self.reply),
            "proven": self.proven,
            "simulations": None if math.isinf(self.simulations) else self.simulations,
            "explanation": self.explanation.to_json() if self.explanation else None,
        }


def accuracy_of(decisions: Sequence[Decision]) -> float | None:
    """How well a side decided, from 0 to 100, each decision weighed by its stake; None if there are none."""
    stakes = sum(decision.stake for decision in decisions)
    if not stakes:
        return None
    return sum(decision.stake * decision.accuracy for decision in decisions) / stakes
