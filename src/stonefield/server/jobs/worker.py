"""What all workers do: get ready, take a job, do it, and go on whatever happens to their process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from typing import Any

from stonefield.server.jobs.job import End, Failed
from stonefield.server.jobs.queue import Lane, Lease, Queue

logger = logging.getLogger(__name__)


class Worker(ABC):
    """One process, started when it is first needed and again when it has failed."""

    stops = False
    """Whether it stops at once when a job is no longer wanted; else the job is finished."""

    def __init__(self, name: str, queue: Queue, lane: Lane) -> None:
        self.name, self._queue, self._lane = name, queue, lane

    async def run(self) -> None:
        """Work until this is cancelled."""
        has_failed = False
        try:
            while True:
                if not self.is_ready and not has_failed:
                    await self._queue.wanted(self._lane)
                    with contextlib.suppress(Exception):
                        await self._start()
                lease = await self._queue.take(self._lane)
                try:
                    self._queue.finish(lease, await self._end_of(lease))
                    has_failed = False
                except Exception as error:
                    # Whatever it was: without this worker, those who wait would wait for ever.
                    logger.warning("%s failed (attempt %d): %r", self.name, lease.attempt, error)
                    has_failed = True
                    await self.stop()
                    self._queue.give_up(lease, self.failure(lease, error))
        finally:
            await self.stop()

    async def _start(self) -> None:
        try:
            await self.prepare()
        except BaseException:
            await self.stop()
            raise

    async def _end_of(self, lease: Lease) -> End:
        if not self.is_ready:
            await self._start()
        working = asyncio.create_task(self.work(lease))
        ends: set[asyncio.Task[Any]] = {working}
        if self.stops:
            ends.add(asyncio.create_task(self._queue.cancelled(lease)))
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in ends:
                one.cancel()
            # Not awaited itself, whose cancelling could not be told from that of this worker.
            await asyncio.wait(ends)
        return Failed(lease.job.id, "cancelled", "cancelled") if working.cancelled() else working.result()

    @property
    @abstractmethod
    def is_ready(self) -> bool:
        """Whether its process can be given a job."""

    @abstractmethod
    async def prepare(self) -> None:
        """Start the process; an exception ends it."""

    @abstractmethod
    async def work(self, lease: Lease) -> End:
        """Do a job; an exception ends the process."""

    @abstractmethod
    def failure(self, lease: Lease, error: Exception) -> Failed:
        """What is said of a job that fails for good."""

    @abstractmethod
    async def stop(self) -> None:
        """End the process, whatever it is doing."""
