"""Backups: all of a database as it stood at one moment, in one file for either kind of database."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path

from sqlalchemy import Table, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from stonefield.server.store import tables
from stonefield.server.store.database import (
    DatabaseError,
    open_database,
    open_existing,
    read_url,
    reason_of,
    shown,
)
from stonefield.server.store.journal import claimed

AT_ONCE = 1_000
_PLAIN = ("CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX ")
"""What the tables and indexes of a backup begin with."""


async def back_up(database: str, file: Path) -> int:
    """Write a backup while the server plays on; the number of games in it."""
    if file.exists():
        raise DatabaseError(f"`{file}`: there is such a file already; a backup overwrites nothing")
    engine = await open_existing(database)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}-", dir=file.parent) as folder:
            part = Path(folder) / file.name
            count = await _write(engine, part)
            part.chmod(0o600)
            # Only what is whole gets its name.
            part.rename(file)
    except FileNotFoundError:
        raise DatabaseError(f"`{file.parent}`: there is no such folder") from None
    finally:
        await engine.dispose()
    return count


async def restore(file: Path, database: str) -> int:
    """Put a backup into an empty database that no server uses; the number of games."""
    _check_backup(file)
    with tempfile.TemporaryDirectory() as folder:
        # An older version's tables are brought up to date in a copy.
        copy = Path(shutil.copy(file, folder))
        try:
            return await _put_back(copy, database)
        except DatabaseError as error:
            raise DatabaseError(str(error).replace(f"sqlite:///{copy}", str(file))) from None
        except Exception as error:
            # Anything can be in a file: what its rows are not is found out by many hands.
            raise DatabaseError(f"`{file}`: it cannot be restored: {_said(error)}") from None


async def _put_back(copy: Path, database: str) -> int:
    backup = await open_database(f"sqlite:///{copy}")
    try:
        async with claimed(database, alone=True) as engine, engine.begin() as target:
            kept = (tables.games, tables.studies, tables.profiles)
            if any([await _count(target, table) for table in kept]):
                place, there = shown(read_url(database)), "there are games, studies or profiles in it"
                raise DatabaseError(f"`{place}`: {there}; restore into an empty database")
            async with backup.connect() as source:
                await _copy(source, target)
            return await _count(target)
    finally:
        await backup.dispose()


def _said(error: Exception) -> str:
    kind = type(getattr(error, "orig", None) or error).__name__
    return f"{kind}, {reason_of(error)}"


async def _write(engine: AsyncEngine, file: Path) -> int:
    backup = await open_database(f"sqlite:///{file}")
    try:
        async with engine.connect() as source:
            if engine.dialect.name == "sqlite":
                # From here on this connection sees nothing that is written later.
                await source.exec_driver_sql("BEGIN")
            else:
                await source.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            async with backup.begin() as target:
                await _copy(source, target)
                count = await _count(target)
        async with backup.connect() as alone:
            # One file, without its log beside it.
            await alone.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        await backup.dispose()
    return count


async def _copy(source: AsyncConnection, target: AsyncConnection) -> None:
    for table in tables.metadata.sorted_tables:
        await target.execute(delete(table))
        if table in tables.TRANSIENT:
            continue
        rows = await source.stream(select(table).execution_options(yield_per=AT_ONCE))
        async for some in rows.mappings().partitions(AT_ONCE):
            await target.execute(insert(table), [dict(row) for row in some])


async def _count(connection: AsyncConnection, table: Table = tables.games) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


def _check_backup(file: Path) -> None:
    if not file.is_file():
        raise DatabaseError(f"`{file}`: there is no such file")
    try:
        connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
        try:
            found = connection.execute("SELECT name, sql FROM sqlite_master").fetchall()
        finally:
            connection.close()
    except (sqlite3.Error, UnicodeError):
        found = []
    if {"alembic_version", "games", "events"} - {name for name, _ in found}:
        raise DatabaseError(f"`{file}`: this is no backup of Stonefield")
    for name, sql in found:
        # A view can go on for ever, and a trigger does what it likes; no backup has them.
        if sql is not None and not str(sql).startswith(_PLAIN):
            raise DatabaseError(
                f"`{file}`: this is no backup of Stonefield: `{name}` is no table and no index"
            )
