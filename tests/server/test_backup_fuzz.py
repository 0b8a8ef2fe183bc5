"""Any file instead of a backup: it is restored whole or refused, and the database stays as it was."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stonefield.server.store import DatabaseError, Journal, StudyStore, open_database
from stonefield.server.store.backup import back_up, restore

from .study.test_storage import new_study

FEW, MANY = 25, 1_500
KEPT = ("games", "studies", "learners")
PATIENCE = 20.0
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n"
SCRIPTS = {
    "other tables": "CREATE TABLE games (id); CREATE TABLE events (x); CREATE TABLE alembic_version (v)",
    "a version of another program": "UPDATE alembic_version SET version_num = 'zzz'",
    "no version": "DELETE FROM alembic_version",
    "JSON that is none": "UPDATE studies SET done = '{'",
    "a text instead of a number": "UPDATE studies SET created = 'soon', version = x'00ff'",
    "bytes instead of a text": "UPDATE studies SET title = x'ff00fe'",
    "nothing where something must be": "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = "
    "replace(sql, ' NOT NULL', ''); PRAGMA writable_schema = RESET; UPDATE studies SET title = NULL",
    "an endless view": f"DROP TABLE learners; CREATE VIEW learners AS {ENDLESS}",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM studies; END",
    "a table that is missing": "DROP TABLE nodes",
    "a column that is missing": "ALTER TABLE studies DROP COLUMN title",
}
"""What is done to an empty file, or to a backup, before it is restored."""


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> Path:
    """A backup with two studies in it."""
    folder = tmp_path_factory.mktemp("backups")

    async def make() -> None:
        database = f"sqlite:///{folder}/games.db"
        engine = await open_database(database)
        journal = Journal(engine)
        journal.start()
        store = StudyStore(engine, journal)
        for name in "ab":
            await store.add(new_study(name), 6)
        await journal.close()
        await engine.dispose()
        await back_up(database, folder / "good.backup")

    asyncio.run(make())
    return folder / "good.backup"


def counted(database: Path) -> dict[str, int]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in KEPT}


def dumped(database: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


def put_back(file: Path, database: Path) -> bool:
    """Whether it was restored; if not, there is nothing in the database."""
    before = counted(database) if database.exists() else dict.fromkeys(KEPT, 0)
    try:
        asyncio.run(asyncio.wait_for(restore(file, f"sqlite:///{database}"), PATIENCE))
    except DatabaseError as error:
        said = str(error)
    else:
        return True
    assert said
    assert not database.exists() or counted(database) == before
    return False


def attack(good: Path, folder: Path, examples: int) -> None:
    source = good.read_bytes()
    empty, file = folder / "empty.db", folder / "any.backup"
    flips = st.lists(st.tuples(st.integers(0, len(source) - 1), st.integers(1, 255)), min_size=1, max_size=6)
    headers = st.lists(st.tuples(st.integers(0, 200), st.integers(1, 255)), min_size=1, max_size=3)

    def flipped(places: list[tuple[int, int]]) -> bytes:
        changed = bytearray(source)
        for place, bits in places:
            changed[place] ^= bits
        return bytes(changed)

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(
        st.one_of(
            flips.map(flipped),
            headers.map(flipped),
            st.integers(0, len(source)).map(lambda length: source[:length]),
            st.binary(max_size=200),
            st.binary(max_size=200).map(lambda rest: source[:100] + rest),
        )
    )
    @example(b"")
    @example(source)
    def one(given: bytes) -> None:
        file.write_bytes(given)
        if put_back(file, empty):
            for part in folder.glob("empty.db*"):
                part.unlink()

    one()


@pytest.mark.full
def test_no_bytes_instead_of_a_backup_make_restoring_fail(good, tmp_path):
    attack(good, tmp_path, FEW)


@pytest.mark.full
def test_no_bytes_of_very_many_make_restoring_fail(good, tmp_path):
    attack(good, tmp_path, MANY)


@pytest.mark.parametrize("script", SCRIPTS)
def test_another_database_instead_of_a_backup_is_refused_or_restored_whole(good, tmp_path, script):
    file = tmp_path / "other.backup"
    if script != "other tables":
        file.write_bytes(good.read_bytes())
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(SCRIPTS[script])
    put_back(file, tmp_path / "empty.db")


@pytest.mark.parametrize("kind", ["good", "bytes"])
def test_a_database_that_is_in_use_stays_as_it_is(good, tmp_path, kind):
    full, file = tmp_path / "full.db", tmp_path / "any.backup"
    asyncio.run(restore(good, f"sqlite:///{full}"))
    before = dumped(full)
    file.write_bytes(good.read_bytes() if kind == "good" else b"\0" * 5_000)
    assert not put_back(file, full)
    assert dumped(full) == before
