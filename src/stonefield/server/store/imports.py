"""Imported records, and the address that sent each: what counts against its quota of a month (UTC)."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection, func, insert, select

from stonefield.server.store.addresses import Addresses
from stonefield.server.store.reading import Reader
from stonefield.server.store.strength import Work
from stonefield.server.store.tables import imports


class ImportStore:
    """Counts imports. A game that is deleted takes its row along."""

    def __init__(self, reader: Reader, addresses: Addresses) -> None:
        self._reader, self._addresses = reader, addresses

    async def count(self, address: str, now: int) -> int:
        """How many records are kept that were sent from an address this month."""
        place = (await self._addresses.this_month(now))(address)
        query = select(func.count()).where(imports.c.place == place)
        return await self._reader.read(lambda connection: connection.execute(query).scalar_one())

    async def noted(self, game: str, address: str, now: int) -> Work:
        """What is written with a new game that comes from a record."""
        place = (await self._addresses.this_month(now))(address)
        return partial(_note, game=game, place=place)


def _note(connection: Connection, game: str, place: str) -> None:
    connection.execute(insert(imports).values(game=game, place=place))
