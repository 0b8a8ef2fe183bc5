"""What is said of a decision: claims that anybody can check on the board."""

from __future__ import annotations

from collections.abc import Sequence
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


def claim(
    code: str,
    colour: str,
    count: int | None = None,
    squares: Sequence[str] = (),
    moves: Sequence[str] = (),
) -> Claim:
    """A claim of any sequences."""
    return Claim(code, colour, count, tuple(squares), tuple(moves))


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
