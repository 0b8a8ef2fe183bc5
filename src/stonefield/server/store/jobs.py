"""Jobs as rows: putting them in, cancelling and collecting them, and who is there to ask and to work.

All times are the database's, in milliseconds: the clocks of several machines differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from stonefield.server.store.job_tables import jobs, levels, processes, shares

LEASE_MS, ASKER_MS = 10_000, 30_000
"""How long a worker counts as alive, and has its jobs, without saying so again; the same of an asker."""
FORGET_MS = 3_600_000
"""For how long the time counts that a person has had."""
_PUTTING = text("SELECT pg_advisory_xact_lock(1400860526, 1)")
"""Whoever counts what waits waits for the others who do."""
Now: TypeAlias = ColumnElement[int]
Clock: TypeAlias = Callable[[], Now]


class DatabaseNow(FunctionElement[int]):
    """Milliseconds since 1970 by the clock of the database."""

    type = BigInteger()
    inherit_cache = True


@compiles(DatabaseNow, "sqlite")
def _now_in_sqlite(element: DatabaseNow, compiler: Any, **options: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


@compiles(DatabaseNow, "postgresql")
def _now_in_postgresql(element: DatabaseNow, compiler: Any, **options: Any) -> str:
    return "CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """What is known of a job when it is put in; see `job_tables.py`."""

    id: str
    kind: str
    is_short: bool
    is_limited: bool
    person: str
    key: str
    priority: int
    attempts: int
    content: str
    asker: str
    attempt: int = 0
    """How often it was taken before it was lost and is put in again."""


class Seen(NamedTuple):
    """How a job stands."""

    attempt: int
    has_ended: bool
    is_lost: bool
    """No worker has it, and none will take it again: it was cancelled, or its workers died too often."""


class Process(NamedTuple):
    """A process that is alive."""

    kinds: frozenset[str]
    is_ready: bool


def queue_engine(engine: AsyncEngine) -> AsyncEngine:
    """Connections for jobs alone, on PostgreSQL.

    A job that a crash of the database has lost is put in again, so nothing waits for the disk. A process that
    stands still within a transaction keeps the others waiting for five seconds at most.
    """
    if engine.dialect.name == "sqlite":
        return engine
    session = {"synchronous_commit": "off", "idle_in_transaction_session_timeout": "5000"}
    return create_async_engine(
        engine.url,
        pool_size=1,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"server_settings": session},
    )


def larger(one: ColumnElement[Any], other: ColumnElement[Any]) -> ColumnElement[Any]:
    """The larger of two numbers, in the words of either database."""
    return case((one > other, one), else_=other)


def level_of(kind: str) -> ColumnElement[float]:
    """The time that those had had who are served now."""
    return func.coalesce(select(levels.c.level).where(levels.c.kind == kind).scalar_subquery(), 0.0)


def alive(now: Now) -> ColumnElement[bool]:
    """Jobs whose asker is still there."""
    return exists().where(processes.c.id == jobs.c.asker, processes.c.until >= now)


def unanswered() -> ColumnElement[bool]:
    return and_(jobs.c.answer.is_(None), jobs.c.cancelled.is_(False))


def put(connection: Connection, now: Now, new: NewJob, most: tuple[int, int] | None) -> tuple[int, int]:
    """Let a job wait, if less than ``most`` does: jobs of this person about this, and of all. How many do."""
    found = (0, 0)
    if most is not None:
        if connection.dialect.name == "postgresql":
            connection.execute(_PUTTING)
        same = and_(jobs.c.person == new.person, jobs.c.key == new.key)
        counted = select(func.count().filter(same), func.count()).select_from(jobs)
        counted = counted.where(jobs.c.kind == new.kind, jobs.c.is_limited, unanswered())
        of_one, of_all = connection.execute(counted).one()
        found = (of_one, of_all)
        if of_one >= most[0] or of_all >= most[1]:
            return found
    values = {**asdict(new), "created": now, "cancelled": False}
    values |= {"virtual_start": _virtual_start(new), "turn": _turn(new)}
    connection.execute(insert(jobs).values(values))
    return found


def _virtual_start(new: NewJob) -> ColumnElement[float]:
    """The time that a person has had: at least as much as those who are served now."""
    own = select(shares.c.spent).where(shares.c.kind == new.kind, shares.c.person == new.person)
    return larger(func.coalesce(own.scalar_subquery(), 0.0), level_of(new.kind))


def _turn(new: NewJob) -> ColumnElement[int]:
    """Behind the last job about the same, and level with the next one about anything else."""
    others = [unanswered(), jobs.c.kind == new.kind, jobs.c.person == new.person]
    others += [jobs.c.worker.is_(None), jobs.c.priority == new.priority]
    behind = select(func.max(jobs.c.turn) + 1).where(*others, jobs.c.key == new.key).scalar_subquery()
    level = select(func.min(jobs.c.turn)).where(*others).scalar_subquery()
    return larger(func.coalesce(behind, 0), func.coalesce(level, 0))


def cancel(connection: Connection, now: Now, job: str) -> str | None:
    """Drop a job, unless a worker has it: then that worker is to be told."""
    waits = and_(jobs.c.id == job, jobs.c.answer.is_(None), jobs.c.worker.is_(None))
    if connection.execute(delete(jobs).where(waits)).rowcount:
        return None
    taken = update(jobs).where(jobs.c.id == job, jobs.c.answer.is_(None)).values(cancelled=True)
    worker: str | None = connection.execute(taken.returning(jobs.c.worker)).scalar()
    return worker


def collect(connection: Connection, now: Now, job: str) -> str | None:
    """The answer to a job, which is forgotten with that."""
    ended = delete(jobs).where(jobs.c.id == job, jobs.c.answer.is_not(None)).returning(jobs.c.answer)
    answer: str | None = connection.execute(ended).scalar()
    return answer


def drop(connection: Connection, now: Now, job: str) -> None:
    """Forget a job; what its worker says of it is refused."""
    connection.execute(delete(jobs).where(jobs.c.id == job))


def asked_by(connection: Connection, now: Now, asker: str) -> dict[str, Seen]:
    """How the jobs of an asker stand."""
    has_ended = jobs.c.answer.is_not(None)
    idle = or_(jobs.c.worker.is_(None), jobs.c.lease_until < now)
    is_lost = and_(~has_ended, idle, or_(jobs.c.cancelled, jobs.c.attempt > jobs.c.attempts))
    rows = connection.execute(
        select(jobs.c.id, jobs.c.attempt, has_ended, is_lost).where(jobs.c.asker == asker)
    )
    return {row[0]: Seen(row[1], bool(row[2]), bool(row[3])) for row in rows}


def beat(connection: Connection, now: Now, process: str, kinds: Sequence[str], is_ready: bool) -> None:
    """Note that a process is alive, and the classes of work that it takes; an asker takes none."""
    until = now + (LEASE_MS if kinds else ASKER_MS)
    values = {"kinds": " ".join(kinds), "is_ready": is_ready, "until": until}
    if not connection.execute(update(processes).where(processes.c.id == process).values(values)).rowcount:
        connection.execute(insert(processes).values(id=process, **values))


def workers_alive(connection: Connection, now: Now) -> list[Process]:
    """All processes that take jobs."""
    there = select(processes).where(processes.c.until >= now, processes.c.kinds != "")
    return [Process(frozenset(row.kinds.split()), row.is_ready) for row in connection.execute(there)]


def leave(connection: Connection, now: Now, process: str) -> None:
    """A process goes: its jobs go back, and what it has asked for is forgotten."""
    theirs = and_(jobs.c.worker == process, jobs.c.answer.is_(None))
    back = {"worker": None, "lease_until": None, "attempts": jobs.c.attempts + 1}
    connection.execute(update(jobs).where(theirs).values(back))
    connection.execute(delete(processes).where(processes.c.id == process))
    sweep(connection, now)


def sweep(connection: Connection, now: Now) -> None:
    """Forget processes that died and what they have asked for, and people whose time no longer matters."""

    def unlocked(query: Select[Any]) -> Sequence[Any]:
        # What another process has in hand is left to the next sweep: none waits for another.
        return connection.execute(query.with_for_update(skip_locked=True)).all()

    dead = unlocked(select(processes.c.id).where(processes.c.until < now))
    connection.execute(delete(processes).where(processes.c.id.in_([row.id for row in dead])))
    idle = or_(jobs.c.worker.is_(None), jobs.c.answer.is_not(None), jobs.c.lease_until < now)
    orphans = select(jobs.c.number).where(~alive(now))
    dropped = [row.number for row in unlocked(orphans.where(idle))]
    connection.execute(delete(jobs).where(jobs.c.number.in_(dropped)))
    left = [row.number for row in unlocked(orphans.where(jobs.c.cancelled.is_(False)))]
    connection.execute(update(jobs).where(jobs.c.number.in_(left)).values(cancelled=True))
    waits = exists().where(unanswered(), jobs.c.kind == shares.c.kind, jobs.c.person == shares.c.person)
    level = select(levels.c.level).where(levels.c.kind == shares.c.kind).scalar_subquery()
    over = or_(shares.c.spent <= level, shares.c.touched <= now - FORGET_MS)
    past = unlocked(select(shares.c.kind, shares.c.person).where(over, ~waits))
    own = tuple_(shares.c.kind, shares.c.person)
    connection.execute(delete(shares).where(own.in_([tuple(row) for row in past])))
