"""Both sides of a queue, as a server and its workers have them; in a database each is a process."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from sqlalchemy import BigInteger, bindparam

from stonefield.server.bus import Bus, LocalBus
from stonefield.server.jobs.database_asker import DatabaseAsker
from stonefield.server.jobs.database_taker import DatabaseTaker
from stonefield.server.jobs.kinds import KINDS, Kind
from stonefield.server.jobs.participant import queue_journal
from stonefield.server.jobs.queue import AskersQueue, WorkersQueue
from stonefield.server.store import Journal
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.database import open_database


class Clock:
    """A database's clock that a test moves on."""

    def __init__(self) -> None:
        self.ms = 1_000_000_000_000
        self.now = bindparam("now", callable_=lambda: self.ms, type_=BigInteger)


@dataclass
class Sides:
    """Where jobs are put in, and where they are taken."""

    asker: AskersQueue
    taker: WorkersQueue


class DeafBus(LocalBus):
    """Loses all that is said."""

    def say(self, topic: str, text: str) -> None:
        pass


@contextlib.asynccontextmanager
async def asking(
    database: str, bus: Bus, kinds: Mapping[str, Kind] = KINDS, **options
) -> AsyncIterator[DatabaseAsker]:
    """The side of a server."""
    async with contextlib.AsyncExitStack() as stack:
        engine = await open_database(database)
        stack.push_async_callback(engine.dispose)
        journal = Journal(engine)
        journal.start()
        stack.push_async_callback(journal.close)
        own = await stack.enter_async_context(queue_journal(engine))
        asker = DatabaseAsker(own, bus, Addresses(journal), kinds, **options)
        stack.push_async_callback(asker.close)
        await asker.start()
        yield asker


@contextlib.asynccontextmanager
async def taking(
    database: str, bus: Bus, taker_class: type[DatabaseTaker] = DatabaseTaker, **options
) -> AsyncIterator[DatabaseTaker]:
    """The side of workers."""
    async with contextlib.AsyncExitStack() as stack:
        engine = await open_database(database)
        stack.push_async_callback(engine.dispose)
        own = await stack.enter_async_context(queue_journal(engine))
        taker = taker_class(own, bus, **options)
        stack.push_async_callback(taker.close)
        await taker.start()
        yield taker
