"""An open question to an engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(slots=True)
class Question:
    """An open question."""

    number: int
    purpose: Literal["move", "hint", "rate", "coach"]
    game: str
    version: int
    """That of the position it is about."""
    ply: int
    line: int = -1
    """Who asked; -1: the game itself."""
    request: str | None = None
    seat: int = -1
    level: float | None = None
    seconds: float | None = None
