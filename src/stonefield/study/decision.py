"""One decision of a game, judged by two searches: one before it and one after it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from stonefield.study.explain.claims import Explanation

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.20
"""The least win rate that a decision of this kind gives away."""
MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
ACCURACY_AT_ONCE, ACCURACY_DECAY = 103.1668, 4.354
"""Lichess' curve from the win rate given away to accuracy: 100 for none, 64 for a tenth, 40 for a fifth."""


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

    @property
    def loss(self) -> float:
        """The win rate given away."""
        return 0.0 if self.move == self.best[0] else max(0.0, self.win_rate - self.after)

    @property
    def verdict(self) -> str | None:
        """``inaccuracy``, ``mistake``, ``blunder`` or nothing to say."""
        kinds = (("blunder", BLUNDER), ("mistake", MISTAKE), ("inaccuracy", INACCURACY))
        return next((kind for kind, least in kinds if self.loss >= least), None)

    @property
    def mark(self) -> str:
        """The sign that stands behind the move: ``?!``, ``?``, ``??`` or nothing."""
        return MARKS[self.verdict] if self.verdict else ""

    @property
    def accuracy(self) -> float:
        """From 0 to 100 by the win rate given away."""
        curve = ACCURACY_AT_ONCE * math.exp(-ACCURACY_DECAY * self.loss) - (ACCURACY_AT_ONCE - 100)
        return max(0.0, curve)

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
            "explanation": self.explanation.to_json() if self.explanation else None,
        }
