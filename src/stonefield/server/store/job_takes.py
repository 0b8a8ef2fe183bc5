"""Jobs as rows: whose is next, who has it until when, and what became of it.

A worker has a job until its lease ends, and renews it. Its answer counts only while the attempt is its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Subquery, Table, and_, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from stonefield.server.store.job_tables import jobs, levels, shares
from stonefield.server.store.jobs import LEASE_MS, Now, alive, larger, level_of, unanswered

SHORTEST_MS = 1
"""What a job counts at least, so that turns are taken even where all take no time."""


class Taken(NamedTuple):
    """A job that a worker has got."""

    id: str
    content: str
    attempt: int
    asker: str


class Renewed(NamedTuple):
    """A job that a worker still has."""

    attempt: int
    is_cancelled: bool


def take(
    connection: Connection,
    now: Now,
    worker: str,
    whole: Sequence[str],
    short: Sequence[str],
    background: int,
) -> Taken | None:
    """The next job of these classes, or of others if it is soon done.

    The person who has had the least time is next (`jobs/fair_queue.py`), of several the one with the fewest
    jobs under way; of their jobs the most urgent, and what they are about in turn. Jobs from the priority
    ``background`` on come after all others.
    """
    found = connection.execute(_next(now, whole, short, background)).one_or_none()
    if found is None:
        return None
    attempt = found.attempt + 1
    lease = {"worker": worker, "attempt": attempt, "taken_at": now, "lease_until": now + LEASE_MS}
    connection.execute(update(jobs).where(jobs.c.number == found.number).values(lease))
    if found.reached > found.level:
        _raise_level(connection, found.kind, found.reached)
    return Taken(found.id, found.content, attempt, found.asker)


def _next(now: Now, whole: Sequence[str], short: Sequence[str], background: int) -> Any:
    fits = and_(
        unanswered(),
        or_(jobs.c.worker.is_(None), jobs.c.lease_until < now),
        # A worker's death counts as no failure, once.
        jobs.c.attempt <= jobs.c.attempts,
        or_(jobs.c.kind.in_(whole), and_(jobs.c.is_short, jobs.c.kind.in_(short))),
        alive(now),
    )
    nth, running = _nth(fits), _running(now)
    same = and_(running.c.kind == jobs.c.kind, running.c.person == jobs.c.person)
    own = and_(shares.c.kind == jobs.c.kind, shares.c.person == jobs.c.person)
    level: ColumnElement[float] = func.coalesce(levels.c.level, 0.0)
    reached = larger(jobs.c.virtual_start, func.coalesce(shares.c.spent, 0.0))
    return (
        select(jobs, reached.label("reached"), level.label("level"))
        .join(nth, nth.c.number == jobs.c.number)
        .outerjoin(running, same)
        .outerjoin(shares, own)
        .outerjoin(levels, levels.c.kind == jobs.c.kind)
        # Also here: another worker may have taken it since.
        .where(fits)
        .order_by(
            jobs.c.priority >= background,
            reached - level,
            nth.c.nth + func.coalesce(running.c.running, 0),
            jobs.c.priority,
            jobs.c.number,
        )
        .limit(1)
        .with_for_update(of=jobs, skip_locked=True)
    )


def _nth(fits: ColumnElement[bool]) -> Subquery:
    """The place of each job among those of its person: workers that take at once take from several."""
    place = func.row_number().over(
        partition_by=(jobs.c.kind, jobs.c.person), order_by=(jobs.c.priority, jobs.c.turn, jobs.c.number)
    )
    return select(jobs.c.number, place.label("nth")).where(fits).subquery()


def _running(now: Now) -> Subquery:
    busy = and_(jobs.c.answer.is_(None), jobs.c.worker.is_not(None), jobs.c.lease_until >= now)
    counted = select(jobs.c.kind, jobs.c.person, func.count().label("running")).where(busy)
    return counted.group_by(jobs.c.kind, jobs.c.person).subquery()


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def _raise_level(connection: Connection, kind: str, level: float) -> None:
    new = _insert(connection, levels).values(kind=kind, level=level)
    higher = larger(levels.c.level, new.excluded.level)
    connection.execute(new.on_conflict_do_update(index_elements=["kind"], set_={"level": higher}))


def renew(connection: Connection, now: Now, worker: str) -> dict[str, Renewed]:
    """Keep all jobs that a worker still has."""
    theirs = update(jobs).where(jobs.c.worker == worker, jobs.c.answer.is_(None))
    rows = connection.execute(
        theirs.values(lease_until=now + LEASE_MS).returning(jobs.c.id, jobs.c.attempt, jobs.c.cancelled)
    )
    return {id: Renewed(attempt, is_cancelled) for id, attempt, is_cancelled in rows}


def finish(connection: Connection, now: Now, worker: str, job: str, attempt: int, answer: str) -> bool:
    """Keep the answer to a job for its asker; False if the worker no longer has it."""
    return _release(connection, now, worker, job, attempt, {"answer": answer})


def give_up(connection: Connection, now: Now, worker: str, job: str, attempt: int) -> bool:
    """Let a job be taken again, before all that was put in later; False if the worker no longer has it."""
    return _release(connection, now, worker, job, attempt, {"worker": None, "lease_until": None})


def _release(
    connection: Connection, now: Now, worker: str, job: str, attempt: int, values: dict[str, Any]
) -> bool:
    own = and_(jobs.c.id == job, jobs.c.worker == worker, jobs.c.attempt == attempt, jobs.c.answer.is_(None))
    taken = (now - jobs.c.taken_at).label("taken")
    ended = update(jobs).where(own).values(values).returning(jobs.c.kind, jobs.c.person, taken)
    found = connection.execute(ended).one_or_none()
    if found is None:
        return False
    _spend(connection, now, found.kind, found.person, max(SHORTEST_MS, found.taken) / 1000)
    return True


def _spend(connection: Connection, now: Now, kind: str, person: str, seconds: float) -> None:
    """Count time that a person has had, in this class and in each for which others wait."""
    wait = (
        select(jobs.c.kind).distinct().where(unanswered(), jobs.c.worker.is_(None), jobs.c.person != person)
    )
    # In one order everywhere, so that no two transactions wait for each other.
    for counted in sorted({kind, *connection.execute(wait).scalars()}):
        level = level_of(counted)
        first = {"kind": counted, "person": person, "spent": level + seconds, "touched": now}
        more = {"spent": larger(shares.c.spent, level) + seconds, "touched": now}
        new = _insert(connection, shares).values(first)
        connection.execute(new.on_conflict_do_update(index_elements=["kind", "person"], set_=more))
