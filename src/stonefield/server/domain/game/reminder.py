"""When a player is reminded that a quarter of the time for a decision is left."""

from __future__ import annotations

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.correspondence import CorrespondenceClock

LEFT = 4
"""Reminded with this part of the time left."""


def reminder_of(agreement: Agreement, at: int, deadline: int | None) -> int | None:
    """The moment, for a turn that begins now and has time until then; None without a clock of days."""
    if deadline is None or not agreement.correspondence:
        return None
    clock = CorrespondenceClock(0, 0, 0, weekends_free=agreement.weekends_free)
    time = clock.passed(at, deadline)
    return clock.after(at, time - time // LEFT) if time else None
