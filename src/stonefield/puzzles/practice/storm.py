"""A storm: as many puzzles as possible in three minutes, harder and harder."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

LASTS_MS = 180_000
PENALTY_MS = 10_000
"""What a wrong try takes off."""
EASIEST, STEP = 600, 45
"""The rating of the first puzzle, and how much harder each next one is."""


@dataclass(frozen=True, slots=True)
class Storm:
    """A storm as it stands."""

    id: str
    game: str
    learner: str | None
    ends: int
    puzzle: str
    line: tuple[str, ...] = ()
    """The decisions of the present puzzle so far."""
    person: str = ""
    """The address it was begun from."""
    solved: int = 0
    missed: int = 0
    combo: int = 0
    seen: frozenset[str] = field(default_factory=frozenset)

    @property
    def wanted(self) -> int:
        """The rating that the next puzzle should have."""
        return EASIEST + STEP * (self.solved + self.missed)

    def is_over(self, now: int) -> bool:
        return now >= self.ends

    def went_on(self, line: tuple[str, ...]) -> Storm:
        """After a right decision that does not end the puzzle."""
        return replace(self, line=line, combo=self.combo + 1)

    def ended(self, *, right: bool) -> Storm:
        """After the decision that ends the puzzle; another one is to be set."""
        seen = self.seen | {self.puzzle}
        if right:
            return replace(self, line=(), seen=seen, solved=self.solved + 1, combo=self.combo + 1)
        return replace(self, line=(), seen=seen, missed=self.missed + 1, combo=0, ends=self.ends - PENALTY_MS)
