"""What is said of a decision: claims that anyone can check on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement; ``code`` says which, docs/study.md lists them."""

    code: str
    colour: str
    """Whom it is about."""
    count: int | None = None
    other: int | None = None
    """The number that ``count`` is compared with; docs/study.md says which."""
    squares: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    """The line after which it holds, from the position before the decision; its end is settled."""
    instead: tuple[str, ...] = ()
    """The line after which ``other`` holds, from the same position; none: before the decision."""
    worth: float = field(default=0.0, compare=False)
    """What it is worth to the side that gains by it, in log odds; its game says so."""
    weight: float = field(default=0.0, compare=False)
    """The win rate that it explains, from 0 to 1."""

    def to_json(self) -> dict[str, Any]:
        """All that is told of it, as JSON has it."""
        return {
            "code": self.code,
            "colour": self.colour,
            "count": self.count,
            "other": self.other,
            "squares": list(self.squares),
            "moves": list(self.moves),
            "instead": list(self.instead),
            "weight": round(self.weight, 4),
        }


def claim(
    code: str,
    colour: str,
    count: int | None = None,
    squares: Sequence[str] = (),
    moves: Sequence[str] = (),
    *,
    other: int | None = None,
    instead: Sequence[str] = (),
    worth: float = 0.0,
) -> Claim:
    """A claim of any sequences."""
    return Claim(code, colour, count, other, tuple(squares), tuple(moves), tuple(instead), worth)


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
