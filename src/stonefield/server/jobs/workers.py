"""All workers of a server, in front of one queue."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from stonefield.engine.client import own_command
from stonefield.server.background import background
from stonefield.server.jobs.engine_worker import EngineWorker
from stonefield.server.jobs.queue import ENGINE, SHORT_ENGINE, TASK_LANES, Queue
from stonefield.server.jobs.task_worker import TaskWorker
from stonefield.server.jobs.worker import Worker


class Workers:
    """As many engines as there are to be, and a process for each lane of tasks; each is started when needed.

    One engine more serves only what is soon done, once all others are busy: a beginner's game never waits for
    another person's long search.
    """

    def __init__(self, queue: Queue, engines: int, command: Sequence[str] = ()) -> None:
        lanes = (*[ENGINE] * engines, SHORT_ENGINE)
        self.all: list[Worker] = [
            EngineWorker(f"engine {number}", queue, lane, tuple(command) or own_command())
            for number, lane in enumerate(lanes, 1)
        ]
        self.all += [TaskWorker(f"worker {number}", queue, lane) for number, lane in enumerate(TASK_LANES, 1)]
        self._running = [background(worker.run(), name=worker.name) for worker in self.all]

    async def close(self) -> None:
        """End all processes."""
        for worker in self._running:
            worker.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
