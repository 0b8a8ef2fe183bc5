"""What a person is told of a decision: one sentence, the claim it was made of, and the searches behind it."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.engine.outlook import Outlook
from stonefield.games.game import Position
from stonefield.study.explain.claims import Claim


@dataclass(frozen=True)
class Told:
    """A sentence where it is read."""

    where: str
    """``cost`` or ``better`` in a review, a coach's remark or a puzzle; ``hint`` in a running game."""
    position: Position
    """Before the decision."""
    played: tuple[str, ...]
    """The decision and the engine's line after it; nothing in a hint."""
    best: tuple[str, ...]
    """The engine's own decision and its line after it."""
    rate: float
    """What the side that decides could expect before, from 0 to 1."""
    after: float
    """What it can expect after the decision that was taken."""
    claim: Claim
    text: str
    """The sentence in English."""
    outlooks: tuple[Outlook, Outlook] | None = None
    """What the engine expects of the end before its decision, and after it and the answer to it."""
    leads: tuple[float, float] | None = None
    """What the network alone expects of the lead where the better line ends and where the played one ends."""

    def __str__(self) -> str:
        lines = f"played {' '.join(self.played)} | best {' '.join(self.best)}"
        return f"{self.position}\n  {lines}\n  {self.where} {self.claim.code}: {self.text}\n  {self.claim}"


@dataclass(frozen=True)
class Said:
    """All that is said of a game."""

    decisions: tuple[tuple[str, tuple[Told, ...]], ...]
    """Each costly decision, and its sentences in the review."""
    hints: tuple[Told, ...]

    @property
    def sentences(self) -> tuple[Told, ...]:
        return (*(one for _, told in self.decisions for one in told), *self.hints)
