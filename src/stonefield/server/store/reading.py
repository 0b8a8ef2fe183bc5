"""Reading; a database that does not answer is refused in one way everywhere."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.database import prepare_sqlite, reason_of

T = TypeVar("T")
logger = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def reading(engine: AsyncEngine, *, one_moment: bool = False) -> AsyncIterator[AsyncConnection]:
    """Read within this; Refusal if the database does not answer.

    Each statement sees what is committed by then; with ``one_moment`` all see the same.
    """
    with _refusing():
        async with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                # Without a transaction there are two messages less.
                level = "REPEATABLE READ" if one_moment else "AUTOCOMMIT"
                await connection.execution_options(isolation_level=level)
            yield connection


class Reader:
    """Reads all that a request needs in one visit to a thread.

    Through the asynchronous driver of SQLite every statement alone takes two switches between threads.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._plain = engine, _plain_engine(engine)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What the work returns; Refusal if the database does not answer."""
        if self._plain is not None:
            return await asyncio.to_thread(self._visit, self._plain, work)
        async with reading(self._engine) as connection:
            return await connection.run_sync(work)

    def _visit(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        with _refusing(), engine.connect() as connection:
            return work(connection)


def _plain_engine(engine: AsyncEngine) -> Engine | None:
    """The same SQLite database without the asynchronous driver; it is disposed of together with the other."""
    if engine.dialect.name != "sqlite":
        return None
    plain = create_engine(engine.url.set(drivername="sqlite"), hide_parameters=True)
    event.listen(plain, "connect", prepare_sqlite)
    event.listen(engine.sync_engine, "engine_disposed", lambda _: plain.dispose())
    return plain


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        logger.error("nothing could be read: %s", reason_of(error))
        raise Refusal("storage_failed", "the database does not answer; try again") from None
