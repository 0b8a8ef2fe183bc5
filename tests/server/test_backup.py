"""Backups: made while people play, restored into either kind of database, and played on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import select

from stonefield.cli import run
from stonefield.server.store import DatabaseError, GameRows, Journal, claimed, open_database, tables
from stonefield.server.store.backup import back_up, restore

from .agreements import agreement
from .conftest import SQLITE_FIRST

COMMAND = (sys.executable, "-m", "stonefield")
pytestmark = pytest.mark.without_tables


def choice(state: dict, chance: random.Random) -> str:
    legal = state["legal"]
    if legal["answers"]:
        return chance.choice(legal["answers"])["text"]
    return chance.choice(list(legal["placements"])) + "rw"


MOST_MOVES = 40
"""No game on the large board is over by then."""


def play_until(done: threading.Event, server, made: dict, acknowledged: list[str]) -> None:
    """One decision after the other, each noted once it is acknowledged."""
    chance = random.Random(made["game"])
    while not done.is_set():
        state = server.state(made)
        if len(state["moves"]) >= MOST_MOVES:
            return
        text = choice(state, chance)
        assert server.act(made, "move", version=state["version"], text=text).status_code == 200
        acknowledged.append(text)


def other_kind(database: str, request, tmp_path) -> str:
    if database.startswith("sqlite"):
        return request.getfixturevalue("postgres")
    return f"sqlite:///{tmp_path}/restored.db"


@SQLITE_FIRST
@pytest.mark.parametrize("into", [pytest.param("same", marks=pytest.mark.full), "other"])
def test_a_backup_made_under_play_is_restored_and_played_on(server_over, database, into, request, tmp_path):
    server = server_over(database)
    quiet = server.make_game("Ann", "Ben", clock={"seconds": 600, "increment": 0})
    server.play(quiet, "c4rw", "E")
    played = server.make_game("Ann", "Ben", board="large")
    acknowledged: list[str] = []
    done = threading.Event()
    playing = threading.Thread(target=play_until, args=(done, server, played, acknowledged))
    playing.start()
    while len(acknowledged) < 3:
        assert playing.is_alive()
    before = list(acknowledged)
    file = tmp_path / "club.backup"
    said = subprocess.run(
        [*COMMAND, "backup", str(file), "--database", database], capture_output=True, text=True, check=True
    )
    done.set()
    playing.join()
    assert said.stdout == f"2 games in {file}\n"
    assert [path.name for path in tmp_path.glob("*club.backup*")] == ["club.backup"]
    if into == "same":
        target = (
            f"sqlite:///{tmp_path}/again.db" if "sqlite" in database else request.getfixturevalue("fresh")
        )
    else:
        target = other_kind(database, request, tmp_path)
    assert run(["restore", str(file), "--database", target]) == 0
    restored = server_over(target)
    texts = [move["text"] for move in restored.state(played)["moves"]]
    assert texts[: len(before)] == before
    assert texts == acknowledged[: len(texts)]
    clock = restored.state(quiet)["clock"]
    assert clock["running"] == 1
    assert clock["remaining_ms"][1] > 500_000
    state = restored.state(played)
    text = choice(state, random.Random(1))
    assert restored.act(played, "move", version=state["version"], text=text).status_code == 200


@pytest.fixture
def fresh(postgres_server):
    """One more empty PostgreSQL database."""
    address, programs = postgres_server
    name = "restored"
    for command in ([f"{programs}/dropdb", "--if-exists"], [f"{programs}/createdb"]):
        subprocess.run(
            [*command, "--maintenance-db", f"{address}/postgres", name], check=True, capture_output=True
        )
    return f"{address}/{name}"


async def test_what_cannot_be_backed_up_or_restored_is_said(database, tmp_path):
    (tmp_path / "there").write_text("mine")
    with pytest.raises(DatabaseError, match="such a file already"):
        await back_up(database, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"
    with pytest.raises(DatabaseError, match=r"no such file|no games of Stonefield"):
        await back_up(database, tmp_path / "new")
    await (await open_database(database)).dispose()
    with pytest.raises(DatabaseError, match="no such folder"):
        await back_up(database, tmp_path / "nowhere" / "new")
    with pytest.raises(DatabaseError, match="no backup of Stonefield"):
        await restore(tmp_path / "there", database)
    with pytest.raises(DatabaseError, match="no such file"):
        await restore(tmp_path / "nowhere", database)


@SQLITE_FIRST
async def test_a_database_with_games_or_with_a_server_is_not_restored_into(server_over, database, tmp_path):
    server = server_over(database)
    made = server.make_game("Ann", "Ben")
    await back_up(database, tmp_path / "backup")
    with pytest.raises(DatabaseError, match="a server uses"):
        await restore(tmp_path / "backup", database)
    server.stop()
    with pytest.raises(DatabaseError, match="there are games, studies or profiles in it"):
        await restore(tmp_path / "backup", database)
    server.start()
    assert server.state(made)["version"] == 0


@SQLITE_FIRST
async def test_no_server_starts_while_a_backup_is_restored(server_over, database):
    async with claimed(database, alone=True):
        with pytest.raises(AssertionError, match="a backup is being restored into this database"):
            await asyncio.to_thread(server_over, database)


async def test_servers_share_a_database_and_a_restore_has_it_alone(database):
    engine = await open_database(database)
    first, second, alone = Journal(engine), Journal(engine), Journal(engine)
    await first.claim()
    await second.claim()
    with pytest.raises(DatabaseError, match="a server uses"):
        await alone.claim(alone=True)
    await first.close()
    await second.close()
    await alone.claim(alone=True)
    with pytest.raises(DatabaseError, match="a backup is being restored"):
        await Journal(engine).claim()
    await alone.close()
    await engine.dispose()


async def a_backup(folder, *statements: str) -> Path:
    """A backup with one game in it, to which something was done."""
    database, file = f"sqlite:///{folder}/there.db", folder / "broken.backup"
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    await journal.write(GameRows(games=[agreement()]))
    await journal.close()
    await engine.dispose()
    assert await back_up(database, file) == 1
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as opened:
        opened.execute("PRAGMA foreign_keys=OFF")
        for statement in statements:
            opened.execute(statement)
    return file


ENDLESS = (
    "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) "
    "SELECT 'g' || n AS game, n AS number, 'x' AS token_hash FROM more"
)
BROKEN = {
    "broken JSON": ["UPDATE games SET options = '{\"board\": '"],
    "bytes for JSON": ["UPDATE games SET seats = x'ff00fe'"],
    "a source that is not packed": ["UPDATE games SET source = x'0102030405'"],
    "nothing where something must be": [
        "CREATE TABLE other AS SELECT * FROM games",
        "DROP TABLE games",
        "UPDATE other SET rules = NULL",
        "ALTER TABLE other RENAME TO games",
    ],
    "events of no game": ["INSERT INTO events VALUES ('none', 1, 1, 'move', 0, 'c4rw', NULL)"],
    "a column less": ["ALTER TABLE games DROP COLUMN start"],
    "no version": ["DELETE FROM alembic_version"],
    "a version of no one": ["UPDATE alembic_version SET version_num = '\x01'"],
    "a table less": ["DROP TABLE learners"],
    "an endless view": ["DROP TABLE holders", f"CREATE VIEW holders AS {ENDLESS}"],
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM events; END"],
    "a table of another program": ["CREATE VIRTUAL TABLE words USING fts5(word)"],
}


@pytest.mark.parametrize("statements", BROKEN.values(), ids=BROKEN)
async def test_a_broken_backup_is_refused_with_a_reason(statements, tmp_path):
    file = await a_backup(tmp_path, *statements)
    target = f"sqlite:///{tmp_path}/target.db"
    with pytest.raises(DatabaseError, match=r"broken\.backup"):
        await restore(file, target)
    async with (await open_database(target)).connect() as opened:
        assert not (await opened.execute(select(tables.games.c.id))).all()


async def test_a_backup_with_a_torn_page_is_refused_with_a_reason(tmp_path):
    file = await a_backup(tmp_path)
    content = bytearray(file.read_bytes())
    # The first page says what tables there are; all others are torn.
    content[4096:] = b"\xa5" * len(content[4096:])
    file.write_bytes(content)
    with pytest.raises(DatabaseError, match=r"broken\.backup"):
        await restore(file, f"sqlite:///{tmp_path}/target.db")


@pytest.fixture
def open_umask():
    """Everyone may read new files, as far as the system is concerned."""
    before = os.umask(0o000)
    yield
    os.umask(before)


def permissions(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.is_file()}


def test_no_one_else_can_read_the_database(server_over, tmp_path, open_umask):
    server = server_over(f"sqlite:///{tmp_path}/club.db")
    server.play(server.make_game("Ann", "Ben"), "c4rw")
    found = permissions(tmp_path)
    assert set(found) >= {"club.db", "club.db-wal", "club.db-shm", "club.db-server"}
    assert set(found.values()) == {0o600}
    # Killed, it leaves its log; permissions of an older version's files are tightened by the next start.
    server.kill()
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    server.start()
    assert set(permissions(tmp_path).values()) == {0o600}
