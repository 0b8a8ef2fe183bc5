"""Games of a series of time-outs: they wait for the engine's judgement, and are rated by it once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update

from stonefield.server.store.journal import Journal
from stonefield.server.store.manners_tables import time_outs
from stonefield.server.store.rating_rows import judged, rate_matches
from stonefield.server.store.reading import Reader

AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits for the engine."""

    game: str
    account: str
    position: str
    """With the player to decide whose time was up."""


class TimeOutStore:
    """Reads games that wait, and rates them."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def waiting(self) -> list[WaitingGame]:
        """The games that wait longest."""
        query = select(time_outs).where(time_outs.c.waiting.is_not(None), time_outs.c.account.is_not(None))
        query = query.order_by(time_outs.c.at, time_outs.c.game).limit(AT_ONCE)
        rows: list[Any] = await self._reader.read(lambda connection: list(connection.execute(query)))
        return [WaitingGame(row.game, row.account, row.waiting["position"]) for row in rows]

    async def is_waiting(self, game: str) -> bool:
        """Whether a game waits for the engine."""
        query = select(time_outs.c.game).where(time_outs.c.game == game, time_outs.c.waiting.is_not(None))
        return await self._reader.read(lambda connection: connection.execute(query).first() is not None)

    async def rate(self, game: str, win_rate: float, at: int) -> None:
        """Rate a game by what the engine thinks; one that no longer waits stays as it is."""
        await self._journal.write(lambda connection: _rate(connection, game, win_rate, at))


def _rate(connection: Connection, game: str, win_rate: float, at: int) -> None:
    this = (time_outs.c.game == game, time_outs.c.waiting.is_not(None))
    query = select(time_outs.c.waiting).where(*this).with_for_update()
    waiting = connection.execute(query).scalar()
    if waiting is None:
        return
    connection.execute(update(time_outs).where(*this).values(waiting=None, win_rate=win_rate))
    rate_matches(connection, [judged(waiting, win_rate, at)])
