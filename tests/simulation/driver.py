"""What SQLAlchemy needs to reach the simulated database."""

from __future__ import annotations

import contextlib
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy
from sqlalchemy import Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.util.concurrency import await_only

from stonefield.server.store.reading import reading

if TYPE_CHECKING:
    from simulation.database import Database, Session

LOCKING = "/* FOR UPDATE */"


class ReadEngine:
    """As much of an asynchronous engine as reading takes: one message a statement, and no pool."""

    def __init__(self, database: Database) -> None:
        self._database, self.dialect = database, database.plain.dialect
        self._session: Session | None = None

    @contextlib.asynccontextmanager
    async def connect(self) -> AsyncIterator[ReadConnection]:
        try:
            if self._session is None or self._session.is_broken:
                self._session = await self._database.open()
        except sqlite3.Error as error:
            raise OperationalError("connect", None, error) from None
        yield ReadConnection(self._session)

    async def read(self, work: Callable[[sqlalchemy.Connection], Any]) -> Any:
        """As `Reader` does: one visit."""
        async with reading(self) as connection:
            return await connection.visit(work)


class ReadConnection:
    """As much of an asynchronous connection as reading takes."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def execute(self, query: Any, parameters: Any = None) -> Any:
        # All rows at once: they are those of this moment.
        return await self.visit(lambda plain: plain.execute(query, parameters).freeze()())

    async def visit(self, work: Callable[[sqlalchemy.Connection], Any]) -> Any:
        """What some work finds in one message."""
        database = self._session.database
        try:
            return await database.ask(self._session, lambda: work(database.plain))
        except sqlite3.Error as error:
            raise OperationalError("read", None, error) from None


class Cursor:
    """The cursor of a driver; each statement is a message."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: deque[Any] = deque()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid = -1

    def execute(self, statement: str, parameters: Any = ()) -> None:
        self._send(statement, parameters, many=False)

    def executemany(self, statement: str, parameters: Sequence[Any]) -> None:
        self._send(statement, parameters, many=True)

    def _send(self, statement: str, parameters: Any, *, many: bool) -> None:
        session = self._connection.session
        writes = LOCKING in statement or not statement.lstrip().upper().startswith(("SELECT", "PRAGMA"))
        rows, self.description, self.rowcount, self.lastrowid = await_only(
            session.database.ask(
                session, lambda: session.execute(statement, parameters, many=many), writes=writes
            )
        )
        self._rows = deque(rows)

    def fetchone(self) -> Any:
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        return [self._rows.popleft() for _ in range(min(size or self.arraysize, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        rows, self._rows = list(self._rows), deque()
        return rows

    def setinputsizes(self, *_: Any) -> None: ...

    async def _async_soft_close(self) -> None: ...

    def close(self) -> None:
        self._rows.clear()


class Connection:
    """The connection of a driver."""

    isolation_level = ""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._has_written = False

    def cursor(self) -> Cursor:
        return Cursor(self)

    def commit(self) -> None:
        self._end("COMMIT")

    def rollback(self) -> None:
        self._end("ROLLBACK")

    def _end(self, how: str) -> None:
        session = self.session
        if session.is_broken:
            raise sqlite3.OperationalError("connection closed")
        # A session that only reads has nothing to say here.
        if session.is_writing:
            await_only(session.database.ask(session, lambda: session.end(how)))

    def close(self) -> None:
        self.terminate()

    def terminate(self) -> None:
        session = self.session
        session.database.loop.after(0.0, session.database.loop.outside, session.break_off)


class Compiler(SQLiteDialect_pysqlite.statement_compiler):
    """Says which statements lock what they read: SQLite's own leaves that out."""

    def for_update_clause(self, select: Any, **options: Any) -> str:
        return f" {LOCKING}"


class Dialect(SQLiteDialect_pysqlite):
    """SQLite as it is, reached by messages."""

    statement_compiler = Compiler
    driver = "simulated"
    is_async = True
    has_terminate = True
    supports_statement_cache = True

    @classmethod
    def get_pool_class(cls, url: Any) -> Any:
        return sqlalchemy.pool.AsyncAdaptedQueuePool

    def on_connect(self) -> Any:
        return None

    def initialize(self, connection: Any) -> None:
        """What every SQLite has; nothing has to be asked."""
        self.server_version_info = sqlite3.sqlite_version_info
        self.default_isolation_level = "SERIALIZABLE"

    def is_disconnect(self, e: Any, connection: Any, cursor: Any) -> bool:
        return "connection closed" in str(e)

    def do_terminate(self, dbapi_connection: Any) -> None:
        dbapi_connection.terminate()


def plain_connection(raw: sqlite3.Connection) -> sqlalchemy.Connection:
    """A connection to which everything is committed at once."""
    engine = sqlalchemy.create_engine("sqlite://", creator=lambda: raw, poolclass=sqlalchemy.StaticPool)
    compile_once(engine)
    return engine.connect()


_compiled: dict[str, tuple[Any, Any]] = {}


def compile_once(engine: Engine) -> None:
    """Let all engines of a kind share the statements that are compiled, over all simulations."""
    dialect, statements = engine.dialect, engine._compiled_cache
    engine.dialect, engine._compiled_cache = _compiled.setdefault(dialect.driver, (dialect, statements))


registry.register("sqlite.simulated", __name__, "Dialect")
