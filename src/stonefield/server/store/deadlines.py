"""When a person's time is up, as rows; when no server was there; and who looks after periodic work.

A deadline is written in the transaction of the event that starts or stops a clock. Time that the server takes
from a person moves it on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, String, any_, bindparam, delete, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ColumnElement

from stonefield.server.store import tables
from stonefield.server.store.tables import deadlines, leases, outages

LEASE_MS = 5_000
"""How long a process looks after periodic work without saying so again."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the time of the person who decides in a game is up; None where no person's clock runs."""

    game: str
    version: int
    """The version of the game that this holds for."""
    due_at: int | None

    @property
    def row(self) -> dict[str, Any]:
        return {"game": self.game, "version": self.version, "due_at": self.due_at}


def _put(added: sqlite.Insert | postgresql.Insert) -> sqlite.Insert | postgresql.Insert:
    """Add rows, or put them in the place of those that are there and not of a newer version."""
    new = {"version": added.excluded.version, "due_at": added.excluded.due_at}
    older = deadlines.c.version <= added.excluded.version
    return added.on_conflict_do_update(index_elements=["game"], set_=new, where=older)


_PUT = {"sqlite": _put(sqlite.insert(deadlines)), "postgresql": _put(postgresql.insert(deadlines))}
_THIS = deadlines.c.game == bindparam("of")
_DROP = delete(deadlines).where(_THIS, deadlines.c.version <= bindparam("at_version"))
_EXTEND = (
    update(deadlines)
    .where(_THIS, deadlines.c.version == bindparam("at_version"), deadlines.c.due_at < bindparam("due"))
    .values(due_at=bindparam("due"))
)


def lock_in_order(connection: Connection, column: ColumnElement[str], ids: Sequence[str]) -> None:
    """Lock rows until the transaction ends, in one order everywhere. SQLite has only one writer anyway."""
    if connection.dialect.name == "postgresql":
        these = column == any_(bindparam("ids", list(ids), postgresql.ARRAY(String)))
        connection.execute(select(column).where(these).order_by(column.collate("C")).with_for_update())


def write_deadlines(
    connection: Connection, changed: Sequence[Deadline], extended: Sequence[Deadline] = ()
) -> None:
    """Replace the deadlines of some games and move others on, unless there is a newer version by now."""
    changed = sorted(changed, key=lambda one: one.game)
    lock_in_order(connection, deadlines.c.game, [one.game for one in (*changed, *extended)])
    if over := [{"of": one.game, "at_version": one.version} for one in changed if one.due_at is None]:
        connection.execute(_DROP, over)
    if due := [one.row for one in changed if one.due_at is not None]:
        connection.execute(_PUT[connection.dialect.name], due)
    rows = [{"of": one.game, "at_version": one.version, "due": one.due_at} for one in extended]
    if rows:
        connection.execute(_EXTEND, rows)


def postpone_deadline(connection: Connection, game: str, until: int) -> None:
    """Look at a game later, whose time cannot be found out now."""
    connection.execute(update(deadlines).where(deadlines.c.game == game).values(due_at=until))


def note_start(connection: Connection, now: int) -> list[tuple[int, int]]:
    """A server starts: since the last pulse none was there. All times in which none was, while clocks ran."""
    last: int | None = connection.execute(select(tables.pulse.c.at)).scalar()
    if not connection.execute(select(exists(select(deadlines.c.game)))).scalar():
        # No clock runs: nothing is owed to any player.
        connection.execute(delete(outages))
    elif (last or 0) < now:
        # Without any pulse the server stopped within a second of the first clock's start.
        found = {"since": last or 0, "until": now}
        same = [outages.c.since == found["since"], outages.c.until == now]
        if not connection.execute(select(exists(select(outages.c.since).where(*same)))).scalar():
            connection.execute(insert(outages).values(found))
    beat(connection, now)
    rows = connection.execute(select(outages.c.since, outages.c.until).order_by(outages.c.since))
    return [(row.since, row.until) for row in rows]


def beat(connection: Connection, at: int) -> None:
    """Note that a server was alive at that moment."""
    if not connection.execute(update(tables.pulse).values(at=at)).rowcount:
        connection.execute(insert(tables.pulse).values(id=1, at=at))


def hold_lease(connection: Connection, name: str, holder: str, now: int, ms: int = LEASE_MS) -> bool:
    """Take or renew the lease of some work; False while another process has it."""
    free = (leases.c.holder == holder) | (leases.c.until < now)
    values = {"holder": holder, "until": now + ms}
    if connection.execute(update(leases).where(leases.c.name == name, free).values(values)).rowcount:
        return True
    if connection.execute(select(exists(select(leases.c.name).where(leases.c.name == name)))).scalar():
        return False
    connection.execute(insert(leases).values(name=name, **values))
    return True
