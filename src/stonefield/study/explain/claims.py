"""What is said of a decision: claims that anybody can check on the board, and the words for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement; ``code`` says which, docs/study.md lists them."""

    code: str
    colour: str
    """Whom it is about."""
    count: int | None = None
    squares: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    """The line it is about, from the position before the decision on."""

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        return {
            "code": self.code,
            "colour": self.colour,
            "count": self.count,
            "squares": list(self.squares),
            "moves": list(self.moves),
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a decision was costly, weightiest first."""

    cost: tuple[Claim, ...]
    """What it gave away."""
    better: tuple[Claim, ...]
    """What the better decision does."""

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        return {
            "cost": [claim.to_json() for claim in self.cost],
            "better": [claim.to_json() for claim in self.better],
        }
