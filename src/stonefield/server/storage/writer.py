"""How a transaction gets to the database: SQLite's by a thread of its own, PostgreSQL's over the network."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from stonefield.server.storage.database import prepare_sqlite


class Writer(Protocol):
    """Keeps a connection open, and opens another one after a failure."""

    async def write(self, work: Callable[[Connection], None]) -> None:
        """Do the work in one transaction; return once it is committed."""

    async def disconnect(self) -> None:
        """Leave a connection that has failed."""

    async def close(self) -> None:
        """Leave the connection for good."""


def writer_for(engine: AsyncEngine) -> Writer:
    """The writer that suits a database."""
    return _ThreadWriter(engine) if engine.dialect.name == "sqlite" else _NetworkWriter(engine)


class _ThreadWriter:
    """One visit to the thread for a whole transaction: every statement on its own would cost two switches."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = create_engine(engine.url.set(drivername="sqlite"), hide_parameters=True)
        event.listen(self._engine, "connect", prepare_sqlite)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._connection: Connection | None = None

    async def write(self, work: Callable[[Connection], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, work)

    def _write(self, work: Callable[[Connection], None]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        with self._connection.begin():
            work(self._connection)

    async def disconnect(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                connection.close()
        self._engine.dispose()

    async def close(self) -> None:
        await self.disconnect()
        self._thread.shutdown(wait=False)


class _NetworkWriter:
    """Whatever a transaction consists of waits for the network without keeping anybody else waiting."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def write(self, work: Callable[[Connection], None]) -> None:
        if self._connection is None:
            self._connection = await self._engine.connect()
        async with self._connection.begin():
            await self._connection.run_sync(work)

    async def disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.close()

    async def close(self) -> None:
        await self.disconnect()
