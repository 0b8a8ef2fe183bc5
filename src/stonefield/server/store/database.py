"""Opening a database by the address a person types, and bringing its tables up to date."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from stonefield.games.game import StonefieldError
from stonefield.server.store.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
PRIVATE = 0o600
"""Permissions of a database and of all files next to it: there are names and games in it."""
_MIGRATING = 0x5461626C6573
"""What a server locks while it changes the tables of a PostgreSQL database."""
_POSTGRES = ("postgres", "postgresql", "postgresql+asyncpg")
_SQLITE = ("sqlite", "sqlite+aiosqlite")
_VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table: which of the migrations have been made."""


class DatabaseError(StonefieldError):
    """The database cannot be opened; the text says which and why."""


def read_url(address: str) -> URL:
    """The address as our drivers want it: ``sqlite:///file.db`` or ``postgresql://…``."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is not None and url.drivername in _SQLITE:
        name = url.database
        if not name or name == ":memory:":
            raise DatabaseError(f"`{address}`: name a file, as in sqlite:///games.db")
        return url.set(drivername="sqlite+aiosqlite", database=str(Path(name).expanduser()))
    if url is not None and url.drivername in _POSTGRES:
        query = dict(url.query)
        if "sslmode" in query:
            query["ssl"] = query.pop("sslmode")
        return url.set(drivername="postgresql+asyncpg", query=query)
    raise DatabaseError(f"`{address}`: a database is sqlite:///file.db or postgresql://user@host/name")


def shown(url: URL) -> str:
    """An address as a person types it, without the password."""
    return url.render_as_string(hide_password=True).replace("+aiosqlite", "").replace("+asyncpg", "")


async def open_database(address: str) -> AsyncEngine:
    """A database whose tables are those of this version; it is made where there is none."""
    url = read_url(address)
    if _is_sqlite(url):
        try:
            Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError(f"`{shown(url)}`: its folder cannot be made: {error.strerror}") from None
        _keep_private(str(url.database))
    return await _opened(url, _migrate)


async def open_existing(address: str) -> AsyncEngine:
    """A database that has the tables of this version already."""
    url = read_url(address)
    if _is_sqlite(url) and not Path(str(url.database)).is_file():
        raise DatabaseError(f"`{shown(url)}`: there is no such file")
    return await _opened(url, _expect_newest)


async def _opened(url: URL, prepare: Callable[[Connection], None]) -> AsyncEngine:
    engine = create_async_engine(
        url,
        pool_size=5,
        max_overflow=5,
        # What people wrote does not belong in a log.
        hide_parameters=True,
    )
    if _is_sqlite(url):
        event.listen(engine.sync_engine, "connect", prepare_sqlite)
        # Asking a connection to end and then telling it so, as SQLAlchemy does for a reader that is cancelled
        # again, leaves a task that waits for ever, and keeps a loop that ends waiting for it.
        dialect: Any = engine.sync_engine.dialect
        dialect.do_terminate = _tell_to_end
    else:
        event.listen(engine.sync_engine, "checkout", _refuse_closed)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(prepare)
    except (DatabaseError, DBAPIError, OSError) as error:
        await engine.dispose()
        reason = str(error) if isinstance(error, DatabaseError) else reason_of(error)
        raise DatabaseError(f"`{shown(url)}`: {reason}") from None
    return engine


def _tell_to_end(connection: Any) -> None:
    """Close a connection by its own thread, without waiting for it."""
    connection.driver_connection.stop()


def _refuse_closed(connection: Any, *_: object) -> None:
    """Take no connection that PostgreSQL has closed from the pool; to ask each would be three messages."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _keep_private(file: str) -> None:
    """Only who runs the server reads the file and those next to it, whatever the umask says.

    SQLite gives its log the permissions of the database itself.
    """
    # What cannot be opened or changed here, SQLite will say better.
    with contextlib.suppress(OSError):
        # Only a new one: closing a file gives up all locks that this process has on it, SQLite's too.
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    for part in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            Path(f"{file}{part}").chmod(PRIVATE)


def _is_sqlite(url: URL) -> bool:
    return url.drivername.startswith("sqlite")


def reason_of(error: Exception) -> str:
    """What the database said, in one line: no statement, and nothing of what was to be written."""
    said = str(getattr(error, "orig", None) or error).splitlines()
    return said[0] if said else type(error).__name__


def newest_tables() -> str:
    """The revision that this version's tables have."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _present(connection: Connection) -> str | None:
    """The revision that the tables have; None where there are none of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _expect_newest(connection: Connection) -> None:
    present = _present(connection)
    if present is None:
        raise DatabaseError("there are no games of Stonefield in it")
    if present != newest_tables():
        raise DatabaseError(f"its tables are of another version of Stonefield ({present})")


def _migrate(connection: Connection) -> None:
    if _present(connection) == newest_tables():
        return
    if connection.dialect.name == "postgresql":
        # Servers that start together make the tables once.
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
    present = _present(connection)
    if present is None:
        _create(connection)
    elif present != newest_tables():
        upgrade(connection)


def _create(connection: Connection) -> None:
    """All tables or none: what the migrations would make of an empty database, in one step."""
    if connection.dialect.name == "sqlite":
        # For new tables its driver begins no transaction.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if _present(connection) is not None:
            return  # Another server was quicker.
    metadata.create_all(connection, checkfirst=False)
    _VERSION.create(connection)
    connection.execute(_VERSION.insert().values(version_num=newest_tables()))


def upgrade(connection: Connection) -> None:
    """Bring tables of an earlier version up to date."""
    # Only now: a start with nothing to migrate need not wait for Alembic.
    from alembic import command
    from alembic.util.exc import CommandError

    try:
        command.upgrade(migrations(connection), "head")
    except CommandError as error:
        newer = f"its tables are of a newer version of Stonefield ({_present(connection)})"
        raise DatabaseError(f"{newer}: {error}") from None


def migrations(connection: Connection) -> Config:
    """What Alembic has to know to change the tables."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def prepare_sqlite(connection: Any, _: object) -> None:
    """Readers never wait for the writer, and a commit is on the disk before it is called one."""
    with contextlib.closing(connection.cursor()) as cursor:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
