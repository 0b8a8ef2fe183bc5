"""Jobs as rows: putting them in, cancelling and collecting them, and who is there to ask and to work.

All times are the database's, in milliseconds: the clocks of several machines differ. Statements that are
often needed are made once, since that takes longer than carrying them out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Insert,
    Select,
    Table,
    and_,
    bindparam,
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
Now: TypeAlias = ColumnElement[int]


class _DatabaseNow(FunctionElement[int]):
    type = BigInteger()
    inherit_cache = True


@compiles(_DatabaseNow, "sqlite")
def _now_in_sqlite(element: _DatabaseNow, compiler: Any, **options: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


@compiles(_DatabaseNow, "postgresql")
def _now_in_postgresql(element: _DatabaseNow, compiler: Any, **options: Any) -> str:
    return "CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT)"


DATABASE_NOW: Now = _DatabaseNow()
"""Milliseconds since 1970 by the clock of the database."""


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
    stands still within a transaction keeps the others waiting for ten seconds at most.
    """
    if engine.dialect.name == "sqlite":
        return engine
    session = {"synchronous_commit": "off", "idle_in_transaction_session_timeout": "10000"}
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


def is_open(table: Any = jobs) -> ColumnElement[bool]:
    """Jobs that wait or that a worker has, and that are wanted."""
    return and_(table.c.answer.is_(None), table.c.cancelled.is_(False))


def is_free(now: Now, table: Any = jobs) -> ColumnElement[bool]:
    """Jobs that no worker has."""
    return or_(table.c.worker.is_(None), table.c.lease_until < now)


# Putting in

_PUTTING = text("SELECT pg_advisory_xact_lock(1400860526, 1)")
"""Processes that count what waits wait for each other."""
_KIND, _PERSON, _KEY = (jobs.c[name] == bindparam(f"new_{name}") for name in ("kind", "person", "key"))
_COUNTED = (
    select(func.count().filter(and_(_PERSON, _KEY)), func.count())
    .select_from(jobs)
    .where(_KIND, jobs.c.is_limited, is_open())
)


def put(connection: Connection, now: Now, new: NewJob, most: tuple[int, int] | None) -> tuple[int, int]:
    """Let a job wait, if less than ``most`` does: jobs of this person about this, and of all. How many do."""
    found = (0, 0)
    values = {f"new_{name}": value for name, value in asdict(new).items()}
    if most is not None:
        if connection.dialect.name == "postgresql":
            connection.execute(_PUTTING)
        of_one, of_all = connection.execute(_COUNTED, values).one()
        found = (of_one, of_all)
        if of_one >= most[0] or of_all >= most[1]:
            return found
    connection.execute(_new_row(now), values)
    return found


@cache
def _new_row(now: Now) -> Insert:
    given: dict[str, Any] = {field.name: bindparam(f"new_{field.name}") for field in fields(NewJob)}
    computed = {"created": now, "cancelled": False, "virtual_start": _virtual_start(), "turn": _turn()}
    return insert(jobs).values({**given, **computed})


def _virtual_start() -> ColumnElement[float]:
    """The time that a person has had: at least as much as those who are served now."""
    kind: Any = bindparam("new_kind")
    person: Any = bindparam("new_person")
    own = select(shares.c.spent).where(shares.c.kind == kind, shares.c.person == person)
    level = select(levels.c.level).where(levels.c.kind == kind)
    return larger(func.coalesce(own.scalar_subquery(), 0.0), func.coalesce(level.scalar_subquery(), 0.0))


def _turn() -> ColumnElement[int]:
    """Behind the last job about the same, and level with the next one about anything else."""
    others = and_(
        is_open(), _KIND, _PERSON, jobs.c.worker.is_(None), jobs.c.priority == bindparam("new_priority")
    )
    behind = select(func.max(jobs.c.turn) + 1).where(others, _KEY).scalar_subquery()
    level = select(func.min(jobs.c.turn)).where(others).scalar_subquery()
    return larger(func.coalesce(behind, 0), func.coalesce(level, 0))


# What becomes of jobs, for those who ask


def cancel(connection: Connection, now: Now, job: str) -> str | None:
    """Drop a job, unless a worker has it: then that worker is to be told."""
    waits = and_(jobs.c.id == job, jobs.c.answer.is_(None), jobs.c.worker.is_(None))
    if connection.execute(delete(jobs).where(waits)).rowcount:
        return None
    taken = update(jobs).where(jobs.c.id == job, jobs.c.answer.is_(None)).values(cancelled=True)
    worker: str | None = connection.execute(taken.returning(jobs.c.worker)).scalar()
    return worker


def collect(connection: Connection, now: Now, several: Collection[str]) -> dict[str, str]:
    """The answers to some jobs, which are forgotten with that."""
    ended = delete(jobs).where(jobs.c.id.in_(several), jobs.c.answer.is_not(None))
    rows = connection.execute(ended.returning(jobs.c.id, jobs.c.answer))
    return {id: answer for id, answer in rows if answer is not None}


def drop(connection: Connection, now: Now, job: str) -> None:
    """Forget a job; what its worker says of it is refused."""
    connection.execute(delete(jobs).where(jobs.c.id == job))


@cache
def _asked(now: Now) -> Select[Any]:
    has_ended = jobs.c.answer.is_not(None)
    is_lost = and_(~has_ended, is_free(now), or_(jobs.c.cancelled, jobs.c.attempt > jobs.c.attempts))
    return select(jobs.c.id, jobs.c.attempt, has_ended, is_lost).where(jobs.c.asker == bindparam("asker"))


def asked_by(connection: Connection, now: Now, asker: str) -> dict[str, Seen]:
    """How the jobs of an asker stand."""
    rows = connection.execute(_asked(now), {"asker": asker})
    return {row[0]: Seen(row[1], bool(row[2]), bool(row[3])) for row in rows}


# Who is there


def alive(now: Now) -> Select[tuple[str]]:
    """The processes that are."""
    return select(processes.c.id).where(processes.c.until >= now)


def beat(connection: Connection, now: Now, process: str, kinds: Sequence[str], is_ready: bool) -> None:
    """Note that a process is alive, and the classes of work that it takes; an asker takes none."""
    until = now + (LEASE_MS if kinds else ASKER_MS)
    values = {"kinds": " ".join(kinds), "is_ready": is_ready, "until": until}
    if not connection.execute(update(processes).where(processes.c.id == process).values(values)).rowcount:
        connection.execute(insert(processes).values(id=process, **values))


@cache
def _workers(now: Now) -> Select[tuple[str, bool]]:
    there = select(processes.c.kinds, processes.c.is_ready)
    return there.where(processes.c.until >= now, processes.c.kinds != "")


def workers_alive(connection: Connection, now: Now) -> list[Process]:
    """All processes that take jobs."""
    return [Process(frozenset(row.kinds.split()), row.is_ready) for row in connection.execute(_workers(now))]


def leave(connection: Connection, now: Now, process: str) -> None:
    """A process goes: its jobs go back, and what it has asked for is forgotten."""
    theirs = and_(jobs.c.worker == process, jobs.c.answer.is_(None))
    back = {"worker": None, "lease_until": None, "attempts": jobs.c.attempts + 1}
    connection.execute(update(jobs).where(theirs).values(back))
    connection.execute(delete(processes).where(processes.c.id == process))
    sweep(connection, now)


def sweep(connection: Connection, now: Now) -> None:
    """Forget processes that died and what they have asked for, and people whose time no longer matters."""
    _forget(connection, processes, (processes.c.id,), processes.c.until < now)
    orphaned = jobs.c.asker.not_in(alive(now))
    _forget(connection, jobs, (jobs.c.number,), and_(orphaned, or_(is_free(now), jobs.c.answer.is_not(None))))
    taken = select(jobs.c.number).where(orphaned, jobs.c.cancelled.is_(False))
    left = connection.execute(taken.with_for_update(skip_locked=True)).scalars().all()
    if left:
        connection.execute(update(jobs).where(jobs.c.number.in_(left)).values(cancelled=True))
    waits = exists().where(is_open(), jobs.c.kind == shares.c.kind, jobs.c.person == shares.c.person)
    level = select(levels.c.level).where(levels.c.kind == shares.c.kind).scalar_subquery()
    over = and_(or_(shares.c.spent <= level, shares.c.touched <= now - FORGET_MS), ~waits)
    _forget(connection, shares, (shares.c.kind, shares.c.person), over)


def _forget(
    connection: Connection, table: Table, key: tuple[ColumnElement[Any], ...], which: ColumnElement[bool]
) -> None:
    """Delete rows, except those that another process has in hand: no process waits for another here."""
    found = connection.execute(select(*key).where(which).with_for_update(skip_locked=True)).all()
    if found:
        connection.execute(delete(table).where(tuple_(*key).in_([tuple(row) for row in found])))
