"""Opening a database by the address a person types, and bringing its tables up to date."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from stonefield.games.game import StonefieldError

MIGRATIONS = Path(__file__).parent / "migrations"

_POSTGRES = ("postgres", "postgresql", "postgresql+asyncpg")
_SQLITE = ("sqlite", "sqlite+aiosqlite")


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


async def open_database(address: str) -> AsyncEngine:
    """A database whose tables are those of this version."""
    url = read_url(address)
    shown = url.render_as_string(hide_password=True).replace("+aiosqlite", "").replace("+asyncpg", "")
    if url.drivername.startswith("sqlite"):
        try:
            Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError(f"`{shown}`: its folder cannot be made: {error.strerror}") from None
    is_sqlite = url.drivername.startswith("sqlite")
    engine = create_async_engine(
        url,
        pool_size=5,
        max_overflow=5,
        pool_pre_ping=not is_sqlite,
        # What people wrote is nobody's business in a log.
        hide_parameters=True,
    )
    if is_sqlite:
        event.listen(engine.sync_engine, "connect", prepare_sqlite)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    except DatabaseError as error:
        await engine.dispose()
        raise DatabaseError(f"`{shown}`: {error}") from None
    except (DBAPIError, OSError) as error:
        await engine.dispose()
        raise DatabaseError(f"`{shown}`: {reason_of(error)}") from None
    return engine


def reason_of(error: Exception) -> str:
    """What the database said, in one line: no statement, and nothing of what was to be written."""
    said = str(getattr(error, "orig", None) or error).splitlines()
    return f"{type(error).__name__}: {said[0]}" if said else type(error).__name__


def newest_tables() -> str:
    """The revision that this version's tables have."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _migrate(connection: Connection) -> None:
    present = None
    if inspect(connection).has_table("alembic_version"):
        present = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if present == newest_tables():
        return
    # Only now: a start with nothing to migrate need not wait for Alembic.
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise DatabaseError(f"its tables are of a newer version of Stonefield ({present}): {error}") from None


def prepare_sqlite(connection: Any, _: object) -> None:
    """Readers never wait for the writer, and a commit is on the disk before it is called one."""
    with contextlib.closing(connection.cursor()) as cursor:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
