"""A storm: as many puzzles as possible in three minutes, harder and harder."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

LASTS_MS = 180_000
PENALTY_MS = 10_000
"""How much time a wrong try costs."""
EASIEST, STEP = 600, 45
"""The rating of the first puzzle, and how much harder each next one is."""


@dataclass(frozen=True, slots=True)
class Storm:
    """A storm at one moment."""

    id: str
    game: str
    profile: str | None
    """Whose best score it may become."""
    ends: int
    puzzle: str
    line: tuple[str, ...] = ()
    """The decisions of the present puzzle so far."""
    tries: int = 0
    """How many decisions were tried: the version of the storm."""
    solved: int = 0
    missed: int = 0
    combo: int = 0
    seen: frozenset[str] = field(default_factory=frozenset)
    """Puzzles that do not come any more: those of this storm, and what was offered before it."""

    @property
    def wanted(self) -> int:
        """The rating that the next puzzle should have."""
        return EASIEST + STEP * (self.solved + self.missed)

    def is_over(self, now: int) -> bool:
        return now >= self.ends

    def went_on(self, line: tuple[str, ...]) -> Storm:
        """After a right decision that does not end the puzzle."""
        return replace(self, line=line, tries=self.tries + 1, combo=self.combo + 1)

    def ended(self, *, right: bool) -> Storm:
        """After the decision that ends the puzzle; the caller sets the next one."""
        after = replace(self, line=(), tries=self.tries + 1, seen=self.seen | {self.puzzle})
        if right:
            return replace(after, solved=self.solved + 1, combo=self.combo + 1)
        return replace(after, missed=self.missed + 1, combo=0, ends=self.ends - PENALTY_MS)
