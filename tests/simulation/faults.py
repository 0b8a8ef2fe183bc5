"""Mistakes that are planted into the real code: a simulation that does not find them is worth nothing."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy import true, update

from simulation import database
from stonefield.server.domain.game import actions
from stonefield.server.now import StallWatch
from stonefield.server.play import elsewhere, keeping_time, replica, room
from stonefield.server.play.replica import Replica
from stonefield.server.play.room import Room
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import GameRows, Journal, deadlines, job_takes, journal, tables
from stonefield.server.store.job_tables import jobs
from stonefield.server.store.journal import Conflict

FAULTS: dict[str, tuple[Callable[[], AbstractContextManager[object]], str]] = {}
"""Each by its name: how it is planted, and words of a problem that it makes."""


def _fault(finds: str) -> Callable[[Callable[[], AbstractContextManager[object]]], Any]:
    def declare(plant: Callable[[], AbstractContextManager[object]]) -> Any:
        FAULTS[plant.__name__.replace("_", " ")] = plant, finds
        return plant

    return declare


def planted(name: str) -> AbstractContextManager[object]:
    """Within this the code has a mistake."""
    return FAULTS[name][0]()


# What is written


@_fault("is lost")
def acknowledged_before_it_is_committed() -> AbstractContextManager[object]:
    write = Journal.write

    async def early(self: Journal, work: Any, *, rows: int = 1) -> Any:
        if not isinstance(work, GameRows) or not work.events:
            return await write(self, work, rows=rows)
        writing = asyncio.ensure_future(write(self, work, rows=rows))
        writing.add_done_callback(lambda _: writing.cancelled() or writing.exception())
        return None

    return patch.object(Journal, "write", early)


@_fault("is stored at place")
def no_unique_key() -> AbstractContextManager[object]:
    columns = ", ".join(column.name for column in tables.events.c)
    without_key = f"DROP TABLE events; CREATE TABLE events ({columns})"
    return patch.object(database, "CHANGED", without_key)


@_fault("is lost")
def failure_taken_for_success() -> AbstractContextManager[object]:
    fail = journal._fail

    def succeed(entry: Any, error: Exception) -> None:
        if isinstance(error, Refusal) and not entry.done.done():
            entry.done.set_result(entry.answer)
        else:
            fail(entry, error)

    return patch.object(journal, "_fail", succeed)


@_fault("no client asked for")
def request_is_not_known_again() -> AbstractContextManager[object]:
    append, numbers = Replica.append, itertools.count()

    async def anew(self: Replica, decide: Any, request: str, token: str = "") -> int | None:
        own = request[0].isdigit()
        return await append(self, decide, f"{request}/{next(numbers)}" if own else request, token)

    return patch.object(Replica, "append", anew)


@_fault("the turn was seat")
def conflict_is_not_decided_again() -> AbstractContextManager[object]:
    async def append(self: Replica, decide: Any, request: str, token: str = "") -> int | None:
        change = decide()
        while change is not None:
            done = self.table.requests.get(request)
            if done is not None:
                return done
            try:
                return await self._append(change, request, token)
            except Conflict:
                await self._catch_up()
        return None

    return patch.object(Replica, "append", append)


# What is heard


@_fault("was shown version")
def lost_wake_up() -> AbstractContextManager[object]:
    async def follow(self: Rooms) -> None:
        pass

    return patch.object(Rooms, "follow", follow)


# What happens by itself


@_fault("the flag fell 2 times")
def flag_falls_twice() -> AbstractContextManager[object]:
    numbers = itertools.count()

    async def let_flag_fall(self: Room) -> None:
        self._look_for_stall()
        fallen = self._fallen()
        if fallen is not None:
            await self.replica.read_credit()
            await self.replica.append(lambda: fallen, f"flag:{next(numbers)}")

    return _several(
        patch.object(Room, "_let_flag_fall", let_flag_fall), patch.object(room, "FLAG_PATIENCE", 0.0)
    )


@_fault("the turn was seat")
def engine_moves_on_another_version() -> AbstractContextManager[object]:
    def engine_move(table: Any, seat: int, text: str, version: int) -> Any:
        return actions._played(table, seat, text)

    return patch.object(room, "engine_move", engine_move)


@_fault("the flag does not fall")
def flag_is_taken_for_ever() -> AbstractContextManager[object]:
    return patch.object(deadlines, "LEASE_MS", 10**9)


# Clocks


@_fault("nothing was wrong for")
def outage_credited_twice() -> AbstractContextManager[object]:
    time_there = replica.time_there

    def twice(since: int, now: int, outages: Sequence[tuple[int, int]]) -> int:
        return 2 * time_there(since, now, outages) - (now - since)

    return patch.object(replica, "time_there", twice)


@_fault("off the clock; a server was there for")
def outage_not_noted() -> AbstractContextManager[object]:
    note_start = keeping_time.note_start

    def note(connection: Any, process: str, now: int) -> list[tuple[int, int]]:
        note_start(connection, process, now)
        return []

    return patch.object(keeping_time, "note_start", note)


@_fault("off the clock; a server was there for")
def standstill_not_credited() -> AbstractContextManager[object]:
    return patch.object(StallWatch, "lost", lambda self: 0)


# Who is there


@_fault("is there")
def presence_never_forgotten() -> AbstractContextManager[object]:
    return patch.object(elsewhere, "FORGET_MS", 10**9)


# Jobs


@_fault("is accepted for attempt")
def result_accepted_without_fence() -> AbstractContextManager[object]:
    def finish(connection: Any, now: Any, worker: str, job: str, attempt: int, answer: str) -> bool:
        any_of_it = jobs.c.id == job, jobs.c.answer.is_(None)
        return bool(connection.execute(update(jobs).where(*any_of_it).values(answer=answer)).rowcount)

    return patch.object(job_takes, "finish", finish)


@_fault("is taken though a worker has it")
def stale_lease() -> AbstractContextManager[object]:
    following = job_takes._next

    def ahead(now: Any, *lanes: Any) -> Any:
        return following(now + 3_600_000, *lanes)

    return _several(
        patch.object(job_takes, "_next", ahead), patch.object(job_takes, "alive", lambda now: true())
    )


@_fault("the engine does not move")
def lease_of_a_dead_worker() -> AbstractContextManager[object]:
    take = job_takes._next

    def before(now: Any, *lanes: Any) -> Any:
        return take(now - 3_600_000, *lanes)

    return patch.object(job_takes, "_next", before)


@_fault("is begun though it is cancelled")
def cancelled_job_is_begun() -> AbstractContextManager[object]:
    return patch.object(job_takes, "unanswered", lambda: jobs.c.answer.is_(None))


@contextmanager
def _several(*patches: AbstractContextManager[object]) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for one in patches:
            stack.enter_context(one)
        yield
