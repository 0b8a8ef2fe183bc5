"""The queue of a server whose workers are its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stonefield.server import metrics
from stonefield.server.jobs.fair_queue import FairQueue
from stonefield.server.jobs.job import End, Failed, Job, Message
from stonefield.server.jobs.kinds import KINDS, Kind
from stonefield.server.jobs.queue import Lane, Lease, check_room


@dataclass(slots=True, eq=False)
class _Entry:
    """A job that has not ended."""

    job: Job
    hear: Callable[[Message], None]
    since: float = field(default_factory=time.monotonic)
    """When it was put here; once a worker has it, when that was."""
    attempt: int = 0
    is_taken: bool = False
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True, eq=False)
class _Idle:
    """A worker that waits to be called."""

    lane: Lane
    is_ready: bool
    called: asyncio.Event = field(default_factory=asyncio.Event)


class LocalQueue:
    """Jobs in memory: a `Queue`."""

    def __init__(self, kinds: Mapping[str, Kind] = KINDS) -> None:
        self._kinds = kinds
        self._fair: FairQueue[Job] = FairQueue()
        self._entries: dict[str, _Entry] = {}
        self._idle: list[_Idle] = []
        self._called: set[Lane] = set()
        self.prepared = asyncio.Event()

    async def put(self, job: Job, hear: Callable[[Message], None]) -> None:
        if job.is_limited:
            self._admit(job)
        self._entries[job.id] = _Entry(job, hear)
        self._fair.put(job)
        self._call(job)

    def _admit(self, job: Job) -> None:
        asked = [
            (entry.job.for_whom, entry.job.key)
            for entry in self._entries.values()
            if entry.job.kind == job.kind and entry.job.is_limited and not entry.cancelled.is_set()
        ]
        check_room(job, self._kinds[job.kind], asked.count((job.for_whom, job.key)), len(asked))

    def _call(self, job: Job) -> None:
        """Call a worker: if possible one that is ready, that takes the whole class and little else."""
        fitting = [
            (not idle.is_ready, job.kind not in idle.lane.whole, len(idle.lane.whole), place)
            for place, idle in enumerate(self._idle)
            if idle.lane.takes(job)
        ]
        if fitting:
            self._wake(self._idle[min(fitting)[-1]])

    def _wake(self, idle: _Idle) -> None:
        self._idle.remove(idle)
        self._called.add(idle.lane)
        idle.called.set()

    def warm_up(self, lane: Lane) -> None:
        idle = next((idle for idle in self._idle if idle.lane == lane), None)
        if idle is not None and lane not in self._called:
            self._wake(idle)

    def cancel(self, id: str) -> None:
        entry = self._entries.get(id)
        if entry is not None:
            entry.cancelled.set()
            if not entry.is_taken:
                self._fair.drop(entry.job)
                del self._entries[id]

    def count(self, kind: str) -> tuple[int, int]:
        taken = [entry.is_taken for entry in self._entries.values() if entry.job.kind == kind]
        return taken.count(False), taken.count(True)

    def absent(self) -> list[str]:
        """Workers are started here whenever they are needed."""
        return []

    async def wanted(self, lane: Lane) -> None:
        if not any(lane.takes(job) for job in self._fair.waiting):
            await self._wait(lane, is_ready=False)

    async def take(self, lane: Lane) -> Lease:
        while (job := self._fair.take(lane.takes)) is None:
            # What this worker was called for, another has taken: that one may have left something else.
            for left in self._fair.waiting:
                self._call(left)
            await self._wait(lane, is_ready=True)
        entry, now = self._entries[job.id], time.monotonic()
        if job.kind == "engine":
            metrics.engine_waiting.observe(now - entry.since)
        entry.attempt, entry.is_taken, entry.since = entry.attempt + 1, True, now
        return Lease(job, self._kinds[job.kind], entry.attempt)

    async def _wait(self, lane: Lane, *, is_ready: bool) -> None:
        idle = _Idle(lane, is_ready)
        # Of those that are ready the last is called first: processes that are not needed are not started.
        self._idle.insert(0 if is_ready else len(self._idle), idle)
        try:
            await idle.called.wait()
        finally:
            if not idle.called.is_set():
                self._idle.remove(idle)

    def progress(self, lease: Lease, message: Message) -> None:
        entry = self._entries.get(lease.job.id)
        if entry is not None and entry.attempt == lease.attempt:
            entry.hear(message)

    def finish(self, lease: Lease, end: End) -> None:
        self._release(lease)
        self.progress(lease, end)
        del self._entries[lease.job.id]

    def give_up(self, lease: Lease, failed: Failed) -> None:
        entry = self._entries[lease.job.id]
        if lease.attempt >= lease.limits.attempts or entry.cancelled.is_set():
            self.finish(lease, failed)
            return
        self._release(lease)
        entry.is_taken = False
        self._fair.put(lease.job, first=True)
        self._call(lease.job)

    def _release(self, lease: Lease) -> None:
        taken = time.monotonic() - self._entries[lease.job.id].since
        self._fair.spend(lease.job, taken)
        if lease.job.kind == "engine":
            metrics.engine_thinking.observe(taken)

    async def cancelled(self, lease: Lease) -> None:
        await self._entries[lease.job.id].cancelled.wait()
