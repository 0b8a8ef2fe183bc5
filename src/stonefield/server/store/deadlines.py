"""When a person's time is up, as rows, and who looks after periodic work.

A deadline is written in the transaction of the event that starts or stops a clock. Time that the server takes
from a person moves it on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import BigInteger, Column, Connection, String, any_, bindparam, case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ColumnElement

from stonefield.server.store.tables import deadlines, games, leases

Added = TypeVar("Added", sqlite.Insert, postgresql.Insert)
LEASE_MS = 5_000
"""How long a process looks after periodic work, or a game whose time is up, without saying so again."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the time of the person who decides in a game is up; None where no person's clock runs."""

    game: str
    version: int
    """The version of the game that this holds for."""
    due_at: int | None
    process: str = field(default="", compare=False)
    """The server that writes it."""
    remind_at: int | None = field(default=None, compare=False)
    """When the person is reminded of it; while the time stays the same, what was written first holds."""

    @property
    def row(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "version": self.version,
            "due_at": self.due_at,
            "process": self.process,
            "remind_at": self.remind_at,
        }


def put(added: Added) -> Added:
    """Add rows, or put them in the place of those that are there and not of a newer version."""
    new: dict[str, ColumnElement[Any]] = {
        name: added.excluded[name] for name in ("version", "due_at", "process")
    }
    same = deadlines.c.due_at == added.excluded.due_at
    # What was credited besides moves the reminder on as well.
    moved = deadlines.c.remind_at + added.excluded.due_at - deadlines.c.due_at
    same_version = deadlines.c.version == added.excluded.version
    new["remind_at"] = case(
        (same, deadlines.c.remind_at), (same_version, moved), else_=added.excluded.remind_at
    )
    older = deadlines.c.version <= added.excluded.version
    return added.on_conflict_do_update(index_elements=["game"], set_={**new, "taken_until": 0}, where=older)


_PUT = {"sqlite": put(sqlite.insert(deadlines)), "postgresql": put(postgresql.insert(deadlines))}
_THIS = deadlines.c.game == bindparam("of")
_DROP = delete(deadlines).where(_THIS, deadlines.c.version <= bindparam("at_version"))
_DUE = bindparam("due", type_=BigInteger)
_EXTEND = (
    update(deadlines)
    .where(_THIS, deadlines.c.version == bindparam("at_version"), deadlines.c.due_at < _DUE)
    .values(due_at=_DUE, remind_at=deadlines.c.remind_at + _DUE - deadlines.c.due_at)
)


_IDS = bindparam("ids", type_=postgresql.ARRAY(String))
_LOCK = {
    column: select(column).where(column == any_(_IDS)).order_by(column.collate("C")).with_for_update()
    for column in (games.c.id, deadlines.c.game)
}


def lock_in_order(connection: Connection, column: Column[str], ids: Sequence[str]) -> None:
    """Lock rows until the transaction ends, in one order everywhere. SQLite has only one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK[column], {"ids": list(ids)})


def write_deadlines(
    connection: Connection, changed: Sequence[Deadline], extended: Sequence[Deadline] = ()
) -> None:
    """Replace the deadlines of some games and move others on, unless there is a newer version by now."""
    changed = sorted(changed, key=lambda one: one.game)
    if len(changed) + len(extended) > 1:
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


def take_due(connection: Connection, before: int, now: int, most: int) -> list[str]:
    """Take some games in which a person's time was up at a moment, longest ago first.

    No other server takes them within the next seconds.
    """
    due = (
        select(deadlines.c.game)
        .where(deadlines.c.due_at <= before, deadlines.c.taken_until <= now)
        .order_by(deadlines.c.due_at)
        .limit(most)
        .with_for_update(skip_locked=True)
        .cte("due")
    )
    these = deadlines.c.game.in_(select(due.c.game))
    taken = update(deadlines).where(these).values(taken_until=now + LEASE_MS).returning(deadlines.c.game)
    return list(connection.execute(taken).scalars())


def _take(added: sqlite.Insert | postgresql.Insert) -> Any:
    """Add a lease, or take it over from its holder or one that has run out."""
    new = {"holder": added.excluded.holder, "until": added.excluded.until}
    free = (leases.c.holder == added.excluded.holder) | (leases.c.until < bindparam("now"))
    return added.on_conflict_do_update(index_elements=["name"], set_=new, where=free).returning(leases.c.name)


_TAKE = {"sqlite": _take(sqlite.insert(leases)), "postgresql": _take(postgresql.insert(leases))}


def hold_lease(connection: Connection, name: str, holder: str, now: int, ms: int = LEASE_MS) -> bool:
    """Take or renew the lease of some work; False while another process has it."""
    lease = {"name": name, "holder": holder, "until": now + ms}
    return bool(connection.execute(_TAKE[connection.dialect.name], {**lease, "now": now}).all())
