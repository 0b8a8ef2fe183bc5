"""How a transaction gets to the database: SQLite's by a thread of its own, PostgreSQL's over the network."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import IO, Any, Protocol

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from stonefield.server.store.database import DatabaseError, prepare_sqlite
from stonefield.server.store.in_use import InUse, lock_file, lock_session, remove_file

LEAVING_SECONDS = 5.0
"""How long a process that had the database may take to leave it."""


class Writer(Protocol):
    """Keeps a connection open, and opens another one after a failure."""

    async def claim(self, *, alone: bool) -> None:
        """Use the database from now on, with other servers or ``alone``; InUse if that cannot be."""

    async def write(self, work: Callable[[Connection], None], *, is_one_statement: bool = False) -> None:
        """Do the work in one transaction; return once it is committed."""

    async def disconnect(self) -> None:
        """Leave a connection that has failed."""

    async def close(self) -> None:
        """Leave the connection for good."""


def writer_for(engine: AsyncEngine, process: str) -> Writer:
    """The writer that suits a database, for a process with this name."""
    return (_ThreadWriter if engine.dialect.name == "sqlite" else _NetworkWriter)(engine, process)


def _json(value: object) -> str:
    """Most nodes of a study have two empty lists, and thousands may be written at once."""
    return "[]" if value == () or value == [] else json.dumps(value)


def _begin_ourselves(connection: Any, _: object) -> None:
    connection.isolation_level = None


def _begin_to_write(connection: Connection) -> None:
    begun: Any = connection.connection.dbapi_connection
    begun.execute("BEGIN IMMEDIATE")


class _ThreadWriter:
    """One visit to the thread for a whole transaction: every statement on its own would cost two switches."""

    def __init__(self, engine: AsyncEngine, process: str) -> None:
        self._process = process
        self._engine = create_engine(
            engine.url.set(drivername="sqlite"), hide_parameters=True, json_serializer=_json
        )
        event.listen(self._engine, "connect", prepare_sqlite)
        event.listen(self._engine, "connect", _begin_ourselves)
        # From the first statement on no other process writes: what was read still holds when it is written.
        event.listen(self._engine, "begin", _begin_to_write)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._connection: Connection | None = None
        self._locks: list[IO[bytes]] = []

    async def claim(self, *, alone: bool) -> None:
        database = str(self._engine.url.database)
        try:
            self._locks.append(lock_file(database, alone=alone))
            if not alone:
                self._locks.append(lock_file(database, self._process, alone=True))
        except OSError as error:
            raise DatabaseError(f"the file next to it that says who uses it: {error.strerror}") from None

    async def write(self, work: Callable[[Connection], None], *, is_one_statement: bool = False) -> None:
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
        for lock in self._locks:
            lock.close()
        remove_file(str(self._engine.url.database), self._process)


def _without_transaction(connection: Connection, work: Callable[[Connection], None]) -> None:
    """A statement by itself is a transaction: no BEGIN and no COMMIT have to be sent and answered."""
    session: Any = connection.connection.dbapi_connection
    session.autocommit = True
    try:
        work(connection)
    finally:
        session.autocommit = False


class _NetworkWriter:
    """The statements of a transaction wait for the network without keeping the event loop waiting."""

    def __init__(self, engine: AsyncEngine, process: str) -> None:
        self._engine, self._process = engine, process
        self._connection: AsyncConnection | None = None
        self._alone: bool | None = None

    async def claim(self, *, alone: bool) -> None:
        self._alone = alone
        patience = asyncio.get_running_loop().time() + LEAVING_SECONDS
        while True:
            try:
                await self._connect()
                return
            except InUse:
                # The session of a server that was killed lasts a moment longer.
                if asyncio.get_running_loop().time() > patience:
                    raise
                await asyncio.sleep(0.1)

    async def _connect(self) -> AsyncConnection:
        connection = await self._engine.connect()
        try:
            if self._alone is not None:
                # With each session anew, since the lock goes with it.
                await lock_session(connection, self._process, alone=self._alone)
        except BaseException:
            await connection.close()
            raise
        self._connection = connection
        return connection

    async def write(self, work: Callable[[Connection], None], *, is_one_statement: bool = False) -> None:
        if self._connection is None:
            await self._connect()
        assert self._connection is not None
        async with self._connection.begin():
            await self._connection.run_sync(
                partial(_without_transaction, work=work) if is_one_statement else work
            )

    async def disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                # Back in the pool, it would keep the lock.
                await connection.invalidate()
                await connection.close()

    async def close(self) -> None:
        await self.disconnect()
