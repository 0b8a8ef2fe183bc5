"""Jobs with workers of their own, for tests without a server."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.kinds import KINDS
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.jobs.workers import Workers


@contextlib.asynccontextmanager
async def working(command: Sequence[str] = (), **limits: Any) -> AsyncIterator[Jobs]:
    """One engine that is run by a command, and tasks; with these limits for those that take long."""
    jobs = Jobs(LocalQueue())
    set_limits(jobs, **limits)
    workers = Workers(jobs.queue, 1, command)
    try:
        yield jobs
    finally:
        await workers.close()


def set_limits(jobs: Jobs, **limits: Any) -> None:
    """Other limits from now on, for tasks that take long."""
    jobs.queue._kinds = {**KINDS, "long": replace(KINDS["long"], **limits)}
