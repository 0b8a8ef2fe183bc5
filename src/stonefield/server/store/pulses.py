"""Which servers are alive: each has a row, where it notes every second while clocks run that it is.

The row without a process has the last sign of all that are gone. An outage is a time in which no server was
alive. Where only one of several is gone, the players whose clocks it looked after get what that took.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, case, delete, exists, func, insert, select, text, true, update
from sqlalchemy.dialects import postgresql, sqlite

from stonefield.server.store.deadlines import lock_in_order
from stonefield.server.store.in_use import gone_among
from stonefield.server.store.tables import deadlines, events, outages, pulse

LATE_MS = 1_500
"""A server that has noted nothing for so long while clocks run stands still, or the database does."""
STALE_MS = 15_000
"""A server that notes nothing for so long while clocks run is not alive, though its session still is."""
COMING_BACK_MS = 2_000
"""What pages may take to find another server."""
MOST_LOST_MS = 10_000
"""What players get at most for the time before another server noticed that theirs was gone."""
FORGOTTEN_MS = 400 * 86_400_000
"""An outage so long ago changes no clock: none runs for that long."""
_GONE = ""


class Pulse(NamedTuple):
    """A server, and when it last noted that it is alive."""

    process: str
    at: int
    gone: bool
    """Whether it has left the database, well or not."""


def _put(added: sqlite.Insert | postgresql.Insert) -> sqlite.Insert | postgresql.Insert:
    later = case((added.excluded.at > pulse.c.at, added.excluded.at), else_=pulse.c.at)
    return added.on_conflict_do_update(index_elements=["process"], set_={"at": later})


_OTHERS = select(pulse).where(pulse.c.process != bindparam("own"), pulse.c.process != _GONE)
_PUT = {"sqlite": _put(sqlite.insert(pulse)), "postgresql": _put(postgresql.insert(pulse))}


def beat(connection: Connection, process: str, at: int) -> list[Pulse]:
    """Note that a server was alive at that moment; what is known of the others."""
    connection.execute(_PUT[connection.dialect.name], {"process": process, "at": at})
    return _others(connection, process)


def _others(connection: Connection, process: str) -> list[Pulse]:
    rows = connection.execute(_OTHERS, {"own": process}).all()
    gone = gone_among(connection, [row.process for row in rows])
    return [Pulse(row.process, row.at, row.process in gone) for row in rows]


def note_start(connection: Connection, process: str, clock: Callable[[], int]) -> list[tuple[int, int]]:
    """A server starts: if no other is alive, none was since the last sign. All outages, while clocks run."""
    _lock_all(connection)
    others = _others(connection, process)
    last: int = connection.execute(select(func.max(pulse.c.at))).scalar() or 0
    clocks = bool(connection.execute(select(exists(select(deadlines.c.game)))).scalar())
    none_lives = not any(_lives(other, clock(), clocks) for other in others)
    if none_lives:
        connection.execute(delete(pulse))
    # Where no clock runs nothing is owed to any player.
    old = outages.c.until < clock() - FORGOTTEN_MS if clocks else true()
    connection.execute(delete(outages).where(old))
    rows = connection.execute(select(outages.c.since, outages.c.until).order_by(outages.c.since))
    found = [(row.since, row.until) for row in rows]
    # Asked as late as can be: while the database took its time for all that, nobody could play.
    now = clock()
    if none_lives and clocks and last < now:
        connection.execute(insert(outages).values(since=last, until=now))
        found.append((last, now))
    connection.execute(_PUT[connection.dialect.name], {"process": process, "at": now})
    return found


def _lives(other: Pulse, now: int, clocks: bool) -> bool:
    # Without a clock a server notes nothing.
    return not other.gone and (not clocks or now - other.at < STALE_MS)


def _lock_all(connection: Connection) -> None:
    """One start after the other: the second one sees that the first is there."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE pulse IN EXCLUSIVE MODE"))


def leave(connection: Connection, process: str, now: int) -> None:
    """A server ends well: its players go to another one, if there is any."""
    at: int | None = connection.execute(select(pulse.c.at).where(pulse.c.process == process)).scalar()
    if at is None:
        # Its start was never noted: others may have been gone for long, and it has not been there instead.
        return
    # One that was to end while it stood still was not there meanwhile.
    last = now if now - at < LATE_MS else at
    if any(_lives(other, now, True) for other in beat(connection, process, last)):
        take_over(connection, process, now)
    else:
        _bury(connection, process, last)


def take_over(connection: Connection, process: str, now: int) -> list[str]:
    """A server is gone while others are alive: credit its players once. The games whose time is up later."""
    last: int | None = connection.execute(
        delete(pulse).where(pulse.c.process == process).returning(pulse.c.at)
    ).scalar()
    if last is None:
        # Another server has done it.
        return []
    _bury(connection, process, last)
    theirs = deadlines.c.process == process
    games = list(connection.execute(select(deadlines.c.game).where(theirs)).scalars())
    lock_in_order(connection, deadlines.c.game, games)
    # It was still alive when it wrote what these deadlines follow from.
    written = (
        select(events.c.at)
        .where(events.c.game == deadlines.c.game, events.c.seq == deadlines.c.version)
        .scalar_subquery()
    )
    silent = now - case((written > last, written), else_=last)
    lost = case((silent < 0, 0), (silent > MOST_LOST_MS, MOST_LOST_MS), else_=silent) + COMING_BACK_MS
    connection.execute(
        update(deadlines).where(theirs).values(due_at=deadlines.c.due_at + lost, process=_GONE)
    )
    return games


def _bury(connection: Connection, process: str, last: int) -> None:
    """Keep only when a server that is gone was last alive."""
    connection.execute(delete(pulse).where(pulse.c.process == process))
    connection.execute(_PUT[connection.dialect.name], {"process": _GONE, "at": last})
