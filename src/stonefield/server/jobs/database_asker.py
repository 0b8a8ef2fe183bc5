"""The askers' side of the queue in a database: jobs that processes anywhere work at."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from stonefield.server import metrics
from stonefield.server.bus import Bus
from stonefield.server.jobs.job import Begun, End, EngineJob, Failed, Job, Message, from_json, to_json
from stonefield.server.jobs.kinds import KINDS, Kind
from stonefield.server.jobs.participant import NEW_JOBS, Participant, topic_of
from stonefield.server.jobs.queue import RETRY, Lane, check_room
from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import jobs as rows
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.jobs import DATABASE_NOW, NewJob, Now, Process, Seen
from stonefield.server.store.journal import Conflict, Journal

UNSERVED_SECONDS = 20.0
"""How long a job waits while no worker that takes it is alive."""
logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Entry:
    """A job that has not ended, as far as is known here."""

    job: Job
    new: NewJob
    hear: Callable[[Message], None]
    since: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    attempt: int = 0
    """The last one that is known: what the worker of an earlier one says is not heard."""
    begun: float | None = None
    is_put: bool = False
    is_cancelled: bool = False
    is_cancelling_written: bool = False

    @property
    def is_taken(self) -> bool:
        """Whether a worker is known to have it."""
        return self.attempt > self.new.attempt


class DatabaseAsker(Participant):
    """Puts jobs into a database, hears of them over the bus, and takes their answers: an `AskersQueue`.

    What the bus loses is found out by looking every second. A job that the database has lost is put in again.
    """

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        addresses: Addresses,
        kinds: Mapping[str, Kind] = KINDS,
        now: Now = DATABASE_NOW,
    ) -> None:
        super().__init__(journal, bus, now)
        self._addresses, self._kinds = addresses, kinds
        self._entries: dict[str, _Entry] = {}
        self._served = dict.fromkeys(kinds, -math.inf)
        """When a worker that takes a class of work was last known to be alive."""
        self._absent: set[str] = set(kinds)
        self._ended: set[str] = set()
        self._is_collecting = False
        self.prepared = asyncio.Event()

    async def put(self, job: Job, hear: Callable[[Message], None]) -> None:
        limits = self._kinds[job.kind]
        # Addresses are not stored, not even for as long as a job takes.
        person = (await self._addresses.today(now_ms()))(job.for_whom)
        new = NewJob(
            id=job.id,
            kind=job.kind,
            is_short=job.is_short,
            is_limited=job.is_limited,
            person=person,
            key=job.key,
            priority=job.priority,
            attempts=limits.attempts,
            content=to_json(replace(job, for_whom=person)).decode(),
            asker=self.id,
        )
        entry = self._entries[job.id] = _Entry(job, new, hear)
        most = (limits.most_of_one, limits.most_waiting) if job.is_limited else None
        try:
            check_room(job, limits, *await self._do(rows.put, new, most))
        except asyncio.CancelledError:
            # It may be written all the same; that it is cancelled is written after it.
            entry.is_put = True
            self.cancel(job.id)
            raise
        except BaseException:
            del self._entries[job.id]
            raise
        entry.is_put = True
        self._bus.say(NEW_JOBS, job.kind)

    def cancel(self, id: str) -> None:
        entry = self._entries.get(id)
        if entry is not None and not entry.is_cancelled:
            entry.is_cancelled = True
            self._begin(self._cancel(entry), name="cancel a job")

    async def _cancel(self, entry: _Entry) -> None:
        try:
            worker = await self._do(rows.cancel, entry.job.id)
        except (Refusal, Conflict):
            return
        entry.is_cancelling_written = True
        if worker is not None:
            self._bus.say(topic_of(worker), entry.job.id)
        else:
            # It was dropped, unless it has ended.
            await self._collect({entry.job.id})
            self._entries.pop(entry.job.id, None)

    def _collect_soon(self, job: str) -> None:
        """Take the answer to a job; those that come meanwhile are taken together."""
        self._ended.add(job)
        if not self._is_collecting:
            self._is_collecting = True
            self._begin(self._collect_all(), name="collect answers")

    async def _collect_all(self) -> None:
        while self._ended:
            ended, self._ended = self._ended, set()
            await self._collect(ended)
        self._is_collecting = False

    async def _collect(self, ids: set[str]) -> None:
        # What fails is found by the next look.
        with contextlib.suppress(Refusal, Conflict):
            for id, answer in (await self._do(rows.collect, ids)).items():
                end, entry = from_json(answer.encode()), self._entries.get(id)
                assert isinstance(end, End)
                if entry is not None:
                    self._end(entry, end)

    def _end(self, entry: _Entry, end: End) -> None:
        if self._entries.pop(entry.job.id, None) is None:
            return
        if entry.begun is not None:
            metrics.engine_thinking.observe(asyncio.get_running_loop().time() - entry.begun)
        entry.hear(end)

    def count(self, kind: str) -> tuple[int, int]:
        taken = [entry.is_taken for entry in self._entries.values() if entry.job.kind == kind]
        return taken.count(False), taken.count(True)

    def warm_up(self, lane: Lane) -> None:
        """Workers elsewhere are ready as long as they are there."""

    def absent(self) -> list[str]:
        return sorted(self._absent)

    def heard(self, text: str) -> None:
        """`ID ended`, or `ID ATTEMPT MESSAGE`."""
        id, word, *said = text.split(" ", 2)
        entry = self._entries.get(id)
        if entry is None:
            return
        if not said:
            self._collect_soon(entry.job.id)
        elif int(word) >= max(entry.attempt, entry.new.attempt + 1):
            entry.attempt = int(word)
            message = from_json(said[0].encode())
            assert isinstance(message, Message)
            if isinstance(message, Begun) and isinstance(entry.job, EngineJob):
                now = asyncio.get_running_loop().time()
                metrics.engine_waiting.observe(now - entry.since)
                entry.begun = now
            entry.hear(message)

    async def renew(self) -> None:
        await self._do_first(rows.beat, self.id, (), False)

    async def look(self) -> None:
        known = [entry for entry in self._entries.values() if entry.is_put]
        seen, alive = await self._do(_look, self.id)
        self._notice(alive)
        for entry in known:
            if entry.job.id in self._entries:
                self._check(entry, seen.get(entry.job.id))
        for id in sorted(seen.keys() - self._entries.keys()):
            # It was written, although the database did not say so.
            await self._do(rows.drop, id)

    def _notice(self, alive: list[Process]) -> None:
        now = asyncio.get_running_loop().time()
        taken = {kind for process in alive for kind in process.kinds}
        self._absent = set(self._kinds) - taken
        self._served |= dict.fromkeys(taken & set(self._kinds), now)
        if any(process.is_ready and "engine" in process.kinds for process in alive):
            self.prepared.set()
        else:
            self.prepared.clear()

    def _check(self, entry: _Entry, seen: Seen | None) -> None:
        if seen is None:
            if entry.is_cancelled:
                del self._entries[entry.job.id]
            else:
                self._begin(self._put_again(entry), name="put a job again")
        elif seen.has_ended:
            self._collect_soon(entry.job.id)
        elif seen.is_lost:
            self._fail(entry, "its workers have died")
        else:
            entry.attempt = max(entry.attempt, seen.attempt)
            waited = asyncio.get_running_loop().time() - max(entry.since, self._served[entry.job.kind])
            if entry.is_cancelled and not entry.is_cancelling_written:
                self._begin(self._cancel(entry), name="cancel a job")
            elif not entry.is_taken and waited > UNSERVED_SECONDS:
                self._fail(entry, "no worker is there for it")

    async def _put_again(self, entry: _Entry) -> None:
        # A worker may still be at it; the next attempt has to have another number.
        known, last = entry.new, entry.attempt + 1
        attempts = last + self._kinds[entry.job.kind].attempts
        entry.new, entry.attempt = replace(known, attempt=last, attempts=attempts), last
        try:
            await self._do(rows.put, entry.new, None)
        except (Refusal, Conflict):
            entry.new, entry.attempt = known, last - 1
            return
        logger.warning("a job was lost and is put in again")
        self._bus.say(NEW_JOBS, entry.job.kind)

    def _fail(self, entry: _Entry, reason: str) -> None:
        self._begin(self._drop(entry.job.id), name="drop a job")
        if entry.is_cancelled:
            failed = Failed(entry.job.id, "cancelled", "cancelled")
        elif isinstance(entry.job, EngineJob):
            failed = Failed(entry.job.id, "engine_failed", f"the engine does not answer: {reason}")
        else:
            told = f"this could not be worked out: {reason}; try again later"
            failed = Failed(entry.job.id, "busy", told, retry_after=RETRY)
        self._end(entry, failed)

    async def _drop(self, id: str) -> None:
        # What stays is dropped by the next look.
        with contextlib.suppress(Refusal, Conflict):
            await self._do(rows.drop, id)


def _look(connection: Connection, now: Now, asker: str) -> tuple[dict[str, Seen], list[Process]]:
    return rows.asked_by(connection, now, asker), rows.workers_alive(connection, now)
