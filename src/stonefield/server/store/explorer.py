"""The explorer's games in the database: those that ended here, those that are shipped, and collections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield.explorer import explorer
from stonefield.explorer import rows as explorer_rows
from stonefield.explorer.index import SHIPPED, IndexedGame, shipped
from stonefield.explorer.keys import Located
from stonefield.explorer.tables import games
from stonefield.records import Record
from stonefield.server.now import now_ms
from stonefield.server.store import tables
from stonefield.server.store.deadlines import hold_lease
from stonefield.server.store.journal import LARGE, Journal
from stonefield.server.store.reading import reading
from stonefield.server.tokens import new_game_id
from stonefield.study import Review

HERE = "here"
"""The source of the games that were played on this server."""
MOST_HERE = 20_000
"""So many of them are explored, the latest."""
AT_ONCE = 20
"""Games that are written together: players do not wait long for them."""
LOADING_MS = 600_000
"""How long loading the shipped games may take."""
Answer = TypeVar("Answer")


class ExplorerStore:
    """Reads what the explorer knows, and writes it through the journal as everything else."""

    def __init__(self, engine: AsyncEngine, journal: Journal) -> None:
        self._engine, self._journal = engine, journal
        self._loading: asyncio.Lock = asyncio.Lock()
        self._has_shipped = False

    async def look_up(self, place: Located, sources: Sequence[str] | None) -> explorer.Explored:
        """What was played from a position."""
        await self._load_shipped()
        return await self._read(lambda connection: explorer.look_up(connection, place, sources))

    async def sources(self) -> dict[str, int]:
        """How many games each source has."""
        return await self._read(explorer_rows.count_sources)

    async def record(self, game: int) -> Record | None:
        """One of the games that are listed."""
        return await self._read(lambda connection: explorer.find_record(connection, game))

    async def note(self, review: Review, simulations: int) -> None:
        """Keep what a review thinks of the moves that were played."""
        noted = await asyncio.to_thread(explorer_rows.noted_in, review)
        work = partial(explorer_rows.note_opinions, noted=noted, simulations=simulations)
        await self._journal.write(work)

    async def waiting(self) -> list[str]:
        """Some of the games here that have ended and are not explored yet."""
        query = select(tables.explorer_waiting.c.game).limit(AT_ONCE)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def add_ended(self, game: str, ready: IndexedGame | None) -> None:
        """A game that waited is explored from now on, or (None) never."""

        def work(connection: Connection) -> None:
            # Deleted meanwhile, it does not wait any more.
            waited = connection.execute(
                delete(tables.explorer_waiting).where(tables.explorer_waiting.c.game == game)
            )
            if ready is not None and waited.rowcount:
                explorer_rows.add_games(connection, HERE, [ready], [game])

        await self._journal.write(work)

    async def trim(self) -> None:
        """Forget the oldest games here beyond the most there may be."""
        here = select(games.c.id).where(games.c.source == HERE).order_by(games.c.id.desc())
        query = here.offset(MOST_HERE).limit(AT_ONCE)
        while old := await self._read(lambda connection: list(connection.execute(query).scalars())):
            await self._journal.write(partial(explorer_rows.forget_games, ids=old), rows=LARGE)

    async def _load_shipped(self) -> None:
        """Put the shipped games into the database at the first request to the explorer."""
        if self._has_shipped:
            return
        async with self._loading:
            query = select(exists().where(games.c.source == SHIPPED))
            there = await self._read(lambda connection: connection.execute(query).scalar())
            if not there:
                lease = partial(hold_lease, name="shipped games", holder=new_game_id(), ms=LOADING_MS)
                if not await self._journal.write(partial(lease, now=now_ms())):
                    # Another server is about it.
                    return
                ready = await asyncio.to_thread(shipped)
                parts = [ready[first : first + AT_ONCE] for first in range(0, len(ready), AT_ONCE)]
                await asyncio.gather(*(self._journal.write(_adding(part), rows=LARGE) for part in parts))
            self._has_shipped = True

    async def _read(self, work: Callable[[Connection], Answer]) -> Answer:
        async with reading(self._engine) as connection:
            return await connection.run_sync(work)


def _adding(ready: Sequence[IndexedGame]) -> Callable[[Connection], None]:
    return lambda connection: explorer_rows.add_games(connection, SHIPPED, ready)
