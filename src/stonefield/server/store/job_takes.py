"""Jobs as rows: whose is next, who has it until when, and what became of it.

A worker has a job until its lease ends, and renews it. Its answer counts only while the attempt is its own.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Subquery,
    Table,
    Update,
    and_,
    bindparam,
    func,
    or_,
    select,
    true,
    union,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from stonefield.server.store.job_tables import jobs, levels, shares
from stonefield.server.store.jobs import LEASE_MS, Now, alive, is_free, is_open, larger

SHORTEST_MS = 1
"""What a job counts at least, so that turns are taken even where all take no time."""
_LEASE = bindparam("lease", type_=BigInteger)


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
    whole: tuple[str, ...],
    short: tuple[str, ...],
    background: int,
) -> Taken | None:
    """The next job of these classes, or of others if it is soon done.

    The person who has had the least time is next (`jobs/fair_queue.py`), of several the one with the fewest
    jobs under way; of their jobs the most urgent, and what they are about in turn. Jobs from the priority
    ``background`` on come after all others.
    """
    lease = {"by": worker, "lease": LEASE_MS}
    found = connection.execute(_taking(now, whole, short, background), lease).one_or_none()
    if found is None:
        return None
    if found.reached > found.level:
        level = {"of_kind": found.kind, "reached": found.reached}
        connection.execute(_raising(connection.dialect.name), level)
    return Taken(found.id, found.content, found.attempt, found.asker)


@cache
def _taking(now: Now, whole: tuple[str, ...], short: tuple[str, ...], background: int) -> Update:
    lease = {"worker": bindparam("by"), "attempt": jobs.c.attempt + 1}
    lease |= {"taken_at": now, "lease_until": now + _LEASE}
    # With names of their own: SQLAlchemy leaves out whose a column is in what SQLite returns.
    had = select(shares.c.kind.label("of"), shares.c.person.label("by"), shares.c.spent).subquery("had")
    served = select(levels.c.kind.label("of"), levels.c.level).subquery("served")
    own = select(had.c.spent).where(had.c.of == jobs.c.kind, had.c.by == jobs.c.person)
    reached = larger(jobs.c.virtual_start, func.coalesce(own.correlate(jobs).scalar_subquery(), 0.0))
    level = select(served.c.level).where(served.c.of == jobs.c.kind).correlate(jobs).scalar_subquery()
    return (
        update(jobs)
        .where(jobs.c.number == _next(now, whole, short, background))
        .values(lease)
        .returning(
            jobs.c.id,
            jobs.c.content,
            jobs.c.attempt,
            jobs.c.asker,
            jobs.c.kind,
            reached.label("reached"),
            func.coalesce(level, 0.0).label("level"),
        )
    )


def _next(now: Now, whole: tuple[str, ...], short: tuple[str, ...], background: int) -> ColumnElement[int]:
    """The number of the job that is next; those that other workers take at this moment are left to them."""
    places, waiting = _places(now, whole, short), jobs.alias("waiting")
    own = and_(shares.c.kind == places.c.kind, shares.c.person == places.c.person)
    level: ColumnElement[float] = func.coalesce(levels.c.level, 0.0)
    return (
        select(waiting.c.number)
        .join(places, places.c.number == waiting.c.number)
        .outerjoin(shares, own)
        .outerjoin(levels, levels.c.kind == places.c.kind)
        # That it is free is asked of the row itself, too: another worker may have taken it since.
        .where(places.c.fits, is_open(waiting), is_free(now, waiting))
        .order_by(
            places.c.priority >= background,
            larger(places.c.virtual_start, func.coalesce(shares.c.spent, 0.0)) - level,
            places.c.nth + places.c.running,
            places.c.priority,
            places.c.number,
        )
        .limit(1)
        .with_for_update(of=waiting, skip_locked=True)
        .scalar_subquery()
    )


def _places(now: Now, whole: tuple[str, ...], short: tuple[str, ...]) -> Subquery:
    """All jobs of these classes: whether each fits, and its place among those of its person.

    By the place, workers that take at the same time take from several people.
    """
    one = jobs.alias("one")
    fits = and_(
        is_free(now, one),
        # A worker's death counts as no failure, once.
        one.c.attempt <= one.c.attempts,
        or_(one.c.kind.in_(whole), one.c.is_short),
        one.c.asker.in_(alive(now)),
    )
    these = (one.c.number, one.c.kind, one.c.person, one.c.priority, one.c.turn, one.c.virtual_start)
    several = select(*these, fits.label("fits"), is_free(now, one).label("free"))
    several = several.where(is_open(one), one.c.kind.in_(whole + short))
    each = several.subquery("each")
    person = each.c.kind, each.c.person
    urgent = each.c.priority, each.c.turn, each.c.number
    nth = func.row_number().over(partition_by=(*person, each.c.fits), order_by=urgent)
    running = func.count().filter(~each.c.free).over(partition_by=person)
    return select(each, nth.label("nth"), running.label("running")).subquery("places")


def _insert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


@cache
def _raising(dialect: str) -> sqlite.Insert | postgresql.Insert:
    """Let those who come begin with the time that the person has had who is served now."""
    new = _insert(dialect, levels).values(kind=bindparam("of_kind"), level=bindparam("reached"))
    higher = larger(levels.c.level, new.excluded.level)
    return new.on_conflict_do_update(index_elements=["kind"], set_={"level": higher})


@cache
def _renewing(now: Now) -> Update:
    theirs = update(jobs).where(jobs.c.worker == bindparam("by"), jobs.c.answer.is_(None))
    kept = (jobs.c.id, jobs.c.attempt, jobs.c.cancelled)
    return theirs.values(lease_until=now + _LEASE).returning(*kept)


def renew(connection: Connection, now: Now, worker: str) -> dict[str, Renewed]:
    """Keep all jobs that a worker still has."""
    rows = connection.execute(_renewing(now), {"by": worker, "lease": LEASE_MS})
    return {id: Renewed(attempt, is_cancelled) for id, attempt, is_cancelled in rows}


def finish(connection: Connection, now: Now, worker: str, job: str, attempt: int, answer: str) -> bool:
    """Keep the answer to a job for its asker; False if the worker no longer has it."""
    return _release(connection, now, _ending(now, gives_up=False), worker, job, attempt, {"new": answer})


def give_up(connection: Connection, now: Now, worker: str, job: str, attempt: int) -> bool:
    """Let a job be taken again, before all that was put in later; False if the worker no longer has it."""
    return _release(connection, now, _ending(now, gives_up=True), worker, job, attempt, {})


@cache
def _ending(now: Now, *, gives_up: bool) -> Update:
    own = and_(
        jobs.c.id == bindparam("job"),
        jobs.c.worker == bindparam("by"),
        jobs.c.attempt == bindparam("this"),
        jobs.c.answer.is_(None),
    )
    values: dict[str, Any] = (
        {"worker": None, "lease_until": None} if gives_up else {"answer": bindparam("new")}
    )
    taken = (now - jobs.c.taken_at).label("taken")
    return update(jobs).where(own).values(values).returning(jobs.c.kind, jobs.c.person, taken)


def _release(
    connection: Connection,
    now: Now,
    ending: Update,
    worker: str,
    job: str,
    attempt: int,
    values: dict[str, str],
) -> bool:
    own = {"by": worker, "job": job, "this": attempt}
    found = connection.execute(ending, {**own, **values}).one_or_none()
    if found is None:
        return False
    seconds = max(SHORTEST_MS, found.taken) / 1000
    spent = {"of_kind": found.kind, "of_person": found.person, "seconds": seconds}
    connection.execute(_spending(now, connection.dialect.name), spent)
    return True


@cache
def _spending(now: Now, dialect: str) -> sqlite.Insert | postgresql.Insert:
    """Count time that a person has had, in this class and in each for which others wait."""
    person = bindparam("of_person", type_=shares.c.person.type)
    seconds = bindparam("seconds", type_=shares.c.spent.type)
    others = and_(is_open(), jobs.c.worker.is_(None), jobs.c.person != person)
    own = select(bindparam("of_kind", type_=jobs.c.kind.type).label("kind"))
    counted = union(own, select(jobs.c.kind).where(others)).subquery()
    level: ColumnElement[float] = func.coalesce(levels.c.level, 0.0)
    rows = (
        select(counted.c.kind, person, level + seconds, now)
        .select_from(counted.outerjoin(levels, levels.c.kind == counted.c.kind))
        .where(true())
        # In one order everywhere, so that no two transactions wait for each other.
        .order_by(counted.c.kind)
    )
    new = _insert(dialect, shares).from_select(["kind", "person", "spent", "touched"], rows)
    more = larger(shares.c.spent, new.excluded.spent - seconds) + seconds
    known = {"spent": more, "touched": now}
    return new.on_conflict_do_update(index_elements=["kind", "person"], set_=known)
