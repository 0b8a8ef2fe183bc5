"""A new database has the tables that the migrations make, and is made whole or not at all."""

from __future__ import annotations

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from stonefield.server.store import DatabaseError, open_database
from stonefield.server.store import database as opening
from stonefield.server.store.database import newest_tables, upgrade
from stonefield.server.store.tables import metadata

VERSION = "alembic_version"
pytestmark = pytest.mark.without_tables


def described(connection: Connection) -> dict[str, object]:
    """Everything that the database knows of its tables; the order of columns and indexes means nothing."""
    looked = inspect(connection)
    return {
        name: {
            "columns": {one["name"]: {**one, "type": repr(one["type"])} for one in looked.get_columns(name)},
            "primary key": looked.get_pk_constraint(name),
            "foreign keys": sorted(looked.get_foreign_keys(name), key=str),
            "unique": sorted(looked.get_unique_constraints(name), key=str),
            "checks": sorted(looked.get_check_constraints(name), key=str),
            "indexes": sorted(looked.get_indexes(name), key=str),
            "rows": connection.execute(text(f"SELECT * FROM {name}")).all(),
        }
        for name in looked.get_table_names()
    }


async def test_a_new_database_is_what_the_migrations_make(database):
    engine = await open_database(database)
    async with engine.begin() as connection:
        created = await connection.run_sync(described)
        await connection.run_sync(metadata.drop_all)
        await connection.execute(text(f"DROP TABLE {VERSION}"))
        assert await connection.run_sync(described) == {}
        await connection.run_sync(upgrade)
        migrated = await connection.run_sync(described)
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
    await engine.dispose()
    assert set(created) == {*metadata.tables, VERSION}
    assert created == migrated
    assert differences == []


async def test_a_database_that_is_not_finished_is_begun_again(database, monkeypatch):
    def fail() -> str:
        raise OSError("the disk is full")

    with monkeypatch.context() as here:
        here.setattr(opening, "newest_tables", fail)
        with pytest.raises(DatabaseError, match="the disk is full"):
            await open_database(database)
    engine = await open_database(database)
    async with engine.connect() as connection:
        assert (await connection.execute(text(f"SELECT * FROM {VERSION}"))).all() == [(newest_tables(),)]
    await engine.dispose()


async def test_servers_that_start_at_once_make_one_database(database):
    for engine in await asyncio.gather(*(open_database(database) for _ in range(3))):
        await engine.dispose()
