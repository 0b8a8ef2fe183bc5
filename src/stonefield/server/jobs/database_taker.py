"""The workers' side of the queue in a database: jobs that processes anywhere have asked for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection

from stonefield.server.bus import MOST_BYTES, Bus
from stonefield.server.jobs.fair_queue import BACKGROUND
from stonefield.server.jobs.job import End, EngineJob, Failed, Message, TaskJob, from_json, to_json
from stonefield.server.jobs.kinds import KINDS, Kind
from stonefield.server.jobs.participant import LOOK_SECONDS, NEW_JOBS, Participant, topic_of
from stonefield.server.jobs.queue import Lane, Lease
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import job_takes as takes
from stonefield.server.store.job_takes import Renewed
from stonefield.server.store.jobs import DATABASE_NOW, LEASE_MS, Now, beat
from stonefield.server.store.journal import Conflict, Journal

logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Held:
    """A job that this process has."""

    lease: Lease
    asker: str
    until: float
    """By the clock of this process: from then on another one may have it."""
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    is_ending: bool = False


@dataclass(slots=True, eq=False)
class _Idle:
    """A worker that waits to be called."""

    lane: Lane
    called: asyncio.Event = field(default_factory=asyncio.Event)


class DatabaseTaker(Participant):
    """Takes jobs from a database for all workers of a process: a `WorkersQueue`.

    It has a job as long as it renews its lease. After that its progress is refused by this process and by the
    asker, and its answer by the database.
    """

    def __init__(
        self, journal: Journal, bus: Bus, kinds: Mapping[str, Kind] = KINDS, now: Now = DATABASE_NOW
    ) -> None:
        super().__init__(journal, bus, now)
        self._kinds = kinds
        self._takes: set[str] = set()
        self._held: dict[tuple[str, int], _Held] = {}
        """By job and attempt: the same process may take over what it was too slow to keep."""
        self._giving_up: set[asyncio.Task[object]] = set()
        self._idle: list[_Idle] = []
        self._is_draining = False
        self.prepared = asyncio.Event()

    async def start(self) -> None:
        await super().start()
        self._ends.append(self._bus.listen(NEW_JOBS, self._call))

    async def drain(self, seconds: float) -> None:
        """Take no more jobs, and finish what has begun; `close` gives back what is not done by then."""
        self._is_draining = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._held:
                    await asyncio.sleep(0.02)

    async def wanted(self, lane: Lane) -> None:
        """At once: a process that is there for work is ready for it."""
        self._know(lane)

    def _know(self, lane: Lane) -> None:
        if not self._takes.issuperset(lane.whole):
            self._takes.update(lane.whole)
            self._changed.set()

    async def take(self, lane: Lane) -> Lease:
        self._know(lane)
        while True:
            # Waits before it asks: what comes meanwhile calls it.
            idle = _Idle(lane)
            self._idle.append(idle)
            try:
                lease = None if self._is_draining else await self._try(lane)
                if lease is not None:
                    # There may be more.
                    self._call_lane(lane)
                    return lease
                await idle.called.wait()
            finally:
                if idle in self._idle:
                    self._idle.remove(idle)

    async def _try(self, lane: Lane) -> Lease | None:
        if self._giving_up:
            # What was given up here comes first.
            await asyncio.wait(self._giving_up)
        asked = asyncio.get_running_loop().time()
        try:
            taken = await self._do(takes.take, self.id, lane.whole, lane.short, BACKGROUND)
        except (Refusal, Conflict):
            await asyncio.sleep(LOOK_SECONDS)
            return None
        if taken is None:
            return None
        job = from_json(taken.content.encode())
        assert isinstance(job, EngineJob | TaskJob)
        lease = Lease(job, self._kinds[job.kind], taken.attempt)
        self._held[job.id, taken.attempt] = _Held(lease, taken.asker, asked + LEASE_MS / 1000)
        return lease

    def _call(self, kind: str) -> None:
        """Call a worker of each lane that may take a job of a class."""
        for lane in {idle.lane for idle in self._idle if kind in idle.lane.whole + idle.lane.short}:
            self._call_lane(lane)

    def _call_lane(self, lane: Lane) -> None:
        idle = next((idle for idle in self._idle if idle.lane == lane), None)
        if idle is not None:
            self._idle.remove(idle)
            idle.called.set()

    def heard(self, text: str) -> None:
        """The id of a job that is no longer wanted."""
        for (id, _), held in self._held.items():
            if id == text:
                held.cancelled.set()

    async def renew(self) -> None:
        began, before = asyncio.get_running_loop().time(), list(self._held.items())
        renewed = await self._do_first(_renew, self.id, sorted(self._takes), self.prepared.is_set())
        for (id, _), held in before:
            self._settle(held, renewed.get(id), began)

    async def look(self) -> None:
        """Let a worker of each lane ask."""
        for lane in {idle.lane for idle in self._idle}:
            self._call_lane(lane)

    def _settle(self, held: _Held, renewed: Renewed | None, began: float) -> None:
        if renewed is not None and renewed.attempt == held.lease.attempt:
            held.until = began + LEASE_MS / 1000
            if renewed.is_cancelled:
                held.cancelled.set()
        elif not held.is_ending:
            held.until = -math.inf
            held.cancelled.set()

    def progress(self, lease: Lease, message: Message) -> None:
        held = self._held.get((lease.job.id, lease.attempt))
        if held is None or asyncio.get_running_loop().time() > held.until:
            return
        text = f"{lease.job.id} {lease.attempt} {to_json(message).decode()}"
        # Of what is too long for the bus only the end is told.
        if len(text.encode()) <= MOST_BYTES:
            self._bus.say(topic_of(held.asker), text)

    def finish(self, lease: Lease, end: End) -> None:
        self._begin(self._finish(lease, to_json(end).decode()), name="finish a job")

    def give_up(self, lease: Lease, failed: Failed) -> None:
        is_cancelled = self._held[lease.job.id, lease.attempt].cancelled.is_set()
        if lease.attempt >= lease.limits.attempts or is_cancelled:
            self.finish(lease, failed)
        else:
            giving_up = self._begin(self._finish(lease, None), name="give up a job")
            self._giving_up.add(giving_up)
            giving_up.add_done_callback(self._giving_up.discard)

    async def _finish(self, lease: Lease, answer: str | None) -> None:
        """Write the answer to a job, or that there is none yet, as soon as the database answers."""
        job, held = lease.job, self._held[lease.job.id, lease.attempt]
        held.is_ending = True
        while True:
            try:
                if answer is None:
                    is_mine = await self._do(takes.give_up, self.id, job.id, lease.attempt)
                else:
                    is_mine = await self._do(takes.finish, self.id, job.id, lease.attempt, answer)
                break
            except (Refusal, Conflict):
                await asyncio.sleep(LOOK_SECONDS)
        del self._held[job.id, lease.attempt]
        if not is_mine:
            logger.warning("another worker has the job that was done here; the answer is dropped")
        elif answer is None:
            self._bus.say(NEW_JOBS, job.kind)
        else:
            self._bus.say(topic_of(held.asker), f"{job.id} ended")

    async def cancelled(self, lease: Lease) -> None:
        await self._held[lease.job.id, lease.attempt].cancelled.wait()


def _renew(
    connection: Connection, now: Now, worker: str, kinds: list[str], is_ready: bool
) -> dict[str, Renewed]:
    beat(connection, now, worker, kinds, is_ready)
    return takes.renew(connection, now, worker)
