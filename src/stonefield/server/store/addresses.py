"""Addresses as they are stored: hashes with a key that is deleted when its day or month is over.

Addresses are personal. With the key gone, what is stored of them matches nothing any more.
"""

from __future__ import annotations

import hashlib
import os

from sqlalchemy import Connection, delete, insert, select

from stonefield.puzzles.practice.daily import date_of
from stonefield.puzzles.practice.streak import day_of
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.store.tables import address_keys


class AddressHash:
    """Hashes words with the key of a day or a month."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def __call__(self, *words: str) -> str:
        return hashlib.blake2b("\n".join(words).encode(), key=self._key, digest_size=12).hexdigest()


class Addresses:
    """The keys in use: made by the first request of a day or a month, and the same for all servers."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[str, AddressHash] = {}

    async def today(self, now: int) -> AddressHash:
        """Of a day (UTC)."""
        return await self._hash("day", day_of(now))

    async def this_month(self, now: int) -> AddressHash:
        """Of a month (UTC)."""
        when = date_of(day_of(now))
        return await self._hash("month", 12 * when.year + when.month - 1)

    async def _hash(self, kind: str, number: int) -> AddressHash:
        period = f"{kind} {number}"
        if period not in self._known:
            try:
                key = await self._journal.write(lambda connection: _key(connection, kind, period))
            except Conflict:
                # Another server has just made it.
                key = await self._journal.write(lambda connection: _key(connection, kind, period))
            self._known = {name: known for name, known in self._known.items() if not name.startswith(kind)}
            self._known[period] = AddressHash(key)
        return self._known[period]


def _key(connection: Connection, kind: str, period: str) -> bytes:
    """The key of a period; a new one replaces those of the periods before."""
    keys = address_keys.c
    known = connection.execute(select(keys.key).where(keys.period == period)).scalar()
    if known is not None:
        return bytes(known)
    made = os.urandom(32)
    connection.execute(delete(address_keys).where(keys.period.startswith(kind)))
    connection.execute(insert(address_keys).values(period=period, key=made))
    return made
