"""Reading games back, and the server's pulse by which clocks survive a restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, and_, bindparam, exists, func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql import ColumnElement, Select

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event
from stonefield.server.domain.game.plan import Plan
from stonefield.server.domain.game.rows import agreement_of, event_of
from stonefield.server.domain.people.account import Member, Members
from stonefield.server.domain.people.vacation import Vacation
from stonefield.server.store import tables
from stonefield.server.store.account_tables import account_games, accounts
from stonefield.server.store.correspondence_tables import vacations
from stonefield.server.store.deadlines import Deadline
from stonefield.server.store.plans import games_with_answers, plan_of
from stonefield.server.store.reading import reading
from stonefield.server.store.remarks import StoredRemark
from stonefield.server.store.vacations import vacation_of
from stonefield.server.store.versions import newer_than

# The record of an imported game may be long, and is read only on request.
AGREEMENT = select(
    *(column for column in tables.games.c if column.name != "source"),
    tables.imported.label("imported"),
)


# Made once: for what is read for every move, making a statement takes longer than carrying it out.
_OF: BindParameter[str] = bindparam("of")
_GAME = AGREEMENT.where(tables.games.c.id == _OF)
_IS_THERE = select(tables.games.c.id).where(tables.games.c.id == _OF)
_EVENTS = select(tables.events).where(tables.events.c.game == _OF).order_by(tables.events.c.seq)
_NEWER_EVENTS = _EVENTS.where(tables.events.c.seq > bindparam("version"))
_DEADLINE = select(tables.deadlines).where(tables.deadlines.c.game == _OF)
_ANY_DEADLINE = select(exists(select(tables.deadlines.c.game)))
_ANY_DUE = select(
    exists().where(
        tables.deadlines.c.due_at <= bindparam("before"), tables.deadlines.c.taken_until <= bindparam("now")
    )
)


def _holders() -> Select[Any]:
    """Everyone who holds a seat by a token, and who of them is an account."""
    holders, theirs = tables.holders, account_games
    same = and_(theirs.c.game == holders.c.game, theirs.c.holder == holders.c.number)
    joined = holders.outerjoin(theirs, same).outerjoin(accounts, accounts.c.id == theirs.c.account)
    joined = joined.outerjoin(vacations, vacations.c.account == theirs.c.account)
    columns = (holders.c.token_hash, holders.c.number, theirs.c.holder, accounts.c.id, accounts.c.name)
    return select(*columns, vacations.c.until).select_from(joined).where(holders.c.game == _OF)


_HOLDERS = _holders()


def _held(rows: Iterable[Any]) -> tuple[dict[str, int], Members]:
    """The holders by the hashes of their tokens, and those who are accounts."""
    known = list(rows)
    members = {
        row.number: Member(row.id or "", row.name or "", row.until or 0)
        for row in known
        if row.holder is not None
    }
    return {row.token_hash: row.number for row in known}, members


class StoredGame(NamedTuple):
    """A game as the database has it."""

    agreement: Agreement
    holders: dict[str, int]
    """Their numbers by the hashes of their tokens."""
    events: list[Event]
    members: Members


class Newer(NamedTuple):
    """What a game has after a version; the holders are all of them."""

    holders: dict[str, int]
    events: list[Event]
    members: Members


class Archive:
    """What is in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find(self, game: str) -> StoredGame | None:
        """A game: what was agreed on, who holds its seats, and all events."""
        async with reading(self._engine) as connection:
            row = (await connection.execute(_GAME, {"of": game})).first()
            if row is None:
                return None
            events = await connection.execute(_EVENTS, {"of": game})
            # After the events: a player who has joined by then has a token too.
            holders, members = _held(await connection.execute(_HOLDERS, {"of": game}))
            happened = [event_of(event) for event in events]
            return StoredGame(agreement_of(dict(row._mapping)), holders, happened, members)

    async def remark(self, game: str) -> StoredRemark | None:
        """The coach's last remark in a game."""
        kept = tables.remarks.c
        query = select(kept.version, kept.remark, kept.settled).where(kept.game == game)
        async with reading(self._engine) as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else StoredRemark(*row)

    async def source(self, game: str) -> str | None:
        """The record that a game comes from."""
        query = select(tables.games.c.source).where(tables.games.c.id == game)
        async with reading(self._engine) as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found

    async def newer(self, game: str, version: int) -> Newer | None:
        """What has happened in a game after a version; None if it is gone."""
        async with reading(self._engine) as connection:
            events = list(await connection.execute(_NEWER_EVENTS, {"of": game, "version": version}))
            if not events and (await connection.execute(_IS_THERE, {"of": game})).first() is None:
                return None
            holders, members = _held(await connection.execute(_HOLDERS, {"of": game}))
            return Newer(holders, [event_of(event) for event in events], members)

    async def continued(self, versions: Mapping[str, int]) -> list[str]:
        """Those of some games that have a newer version than the one given."""
        return await newer_than(self._engine, "events", versions)

    async def deadline(self, game: str) -> Deadline | None:
        """When a person's time is up, by what is written."""
        async with reading(self._engine) as connection:
            row = (await connection.execute(_DEADLINE, {"of": game})).first()
        return None if row is None else Deadline(row.game, row.version, row.due_at)

    async def plan(self, game: str, holder: int) -> Plan | None:
        """What a holder has decided in advance."""
        async with reading(self._engine) as connection:
            row = (await connection.execute(plan_of(game, holder))).first()
        return None if row is None else Plan(*row)

    async def vacation(self, account: str) -> Vacation | None:
        """What an account has used of its vacation; None if nothing."""
        async with reading(self._engine) as connection:
            row = (await connection.execute(vacation_of(account))).first()
        return None if row is None else Vacation(*row)

    async def with_answers(self, most: int) -> list[str]:
        """Some games in which a planned answer may be due."""
        async with reading(self._engine) as connection:
            return list((await connection.execute(games_with_answers(most))).scalars())

    async def any_due(self, before: int, now: int) -> bool:
        """Whether there is a game in which a person's time was up, and that no server has taken."""
        async with reading(self._engine) as connection:
            return bool((await connection.execute(_ANY_DUE, {"before": before, "now": now})).scalar())

    async def any_deadline(self) -> bool:
        """Whether a person's clock runs in some game."""
        async with reading(self._engine) as connection:
            return bool((await connection.execute(_ANY_DEADLINE)).scalar())

    async def untouched(self, since: int, *, after: str, most: int) -> list[str]:
        """The next games by id that are `untouched`."""
        query = (
            select(tables.games.c.id)
            .where(tables.games.c.id > after, tables.untouched(since))
            .order_by(tables.games.c.id)
            .limit(most)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def surplus(self, kind: ColumnElement[bool], most: int, at_once: int) -> list[str]:
        """The next games of a kind beyond the newest ``most``."""
        query = (
            select(tables.games.c.id)
            .where(kind)
            .order_by(tables.games.c.created.desc(), tables.games.c.id)
            .offset(most)
            .limit(at_once)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def last_pulse(self) -> int | None:
        """When a server was last known to be alive."""
        async with self._engine.connect() as connection:
            found: int | None = (await connection.execute(select(func.max(tables.pulse.c.at)))).scalar()
            return found
