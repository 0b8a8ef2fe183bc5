"""Clocks: the fold of their times, the flag, and the server that enforces it."""

from __future__ import annotations

import asyncio
import sqlite3
import time

from stonefield.server.domain.game.agreement import Seat
from stonefield.server.domain.game.event import (
    Away,
    Back,
    Event,
    Moved,
    Restarted,
    Stalled,
    TakenBack,
    TimeUp,
)
from stonefield.server.domain.game.table import Table, replay
from stonefield.server.now import now_ms
from stonefield.server.store import Archive, GameRows, Journal, open_database
from stonefield.server.store.deadlines import Deadline

from .agreements import agreement
from .page import Page

PEOPLE = [Seat("person", name=name, holder=holder) for holder, name in enumerate("AB")]


def played(*decisions: tuple[int, str], seconds: int = 60, increment: int = 5) -> Table:
    """A game with a clock and these decisions, each at its second."""
    game = agreement(*PEOPLE, options={}, created=0, clock_seconds=seconds, clock_increment=increment)
    seats = Table(game)
    events = []
    for at, text in decisions:
        event = Event(seats.version + 1, 1000 * at, Moved(text), seats.decider)
        seats.apply(event)
        events.append(event)
    return replay(game, events)


def test_the_first_decision_is_free():
    table = played((40, "c4rw"))
    assert table.clock.left(41_000) == [60_000, 59_000]
    assert table.moves[0].spent_ms == 40_000


def test_the_increment_comes_when_the_decision_passes_on():
    table = played((0, "c4rw"), (10, "E"), (14, "a1rr"))
    # Ten seconds for the answer, four for the placement, and then five are added once.
    assert table.clock.left(14_000) == [60_000, 51_000]
    assert [move.clock_ms for move in table.moves] == [60_000, 50_000, 51_000]
    assert table.clock.running == 0


def test_leaving_a_stone_passes_the_decision_back():
    table = played((0, "c4rw"), (10, "-"))
    assert table.clock.left(12_000) == [58_000, 55_000]


def test_the_clock_stands_still_after_the_end():
    options = {"board": "3x3", "stock": 1}
    game = agreement(*PEOPLE, options=options, created=0, clock_seconds=60, clock_increment=0)
    table = replay(game, [Event(1, 1000, Moved("a1rr"), 0)])
    assert table.clock.running is None
    assert table.clock.left(99_000) == [60_000, 60_000]


def test_a_takeback_gives_no_time_back():
    table = played((0, "c4rw"), (10, "E"), (14, "a1rr"))
    table.apply(Event(4, 20_000, TakenBack(1), 1))
    assert table.clock.running == 1
    assert table.clock.left(20_000) == [54_000, 51_000]


def test_the_time_while_the_server_was_away_is_nobodys():
    table = played((0, "c4rw"))
    table.apply(Event(2, 500_000, Restarted(10_000)))
    assert table.clock.left(500_000) == [60_000, 50_000]
    assert table.clock.deadline == 550_000


def test_no_time_is_negative():
    assert played((0, "c4rw"), (10, "E")).clock.left(99_000) == [60_000, 0]


def test_a_lost_connection_uses_the_grace_before_the_time():
    table = played((0, "c4rw"), seconds=300)
    table.apply(Event(2, 15_000, Away(10_000), 1))
    # Ten seconds until the line broke; from then on the clock waits.
    assert table.clock.left(20_000) == [300_000, 290_000]
    assert table.clock.grace_left(20_000) == [30_000, 20_000]
    assert table.clock.deadline == 10_000 + 30_000 + 290_000
    table.apply(Event(3, 20_000, Back(), 1))
    assert table.clock.left(21_000) == [300_000, 289_000]
    assert table.clock.deadline == 310_000
    # What is left of the grace is for the rest of the game.
    table.apply(Event(4, 30_000, Away(27_000), 1))
    assert table.clock.left(47_000) == [300_000, 283_000]
    assert table.clock.left(57_000) == [300_000, 273_000]
    assert table.clock.grace_left(57_000) == [30_000, 0]


def test_the_grace_is_a_tenth_of_the_time_within_limits():
    grace = {seconds: played(seconds=seconds).clock.grace[0] for seconds in (5, 60, 200, 300, 3_600)}
    assert grace == {5: 5_000, 60: 10_000, 200: 20_000, 300: 30_000, 3_600: 30_000}


async def test_the_server_ends_a_game_when_time_is_up(server_here):
    server = server_here()
    made = server.make_game("Ann", "open", clock={"seconds": 60, "increment": 0})
    joined = server.join(made)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        assert ann.state["clock"] == {
            "initial_ms": 60_000,
            "increment_ms": 0,
            "remaining_ms": [60_000, 60_000],
            "running": None,
            "grace_ms": [10_000, 10_000],
            "away": [],
        }
        await ann.move("c4rw")
        assert ann.state["clock"]["running"] == 1
        with server.hurrying():
            await ben.until_state(lambda state: state["status"] == "over")
        assert ben.state["outcome"] == {"winner": "red", "seats": [0], "reason": "time"}
        assert ben.state["clock"]["remaining_ms"][1] == 0
        assert (await ben.act("move", version=ben.state["version"], text="E"))["code"] == "game_over"


async def test_a_clock_goes_on_running_over_a_restart(server_here):
    server = server_here()
    made = server.make_game("Ann", "Ben", clock={"seconds": 600, "increment": 0})
    server.play(made, "c4rw")
    with server.hurrying():
        while server.state(made)["clock"]["remaining_ms"][1] > 590_000:
            await asyncio.sleep(0.01)
    before = server.state(made)["clock"]
    server.stop()
    server.start(later=3_600)
    after = server.state(made)["clock"]
    assert after["running"] == before["running"] == 1
    # An hour has passed; only what passed while it was there is counted, to the second of the pulse.
    assert -1_500 < before["remaining_ms"][1] - after["remaining_ms"][1] < 300_000


async def test_a_flag_falls_after_a_restart_too(server_here):
    server = server_here()
    made = server.make_game("Ann", "Ben", clock={"seconds": 60, "increment": 0})
    server.play(made, "c4rw")
    server.stop()
    server.start(later=3_600)
    assert server.state(made)["status"] == "playing"
    with server.hurrying():
        while server.state(made)["status"] != "over":
            await asyncio.sleep(0.01)
    assert server.state(made)["outcome"]["reason"] == "time"


async def test_a_flag_falls_though_no_one_has_the_game_open_since_a_restart(server_here):
    server = server_here()
    made = server.make_game("Ann", "Ben", clock={"seconds": 60, "increment": 0})
    server.play(made, "c4rw")
    server.stop()
    server.start()
    engine = await open_database(server.database)
    archive = Archive(engine)
    with server.hurrying():
        while (await archive.find(made["game"]))[2][-1].kind != TimeUp():
            await asyncio.sleep(0.05)
    await engine.dispose()


async def left_running(database: str, move: str) -> str:
    """A game that a server left an hour ago, in the second in which its clock began to run."""
    an_hour_ago = now_ms() - 3_600_000
    game = agreement(*PEOPLE, options={}, created=an_hour_ago, clock_seconds=60, clock_increment=0)
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    event = Event(1, an_hour_ago, Moved(move), 0)
    due = Deadline(game.id, 1, an_hour_ago + 60_000)
    await journal.write(GameRows([game], [], [(game.id, event)], deadlines=[due]))
    await journal.close()
    await engine.dispose()
    return game.id


async def test_a_server_that_stopped_before_its_first_pulse_takes_nobodys_time(server_here, tmp_path):
    database = f"sqlite:///{tmp_path}/games.db"
    game = await left_running(database, "c4rw")
    server = server_here(database=database)
    state = server.client().get(f"/api/games/{game}").json()
    assert state["status"] == "playing"
    assert state["clock"]["remaining_ms"][1] > 30_000


async def test_a_game_that_cannot_be_read_does_not_keep_the_server_from_starting(server_here, tmp_path):
    database = f"sqlite:///{tmp_path}/games.db"
    await left_running(database, "nonsense")
    whole = await left_running(database, "c4rw")
    server = server_here(database=database)
    assert server.client().get(f"/api/games/{whole}").json()["clock"]["running"] == 1


def test_a_stall_of_the_server_is_nobodys_time():
    table = played((0, "c4rw"))
    table.clock.owed = 9_000
    assert table.clock.left(10_000) == [60_000, 59_000]
    table.apply(Event(2, 10_000, Stalled(9_000)))
    assert table.clock.left(10_000) == [60_000, 59_000]
    assert table.clock.deadline == 69_000


def test_a_restart_after_the_time_of_day_was_set_back_goes_on_from_there():
    table = played((3600, "c4rw"))
    table.apply(Event(2, 10_000, Restarted(3_605_000)))
    assert table.clock.left(10_000) == [60_000, 55_000]
    assert table.clock.left(12_000) == [60_000, 53_000]


async def test_a_jump_of_the_time_of_day_changes_nothing(server_here, monkeypatch):
    server = server_here()
    made = server.make_game("Ann", "Ben", clock={"seconds": 1800, "increment": 0})
    server.play(made, "c4rw")
    right, right_ns = time.time, time.time_ns
    for hours in (1, -1):
        monkeypatch.setattr(time, "time", lambda hours=hours: right() + hours * 3600)
        monkeypatch.setattr(time, "time_ns", lambda hours=hours: right_ns() + hours * 3_600_000_000_000)
        first = server.state(made)["clock"]["remaining_ms"][1]
        while server.state(made)["clock"]["remaining_ms"][1] == first:
            await asyncio.sleep(0.05)
        assert server.state(made)["clock"]["remaining_ms"][1] < first
    assert server.state(made)["status"] == "playing"


async def test_a_locked_database_costs_nobody_time(server_here, tmp_path):
    server = server_here()
    made = server.make_game("Ann", "Ben", clock={"seconds": 300, "increment": 0})
    server.play(made, "c4rw")
    version = server.state(made)["version"]
    lock = sqlite3.connect(tmp_path / "here.db")
    lock.execute("BEGIN IMMEDIATE")

    async def answer() -> int:
        moved = await asyncio.to_thread(server.act, made, "move", version=version, text="E")
        return moved.status_code

    trying = asyncio.ensure_future(answer())
    await asyncio.sleep(0.5)
    server.jump(400)
    await asyncio.sleep(0.5)
    lock.rollback()
    lock.close()
    assert await trying == 200
    state = server.state(made)
    assert state["status"] == "playing"
    assert state["clock"]["remaining_ms"][1] > 0


async def test_a_server_that_stands_still_costs_nobody_time(server_here):
    server = server_here()
    made = server.make_game("Ann", "Ben", clock={"seconds": 300, "increment": 0})
    state = server.play(made, "c4rw")
    server.jump(400)
    assert server.act(made, "move", version=state["version"], text="E").status_code == 200
    assert server.state(made)["clock"]["remaining_ms"][1] > 0
