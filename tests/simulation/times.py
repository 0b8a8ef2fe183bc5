"""When no move could be taken, and when anything was wrong: what clocks are judged by."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, TypeAlias

from histories import Spans
from stonefield.server.store.pulses import COMING_BACK_MS

State: TypeAlias = Literal["well", "trouble", "dead", "frozen", "silent"]
"""All is well; something is wrong; no server is there; those that are there stand still; the database does
not answer."""
PULSE_MS = 1_300
"""Servers note about once a second that they are alive, and notice as often that the database is not."""
BEFORE_MS, AFTER_MS = 3_000, 1_500
"""Time that no server used is known to those that had the games. They write it down when they can; if another
trouble comes first, or nobody had opened the game, it is lost."""


class Times:
    """What state the service was in, and since when."""

    def __init__(self) -> None:
        self._changes: list[tuple[float, State]] = []
        self._late: list[tuple[float, float]] = []

    def note(self, now: float, state: State) -> None:
        """Something has changed, though perhaps not the state."""
        self._changes.append((now, state))

    def late(self, begun: float, ended: float) -> None:
        """A message took long."""
        self._late.append((begun, ended))

    def outages(self, now: float) -> Spans:
        """When no move could be taken, as far as that must be made good."""
        found = []
        for begun, ended, state in self._spans(now):
            since = begun + PULSE_MS if state == "silent" else begun
            if state == "dead" or (state in ("frozen", "silent") and self._is_calm(begun, ended)):
                found.append((since, max(since, ended)))
        return found

    def excuses(self, now: float) -> Spans:
        """When anything was wrong for which a clock may have been credited."""
        return self._late + [
            (begun - PULSE_MS, ended + PULSE_MS + COMING_BACK_MS)
            for begun, ended, state in self._spans(now)
            if state != "well"
        ]

    def _is_calm(self, begun: float, ended: float) -> bool:
        return all(
            at <= begun - BEFORE_MS or at in (begun, ended) or at >= ended + AFTER_MS
            for at, _ in self._changes
        )

    def _spans(self, now: float) -> list[tuple[float, float, State]]:
        """From each change of the state to the next."""
        changes: list[tuple[float, State]] = []
        for at, state in self._changes:
            if changes and changes[-1][0] == at:
                changes[-1] = at, state
            elif not changes or changes[-1][1] != state:
                changes.append((at, state))
        ends = [*changes, (now, "well")]
        return [(begun, ended, state) for (begun, state), (ended, _) in pairwise(ends)]
