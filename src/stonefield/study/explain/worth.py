"""What the features that claims speak of are worth, in log odds of winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Worth(NamedTuple):
    """Log odds per unit of a feature more than the other side has; in between they change evenly."""

    at_start: float
    at_end: float

    def at(self, stage: float) -> float:
        """At a stage of the game, from 0 to 1; a feature is never a fault in itself."""
        return max(0.0, self.at_start + (self.at_end - self.at_start) * min(1.0, max(0.0, stage)))


Worths: TypeAlias = Mapping[str, Worth]
"""By feature; ``python benchmarks/claim_worth.py`` fits them to played games."""
