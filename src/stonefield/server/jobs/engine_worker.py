"""A worker that thinks: one UGI engine in a process of its own."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from stonefield.engine.client import Engine
from stonefield.engine.thinker import Thought
from stonefield.engine.ugi_text import seconds_of_compiling
from stonefield.server.jobs.job import Answer, Begun, EngineJob, Failed, Preparing, Progress
from stonefield.server.jobs.queue import Lane, Lease, Queue
from stonefield.server.jobs.worker import Worker

HASH_MB = 64
NICENESS = 5
"""Thinking gives way to the server itself: players who only move never wait for a search."""
FIRST_LEVEL = 3
"""A new engine gets ready for newcomers first: on a very first start low levels need the least."""
logger = logging.getLogger(__name__)


class EngineWorker(Worker):
    """Answers engine jobs; a search stops at once when its job is cancelled."""

    stops = True

    def __init__(self, name: str, queue: Queue, lane: Lane, command: Sequence[str]) -> None:
        super().__init__(name, queue, lane)
        self._command = tuple(command)
        self._engine: Engine | None = None

    @property
    def is_ready(self) -> bool:
        return self._engine is not None and self._engine.is_alive

    async def prepare(self) -> None:
        await self.stop()
        self._engine = engine = await Engine.start(self._command)
        for option, value in (("Threads", 1), ("Hash", HASH_MB), ("Level", FIRST_LEVEL)):
            await engine.set_option(option, value)
        await engine.ready()
        # Not before: starting and compiling are waited for.
        engine.give_way(NICENESS)
        self._queue.prepared.set()
        logger.info("%s is ready", self.name)

    async def work(self, lease: Lease) -> Answer:
        engine, job = self._engine, lease.job
        assert engine is not None
        assert isinstance(job, EngineJob)
        await engine.set_option("Level", job.level)
        if "MultiPV" in engine.options:
            await engine.set_option("MultiPV", job.lines)
        await engine.set_position(job.start, job.moves)

        def hear(line: str) -> None:
            seconds = seconds_of_compiling(line)
            if seconds is not None:
                self._queue.progress(lease, Preparing(job.id, seconds))

        await engine.ready(heard=hear)
        self._queue.progress(lease, Begun(job.id))
        if job.question == "outlook":
            return Answer(job.id, outlook=await engine.outlook())

        def report(thought: Thought) -> None:
            self._queue.progress(lease, Progress(job.id, thought))

        wanted = report if job.is_followed else None
        return Answer(job.id, await engine.go(job.limits, report=wanted, timeout=lease.limits.patience))

    def failure(self, lease: Lease, error: Exception) -> Failed:
        return Failed(lease.job.id, "engine_failed", "the engine could not be started")

    async def stop(self) -> None:
        if self._engine is not None:
            await self._engine.close()
        self._engine = None
