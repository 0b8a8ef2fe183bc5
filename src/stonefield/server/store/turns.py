"""Who decides in which game, as rows: written in the transaction of the event that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, literal, null, select
from sqlalchemy.dialects import postgresql, sqlite

from stonefield.server.domain.people.account import DAY
from stonefield.server.store.account_tables import account_games
from stonefield.server.store.correspondence_tables import turns
from stonefield.server.store.deadlines import Added
from stonefield.server.store.tables import deadlines, events, games

MOST_LISTED = 100
MOST_REMATCHES = 20
REMATCH_LISTED = 30 * DAY
"""For how long after its end a game is looked at for the offer of a rematch, milliseconds."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The holder who decides in a game at a version; None where no one does."""

    game: str
    version: int
    holder: int | None

    @property
    def row(self) -> dict[str, Any]:
        return {"game": self.game, "version": self.version, "holder": self.holder}


def put(added: Added) -> Added:
    """Add rows, or put them in the place of those that are there."""
    new = {name: added.excluded[name] for name in ("version", "holder")}
    return added.on_conflict_do_update(index_elements=["game"], set_=new)


_PUT = {"sqlite": put(sqlite.insert(turns)), "postgresql": put(postgresql.insert(turns))}
_DROP = delete(turns).where(turns.c.game == bindparam("of"))


def write_turns(connection: Connection, changed: Sequence[Turn]) -> None:
    """Replace the rows of some games. Their events decide between servers, and are written before."""
    ordered = sorted(changed, key=lambda one: one.game)
    if over := [{"of": one.game} for one in ordered if one.holder is None]:
        connection.execute(_DROP, over)
    if rows := [one.row for one in ordered if one.holder is not None]:
        connection.execute(_PUT[connection.dialect.name], rows)


def turns_of(connection: Connection, account: str) -> list[Any]:
    """Rows of the games that wait for an account, least time left first, those without a clock last."""
    theirs = account_games
    mine = and_(turns.c.game == theirs.c.game, turns.c.holder == theirs.c.holder)
    query = (
        select(
            games.c.id,
            games.c.rules,
            games.c.seats,
            games.c.weekends_free,
            theirs.c.holder,
            deadlines.c.due_at,
        )
        .select_from(theirs)
        .join(turns, mine)
        .join(games, games.c.id == theirs.c.game)
        .outerjoin(deadlines, deadlines.c.game == theirs.c.game)
        .where(theirs.c.account == account, theirs.c.ended.is_(None))
        .order_by(deadlines.c.due_at.is_(None), deadlines.c.due_at, games.c.id)
        .limit(MOST_LISTED)
    )
    return list(connection.execute(query))


def rematches_of(connection: Connection, account: str, now: int) -> list[Any]:
    """Rows of the games of an account whose last word is the other player's offer of a rematch."""
    theirs, later = account_games, events.alias()
    is_last = ~select(later.c.seq).where(later.c.game == events.c.game, later.c.seq > events.c.seq).exists()
    offered = and_(events.c.game == theirs.c.game, events.c.kind == "offer", events.c.detail == "rematch")
    query = (
        select(
            games.c.id,
            games.c.rules,
            games.c.seats,
            literal(False).label("weekends_free"),
            theirs.c.holder,
            null().label("due_at"),
            events.c.seat,
        )
        .select_from(theirs)
        .join(events, offered)
        .join(games, games.c.id == theirs.c.game)
        .where(theirs.c.account == account, theirs.c.ended > now - REMATCH_LISTED, is_last)
        .order_by(theirs.c.ended.desc(), games.c.id)
        .limit(MOST_REMATCHES)
    )
    return list(connection.execute(query))
