"""What all rooms share."""

from __future__ import annotations

from dataclasses import dataclass, field

from stonefield.server.bus import Bus, LocalBus
from stonefield.server.jobs.asking import Jobs
from stonefield.server.store import Archive, Journal


@dataclass(frozen=True, slots=True)
class Services:
    """What all rooms share."""

    archive: Archive
    journal: Journal
    jobs: Jobs
    pace: float
    """Seconds that an engine takes for a move at least."""
    bus: Bus = field(default_factory=LocalBus)
