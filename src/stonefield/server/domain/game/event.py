"""What happens in a game."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.server.protocol.views import ChangeKind


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted change of a game; ``seq`` is the version it made."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    kind: ChangeKind
    seat: int | None
    detail: str
    request: str | None = None
    """Who asked for it, and the id they gave the action, so that it is done only once."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A decision that was made."""

    text: str
    seat: int
    spent_ms: int
    clock_ms: int | None
    """The mover's time left after it; None without a clock."""
