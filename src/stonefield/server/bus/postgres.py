"""Between processes over PostgreSQL: LISTEN and NOTIFY, on one connection per process."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import asyncpg
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from stonefield.server.bus.remote import LineLost, RemoteBus

GATHER_SECONDS = 0.005
"""A transaction that notifies keeps all others of its kind waiting, so there are few of them."""
CHANNEL = "stonefield"
_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"


class PostgresBus(RemoteBus):
    """Connects the processes that use one database."""

    def __init__(self, url: URL, name: str) -> None:
        """``url`` as SQLAlchemy wants it for asyncpg, ``name`` for the log."""

        async def opening(hear: Callable[[str], None], lost: Callable[[str], None]) -> PostgresLine:
            return await PostgresLine.open(url, hear, lost)

        super().__init__(name, opening, GATHER_SECONDS)


class PostgresLine:
    """A session that listens and notifies."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: Any = None

    @classmethod
    async def open(cls, url: URL, hear: Callable[[str], None], lost: Callable[[str], None]) -> PostgresLine:
        """A new session; LineLost if there is none to be had."""
        # Nothing that is told has to survive a crash of the database.
        settings = {"synchronous_commit": "off", "application_name": "stonefield bus"}
        line = cls(create_async_engine(url, poolclass=NullPool, connect_args={"server_settings": settings}))
        try:
            with _losing():
                session = await line._engine.raw_connection()
                line._connection = session.driver_connection
                session.detach()
                line._connection.add_termination_listener(lambda _: lost("the session was ended"))
                await line._connection.add_listener(CHANNEL, lambda *told: hear(told[-1]))
        except BaseException:
            await line.close()
            raise
        return line

    async def send(self, payloads: Sequence[str]) -> None:
        """One statement for all of them."""
        with _losing():
            await self._connection.execute(_NOTIFY, CHANNEL, payloads)

    async def close(self) -> None:
        """Leave at once: there is nothing that the other side would have to do."""
        if self._connection is not None:
            self._connection.terminate()
        await self._engine.dispose()


@contextlib.contextmanager
def _losing() -> Iterator[None]:
    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError, SQLAlchemyError, OSError) as error:
        said = str(getattr(error, "orig", None) or error).splitlines()
        raise LineLost(said[0] if said else type(error).__name__) from None
