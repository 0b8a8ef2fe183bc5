"""Reading games back, and the server's pulse by which clocks survive a restart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import exists, func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql import ColumnElement, Select

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event
from stonefield.server.store import tables
from stonefield.server.store.deadlines import Deadline
from stonefield.server.store.reading import reading
from stonefield.server.store.remarks import StoredRemark
from stonefield.server.store.rows import agreement_of, event_of
from stonefield.server.store.versions import newer_than

# The record of an imported game may be long, and is read only on request.
_AGREEMENT = select(
    *(column for column in tables.games.c if column.name != "source"),
    tables.imported.label("imported"),
)


def _events(game: str) -> Select[Any]:
    return select(tables.events).where(tables.events.c.game == game).order_by(tables.events.c.seq)


def _holders(game: str) -> Select[Any]:
    return select(tables.holders).where(tables.holders.c.game == game)


class Archive:
    """What is in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find(self, game: str) -> tuple[Agreement, dict[str, int], list[Event]] | None:
        """A game: what was agreed on, its holders by the hash of their token, and all events."""
        async with reading(self._engine) as connection:
            row = (await connection.execute(_AGREEMENT.where(tables.games.c.id == game))).first()
            if row is None:
                return None
            events = await connection.execute(_events(game))
            # After the events: a player who has joined by then has a token too.
            holders = await connection.execute(_holders(game))
            return (
                agreement_of(dict(row._mapping)),
                {row.token_hash: row.number for row in holders},
                [event_of(event) for event in events],
            )

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

    async def newer(self, game: str, version: int) -> tuple[dict[str, int], list[Event]] | None:
        """The holders of a game, and its events after a version; None if the game is gone."""
        async with reading(self._engine) as connection:
            events = list(await connection.execute(_events(game).where(tables.events.c.seq > version)))
            if not events:
                there = select(tables.games.c.id).where(tables.games.c.id == game)
                if (await connection.execute(there)).first() is None:
                    return None
            holders = await connection.execute(_holders(game))
            return {row.token_hash: row.number for row in holders}, [event_of(event) for event in events]

    async def continued(self, versions: Mapping[str, int]) -> list[str]:
        """Those of some games that have a newer version than the one given."""
        return await newer_than(self._engine, "events", versions)

    async def deadline(self, game: str) -> Deadline | None:
        """When a person's time is up, by what is written."""
        query = select(tables.deadlines).where(tables.deadlines.c.game == game)
        async with reading(self._engine) as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Deadline(row.game, row.version, row.due_at)

    async def any_due(self, before: int, now: int) -> bool:
        """Whether there is a game in which a person's time was up, and that no server has taken."""
        due = (tables.deadlines.c.due_at <= before, tables.deadlines.c.taken_until <= now)
        async with reading(self._engine) as connection:
            return bool((await connection.execute(select(exists().where(*due)))).scalar())

    async def any_deadline(self) -> bool:
        """Whether a person's clock runs in some game."""
        async with reading(self._engine) as connection:
            query = select(exists(select(tables.deadlines.c.game)))
            return bool((await connection.execute(query)).scalar())

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
