"""Mistakes that are planted into the real code: a simulation that does not find them is worth nothing."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias
from unittest.mock import patch

from sqlalchemy import Table, select, update

from simulation import database, virtual
from simulation.trouble import (
    USUAL,
    Plan,
    bus_fails,
    bus_falls_silent,
    database_down,
    kill_one,
    kill_servers,
    kill_workers,
    pause_servers,
    pause_workers,
)
from stonefield.server.domain.game import actions
from stonefield.server.now import StallWatch
from stonefield.server.play import keeping_time, room
from stonefield.server.play.replica import NO_NEWCOMER, Newcomer, Replica
from stonefield.server.play.room import Room
from stonefield.server.play.rooms import Rooms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import GameRows, Journal, game_rows, job_takes, journal, tables
from stonefield.server.store.job_tables import jobs, processes
from stonefield.server.store.journal import Conflict
from stonefield.server.store.rating_tables import finished_games

Plant: TypeAlias = Callable[[], AbstractContextManager[object]]


@dataclass(frozen=True)
class Fault:
    """A mistake, and how it is found."""

    plant: Plant
    """Within this the code has it."""
    says: str
    """Words of a problem that it makes."""
    plan: Plan
    """The trouble that brings it out."""


FAULTS: dict[str, Fault] = {}
"""By their names."""


def _fault(says: str, plan: Plan = USUAL) -> Callable[[Plant], Plant]:
    def declare(plant: Plant) -> Plant:
        FAULTS[plant.__name__.replace("_", " ")] = Fault(plant, says, plan)
        return plant

    return declare


# What is written


@_fault("is lost")
def acknowledged_before_it_is_committed() -> AbstractContextManager[object]:
    write = Journal.write

    async def early(self: Journal, work: Any, **options: Any) -> Any:
        if not isinstance(work, GameRows) or not work.events:
            return await write(self, work, **options)
        writing = asyncio.ensure_future(write(self, work, **options))
        writing.add_done_callback(lambda _: writing.cancelled() or writing.exception())
        return None

    return patch.object(Journal, "write", early)


@_fault("is stored at place")
def no_unique_key() -> AbstractContextManager[object]:
    return patch.object(database, "CHANGED", _without_key(tables.events))


def _without_key(*several: Table) -> str:
    return "; ".join(
        f"DROP TABLE {table.name}; CREATE TABLE {table.name} ({', '.join(table.c.keys())})"
        for table in several
    )


@_fault("is lost", Plan(troubles=[database_down]))
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

    async def anew(self: Replica, decide: Any, request: str, *more: Any, **also: Any) -> int | None:
        own = request[0].isdigit()
        return await append(self, decide, f"{request}/{next(numbers)}" if own else request, *more, **also)

    return patch.object(Replica, "append", anew)


@_fault("the turn was seat")
def conflict_is_not_decided_again() -> AbstractContextManager[object]:
    async def append(
        self: Replica, decide: Any, request: str, newcomer: Newcomer = NO_NEWCOMER, also: Any = ()
    ) -> int | None:
        change = decide()
        while change is not None:
            done = self.table.requests.get(request)
            if done is not None:
                return done
            try:
                return await self._append(change, request, newcomer, also)
            except Conflict:
                await self._catch_up()
        return None

    return patch.object(Replica, "append", append)


# What is heard


@_fault("was shown version", Plan(troubles=[bus_fails, bus_falls_silent]))
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
        patch.object(Room, "_let_flag_fall", let_flag_fall),
        patch.object(room, "FLAG_PATIENCE", 0.0),
        # A game ends once for the explorer and for searching too, and the flag could not fall twice.
        patch.object(database, "CHANGED", _without_key(tables.explorer_waiting, finished_games)),
    )


@_fault("the turn was seat", Plan(seconds=6.0, troubles=[bus_fails, bus_falls_silent]))
def engine_moves_on_another_version() -> AbstractContextManager[object]:
    def engine_move(table: Any, seat: int, text: str, version: int) -> Any:
        return actions._played(table, seat, text)

    return patch.object(room, "engine_move", engine_move)


@_fault("off the clock; a server was there for", Plan(troubles=[kill_servers]))
def deadline_is_not_written() -> AbstractContextManager[object]:
    return patch.object(game_rows, "write_deadlines", lambda *_: None)


# Clocks


@_fault("off the clock; a server was there for", Plan(every=4.0, troubles=[kill_servers]))
def outage_not_noted() -> AbstractContextManager[object]:
    note_start = keeping_time.note_start

    def note(connection: Any, process: str, clock: Callable[[], int]) -> list[tuple[int, int]]:
        note_start(connection, process, clock)
        return []

    return patch.object(keeping_time, "note_start", note)


@_fault("off the clock; a server was there for", Plan(begins=3.1, every=10.0, troubles=[pause_servers]))
def standstill_not_credited() -> AbstractContextManager[object]:
    return patch.object(StallWatch, "lost", lambda self: 0)


# Who is there


@_fault("is there", Plan(seconds=5.0, troubles=[kill_one]))
def presence_never_forgotten() -> AbstractContextManager[object]:
    return patch.object(virtual, "FORGET_MS", 10**9)


# Jobs


@_fault("is accepted for attempt", Plan(elsewhere=1.0, troubles=[pause_workers]))
def result_accepted_without_fence() -> AbstractContextManager[object]:
    def finish(connection: Any, now: Any, worker: str, job: str, attempt: int, answer: str) -> bool:
        any_of_it = jobs.c.id == job, jobs.c.answer.is_(None)
        return bool(connection.execute(update(jobs).where(*any_of_it).values(answer=answer)).rowcount)

    return patch.object(job_takes, "finish", finish)


@_fault("is taken though a worker has it", Plan(elsewhere=1.0))
def stale_lease() -> AbstractContextManager[object]:
    following = job_takes._next

    def ahead(now: Any, *lanes: Any) -> Any:
        return following(now + 3_600_000, *lanes)

    anyone = patch.object(job_takes, "alive", lambda now: select(processes.c.id))
    return _several(patch.object(job_takes, "_next", ahead), anyone, _made_anew())


@_fault("the engine does not move", Plan(elsewhere=1.0, troubles=[kill_workers]))
def lease_of_a_dead_worker() -> AbstractContextManager[object]:
    take = job_takes._next

    def before(now: Any, *lanes: Any) -> Any:
        return take(now - 3_600_000, *lanes)

    return _several(patch.object(job_takes, "_next", before), _made_anew())


def _made_anew() -> AbstractContextManager[object]:
    """The statement that takes a job is not the one that is kept."""
    return patch.object(job_takes, "_taking", job_takes._taking.__wrapped__)


@contextmanager
def _several(*patches: AbstractContextManager[object]) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for one in patches:
            stack.enter_context(one)
        yield
