"""All servers go by the clock of the database, however wrong that of their machine is."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from sqlalchemy import select, text

from stonefield.server import now
from stonefield.server.now import Correction, now_ms
from stonefield.server.store import open_database
from stonefield.server.store.database_clock import follow_clock, measured_difference, set_clock
from stonefield.server.store.tables import events

from .conftest import ON_POSTGRES

WRONG = 300.0
"""Seconds."""
NEAR = 60.0
"""Seconds that a busy machine may take for what takes none."""


@pytest.fixture
def wrong_clock(monkeypatch):
    """The clock of this machine is five minutes ahead."""
    monkeypatch.setattr(now, "_BEGAN", now._BEGAN + WRONG)
    yield
    now.correction.set(0.0)


async def time_of(engine) -> float:
    async with engine.connect() as connection:
        return float(
            (await connection.execute(text("SELECT EXTRACT(EPOCH FROM clock_timestamp())"))).scalar()
        )


def test_a_clock_is_put_right_without_going_back():
    clock = Correction()
    clock.set(2.0)
    assert clock.at(100.0) == 2.0
    clock.approach(-1.0, 100.0)
    times = [moment + clock.at(moment) for moment in (100.0, 100.1, 110.0, 150.0, 160.0, 170.0)]
    assert all(earlier < later for earlier, later in itertools.pairwise(times))
    assert clock.at(101.0) == pytest.approx(1.95)
    assert clock.at(170.0) == -1.0
    clock.approach(0.0, 170.0)
    assert clock.at(171.0) == pytest.approx(-0.95), "from where it is"


async def test_sqlite_goes_by_the_clock_of_this_machine(tmp_path):
    engine = await open_database(f"sqlite:///{tmp_path}/games.db")
    assert await measured_difference(engine) == 0.0
    await engine.dispose()


@ON_POSTGRES
async def test_the_difference_is_that_of_the_quickest_answer(postgres):
    engine = await open_database(postgres)
    right = await measured_difference(engine)
    said = iter([0.0, 50.0, 50.0, 50.1, 50.1, 90.0, 90.0, 120.0, 120.0, 160.0])
    began = await time_of(engine)
    ahead = await measured_difference(engine, lambda: began + next(said))
    assert abs(right) < NEAR
    assert -50.05 - NEAR < ahead <= -50.0 + NEAR
    await engine.dispose()


@ON_POSTGRES
async def test_a_server_with_a_wrong_clock_says_the_time_of_the_database(postgres, wrong_clock):
    engine = await open_database(postgres)
    assert abs(now_ms() / 1000 - await time_of(engine)) > WRONG - NEAR
    await set_clock(engine)
    assert abs(now_ms() / 1000 - await time_of(engine)) < NEAR
    moments = []
    for _ in range(20):
        moments.append(now_ms())
        await asyncio.sleep(0.001)
        if len(moments) == 10:
            now._BEGAN += WRONG
            await follow_clock(engine)
            now._BEGAN -= WRONG
    assert moments == sorted(moments)
    await engine.dispose()


@ON_POSTGRES
async def test_what_it_writes_has_the_right_time(postgres, wrong_clock, server_here):
    server = await asyncio.to_thread(lambda: server_here(database=postgres))
    clock = {"seconds": 600, "increment": 0}
    made = await asyncio.to_thread(lambda: server.make_game("Ann", "Ben", clock=clock))
    await asyncio.to_thread(server.play, made, "c4rw")
    engine = await open_database(postgres)
    async with engine.connect() as connection:
        written = (await connection.execute(select(events.c.at))).scalar()
    assert abs(written / 1000 - await time_of(engine)) < NEAR
    await engine.dispose()
