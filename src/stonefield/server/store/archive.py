"""Reading games back, and the server's pulse by which clocks survive a restart."""

from __future__ import annotations

from sqlalchemy import Text, cast, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql import ColumnElement

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event
from stonefield.server.store import tables
from stonefield.server.store.reading import reading
from stonefield.server.store.rows import agreement_of, event_of

# The record of an imported game may be long, and is read only when somebody asks for it.
_AGREEMENT = select(
    *(column for column in tables.games.c if column.name != "source"),
    tables.imported.label("imported"),
)


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
            events = await connection.execute(
                select(
                    tables.events.c.seq,
                    tables.events.c.at,
                    tables.events.c.kind,
                    tables.events.c.seat,
                    tables.events.c.detail,
                    tables.events.c.request,
                )
                .where(tables.events.c.game == game)
                .order_by(tables.events.c.seq)
            )
            # After the events: whoever has joined by then has a token too.
            holders = await connection.execute(
                select(tables.holders.c.token_hash, tables.holders.c.number).where(
                    tables.holders.c.game == game
                )
            )
            return (
                agreement_of(dict(row._mapping)),
                {row.token_hash: row.number for row in holders},
                [event_of(event) for event in events],
            )

    async def source(self, game: str) -> str | None:
        """The record that a game comes from."""
        query = select(tables.games.c.source).where(tables.games.c.id == game)
        async with reading(self._engine) as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found

    async def running_clocks(self) -> list[str]:
        """The games in which the time of a person may run: a clock, somebody to play, and a decision made.

        An engine's time stands still by itself while nobody has the game open.
        """
        games, seats = tables.games.c, cast(tables.games.c.seats, Text)
        query = select(games.id).where(
            games.over.is_(False),
            games.clock_seconds.is_not(None),
            or_(seats.contains('"person"'), seats.contains('"open"')),
            exists().where(tables.events.c.game == games.id, tables.events.c.kind == "move"),
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

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
        """When the server was last known to be alive."""
        async with self._engine.connect() as connection:
            found: int | None = (await connection.execute(select(tables.pulse.c.at))).scalar()
            return found
