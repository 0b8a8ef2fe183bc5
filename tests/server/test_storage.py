"""What is written is there, on SQLite and on a real PostgreSQL alike."""

from __future__ import annotations

import asyncio
from functools import partial

import asyncpg
import pytest
from sqlalchemy import text

from stonefield.server.domain.game.agreement import Agreement, Ending
from stonefield.server.domain.game.event import Event, Moved
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, DatabaseError, GameRows, Holder, Journal, open_database
from stonefield.server.store.database import newest_tables, read_url
from stonefield.server.store.journal import Conflict
from stonefield.server.store.pulses import beat

from .agreements import agreement
from .conftest import ON_POSTGRES
from .page import PATIENCE


def new(game: Agreement) -> GameRows:
    return GameRows([game], [Holder(game.id, 0, "h" * 64)])


def move(game: Agreement, seq: int, detail: str = "c4rw", request: str | None = None) -> GameRows:
    return GameRows(events=[(game.id, Event(seq, 1000 + seq, Moved(detail), 0, request))])


async def test_a_game_reads_back_as_it_was_written(opened, journal):
    game = agreement(
        clock_seconds=300,
        clock_increment=5,
        prelude=("c4rw", "E"),
        result=Ending(None, "imported"),
        imported=True,
        invite_hash="i" * 64,
    )
    source = '[Game "carnac"]\n{ű♜}'
    await journal.write(GameRows([game], [Holder(game.id, 0, "h" * 64)], sources={game.id: source}))
    await journal.write(move(game, 1, request="0:x"))
    await journal.write(move(game, 2, "E"))
    found, holders, events, _ = await Archive(opened).find(game.id)
    assert found == game
    assert await Archive(opened).source(game.id) == source
    assert holders == {"h" * 64: 0}
    assert events == [
        Event(1, 1001, Moved("c4rw"), 0, "0:x"),
        Event(2, 1002, Moved("E"), 0, None),
    ]


async def test_a_game_that_is_not_there_is_none(opened):
    assert await Archive(opened).find("nothing") is None


async def test_a_reader_that_is_cancelled_again_and_again_keeps_nobody_waiting(opened):
    """A loop that ends cancels what a viewer who has left began."""

    async def read() -> None:
        async with opened.connect() as connection:
            await connection.execute(text("SELECT count(*) FROM events"))

    async with asyncio.timeout(PATIENCE):
        for number in range(120):
            reader = asyncio.create_task(read())
            for steps in (number // 2, number % 7):
                for _ in range(steps):
                    await asyncio.sleep(0)
                reader.cancel()
            begun = asyncio.all_tasks() - {asyncio.current_task()}
            for task in begun:
                task.cancel()
            if begun:
                await asyncio.wait(begun)


async def test_many_entries_at_once_are_all_written(opened, journal):
    games = [agreement() for _ in range(40)]
    await asyncio.gather(*(journal.write(new(game)) for game in games))
    await asyncio.gather(*(journal.write(move(game, seq)) for game in games for seq in range(1, 6)))
    for game in games:
        _, _, events, _ = await Archive(opened).find(game.id)
        assert [event.seq for event in events] == [1, 2, 3, 4, 5]


async def test_an_event_in_a_place_that_is_taken_is_a_conflict_and_harms_nobody_else(opened, journal):
    game = agreement()
    await journal.write(new(game))
    await journal.write(move(game, 1))
    answers = await asyncio.gather(
        journal.write(move(game, 1, "a1rr")),
        journal.write(move(game, 2, "E")),
        journal.write(move(game, 3, "b1rr")),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [Conflict, type(None), type(None)]
    _, _, events, _ = await Archive(opened).find(game.id)
    assert [event.kind.text for event in events] == ["c4rw", "E", "b1rr"]


async def test_a_request_is_written_once(journal):
    game = agreement()
    await journal.write(new(game))
    await journal.write(move(game, 1, request="0:same"))
    with pytest.raises(Conflict):
        await journal.write(move(game, 2, request="0:same"))


async def test_the_pulse_is_the_last_one(opened, journal):
    archive = Archive(opened)
    assert await archive.last_pulse() is None
    for process, at in (("a", 1), ("b", 1_800_000_000_000), ("a", 2)):
        await journal.write(partial(beat, process=process, at=at))
    assert await archive.last_pulse() == 1_800_000_000_000


@pytest.mark.parametrize("idle", [False, True], ids=["just begun", "idle"])
async def test_what_waits_is_still_written_when_the_journal_closes(opened, idle):
    journal = Journal(opened)
    journal.start()
    if idle:
        await asyncio.sleep(0.05)
    game = agreement()
    writing = asyncio.ensure_future(journal.write(new(game)))
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await journal.close()
    await writing
    assert await Archive(opened).find(game.id) is not None
    with pytest.raises(Refusal):
        await journal.write(new(agreement()))


async def test_a_database_that_goes_away_refuses_and_is_used_again_when_it_is_back(opened, journal):
    game = agreement()
    await journal.write(new(game))
    async with opened.begin() as connection:
        await connection.execute(text("ALTER TABLE events RENAME TO elsewhere"))
    for attempt in (journal.write(move(game, 1)), Archive(opened).find(game.id)):
        with pytest.raises(Refusal) as refused:
            await attempt
        assert refused.value.code == "storage_failed"
    async with opened.begin() as connection:
        await connection.execute(text("ALTER TABLE elsewhere RENAME TO events"))
    await journal.write(move(game, 1))


@ON_POSTGRES
async def test_connections_that_postgres_has_closed_are_not_used_again(postgres):
    engine = await open_database(postgres)
    try:
        sessions = [await engine.connect() for _ in range(3)]
        pids = [await session.scalar(text("SELECT pg_backend_pid()")) for session in sessions]
        for session in sessions:
            await session.close()
        other = await asyncpg.connect(postgres)
        for pid in pids:
            await other.execute("SELECT pg_terminate_backend($1, 60000)", pid)
        await other.close()
        for _ in range(3):
            assert await Archive(engine).find("a" * 16) is None
    finally:
        await engine.dispose()


async def test_a_failed_write_logs_nothing_of_what_was_to_be_written(opened, journal, caplog):
    async with opened.begin() as connection:
        await connection.execute(text("ALTER TABLE holders RENAME TO elsewhere"))
    with pytest.raises(Refusal):
        await journal.write(new(agreement()))
    assert "nothing could be written" in caplog.text
    assert "Ann" not in caplog.text
    assert "hhh" not in caplog.text
    assert "INSERT" not in caplog.text


@pytest.mark.parametrize("source", ["short", "zlib: looks packed", "long ♜ " * 30_000])
async def test_a_record_is_kept_small_and_comes_back_whole(opened, journal, source):
    game = agreement(imported=True)
    await journal.write(GameRows([game], sources={game.id: source}))
    assert await Archive(opened).source(game.id) == source
    async with opened.connect() as connection:
        stored = (await connection.execute(text("SELECT length(source) FROM games"))).scalar()
    assert stored < 10_000
    found, _, _, _ = await Archive(opened).find(game.id)
    assert found == game


@ON_POSTGRES
async def test_servers_that_start_together_make_the_tables_once(postgres):
    engines = await asyncio.gather(*(open_database(postgres) for _ in range(4)))
    for engine in engines:
        await engine.dispose()


async def test_opening_again_changes_nothing(opened, database):
    again = await open_database(database)
    await again.dispose()


async def test_tables_of_a_newer_version_are_left_alone(opened, database):
    async with opened.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match="newer version"):
        await open_database(database)


def test_the_newest_tables_have_a_number():
    assert newest_tables() == "0020"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db"),
        ("sqlite:////var/games.db", "sqlite+aiosqlite:////var/games.db"),
        ("postgresql://me@host/stones", "postgresql+asyncpg://me@host/stones"),
        ("postgres://me@host/stones?sslmode=require", "postgresql+asyncpg://me@host/stones?ssl=require"),
    ],
)
def test_what_a_person_types_is_understood(typed, meant):
    assert read_url(typed).render_as_string() == meant


@pytest.mark.parametrize(
    "typed", ["mysql://root@localhost/x", "games.db", "", "sqlite://", "sqlite:///:memory:"]
)
def test_other_databases_are_refused_with_the_way_out(typed):
    with pytest.raises(DatabaseError, match="sqlite:///"):
        read_url(typed)


async def test_a_database_that_does_not_answer_is_named(tmp_path):
    with pytest.raises(DatabaseError, match=r"postgresql://nobody:\*\*\*@127.0.0.1:1/none"):
        await open_database("postgresql://nobody:secret@127.0.0.1:1/none")
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match="folder cannot be made"):
        await open_database(f"sqlite:///{tmp_path}/file/games.db")
