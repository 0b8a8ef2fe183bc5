"""Correspondence games on a server: clocks of days, pauses by agreement, and two who never meet."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from datetime import UTC, datetime, timedelta

import pytest

from stonefield.server.domain.game.agreement import Seat
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.requests import NewGame
from stonefield.server.store import GameRows, Journal, open_database

from .agreements import agreement
from .domain.tables import ANN, BEN, act, refused, table_of
from .page import Page

HOUR, DAY = 3_600_000, 86_400_000
CLOCK = {"bank_hours": 240, "increment_hours": 36}


def days_table(seconds: int = 10 * 86_400, increment: int = 36 * 3_600, **more):
    return table_of(ANN, BEN, clock=(seconds, increment), correspondence=True, **more)


def two_people(server, **clock) -> tuple[dict, dict]:
    made = server.make_game("Ann", "open", clock={**CLOCK, **clock})
    return made, server.join(made)


def view(server, seated: dict) -> dict:
    return server.state(seated)["clock"]


def test_the_first_decision_is_not_free():
    table = days_table()
    assert table.deadline == 1_000 + 10 * DAY
    act(table, 0, "move", text="c2rw", at=1_000 + 3 * DAY)
    assert table.clock.left(1_000 + 3 * DAY) == [8 * DAY + 12 * HOUR, 10 * DAY]
    assert table.deadline == 1_000 + 13 * DAY


def test_time_begins_when_the_last_seat_is_taken():
    waiting = table_of(ANN, Seat("open"), clock=(86_400, 0), correspondence=True)
    assert waiting.deadline is None


def test_a_pause_is_agreed_on_and_ended_by_either():
    table = days_table()
    act(table, 0, "move", text="c2rw", at=HOUR)
    act(table, 0, "pause", at=2 * HOUR)
    assert refused(table, 0, "pause") == "already_offered"
    act(table, 1, "accept", kind="pause", at=3 * HOUR)
    assert (table.paused, table.deadline, table.waits_for) == (True, None, None)
    assert refused(table, 1, "move", text="-") == "paused"
    assert refused(table, 1, "offer", kind="pause") == "stale_move"
    act(table, 0, "resume", at=50 * DAY)
    assert table.waits_for == 1
    assert table.clock.left(50 * DAY)[1] == 10 * DAY - 2 * HOUR
    assert refused(table, 0, "resume") == "stale_move"


def test_a_decision_of_the_other_declines_a_pause():
    table = days_table()
    act(table, 1, "offer", kind="pause")
    act(table, 0, "move", text="c2rw")
    assert not table.offers


def test_only_correspondence_games_are_paused_by_people():
    assert refused(table_of(ANN, BEN, clock=(600, 0)), 0, "offer", kind="pause") == "not_your_seat"
    assert refused(table_of(ANN, BEN), 0, "pause") == "not_your_seat"


def test_nobody_is_away_in_a_correspondence_game():
    table = days_table()
    assert table.clock.grace == [0, 0]


@pytest.mark.parametrize("seats", [("Ann", "Ben"), ("Ann", "level 1")])
def test_a_clock_of_days_needs_another_person(server, seats):
    with server.client() as client:
        wishes = {
            "game": "carnac",
            "seats": [
                {"kind": "person", "name": seats[0]},
                {"kind": "engine", "level": 1} if "level" in seats[1] else {"kind": "person"},
            ],
            "clock": CLOCK,
        }
        answer = client.post("/api/games", json=wishes)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_option")
        answer = client.post("/api/games", json={**wishes, "clock": {"bank_hours": 0}})
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_the_page_is_told_the_deadline(server):
    made, _ = two_people(server, weekends_free=True)
    clock = view(server, made)
    assert clock["running"] == 0
    assert clock["grace_ms"] == [0, 0]
    slow = clock["correspondence"]
    assert slow["weekends_free"] is True
    assert slow["vacations"] == [None, None]
    due = datetime.fromtimestamp(slow["deadline"] / 1000, UTC)
    # Ten weekdays are two weeks, whatever the day it begins on; at a weekend it begins on Monday.
    begun = datetime.now(UTC)
    assert timedelta(days=11.9) < due - begun < timedelta(days=14.1)
    assert NewGame.model_validate({"game": "carnac", "seats": [{"kind": "open"}] * 2, "clock": CLOCK}).clock


async def begun_before(database: str, days: float, **more) -> str:
    """A game of ten days that began so many days ago."""
    game = agreement(
        ANN, BEN, options={}, created=round(time.time() * 1000 - days * DAY), clock_seconds=10 * 86_400,
        correspondence=True, **more,
    )  # fmt: skip
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    rows = GameRows([game])
    rows.begin(Table(game), "")
    await journal.write(rows)
    await journal.close()
    await engine.dispose()
    return game.id


async def test_a_flag_falls_although_nobody_is_there(server_here):
    server = server_here()
    late = await begun_before(server.database, 10.1)
    weekends = await begun_before(server.database, 11.5, weekends_free=True)
    soon = await begun_before(server.database, 9.9)
    deadline = time.monotonic() + 60
    while not rows_of(server, "SELECT 1 FROM events WHERE kind = 'time' AND game = ?", late):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    assert server.state({"game": late}, token=False)["outcome"]["reason"] == "time"
    assert not rows_of(server, "SELECT 1 FROM turns WHERE game = ?", late)
    for game in (weekends, soon):
        assert server.state({"game": game}, token=False)["status"] == "playing"
        assert rows_of(server, "SELECT holder FROM turns WHERE game = ?", game) == [(0,)]


def test_an_outage_of_days_is_nobodys_time(server_here):
    server = server_here()
    made, _ = two_people(server)
    server.play(made, "c4rw")
    server.stop()
    server.start(later=30 * 86_400)
    clock = view(server, made)
    assert clock["running"] == 1
    assert clock["remaining_ms"][1] > 10 * DAY - HOUR


def test_what_a_stall_of_seconds_takes_is_not_noted(server_here):
    server = server_here()
    made, _ = two_people(server)
    server.jump(20)
    server.play(made, "c4rw")
    kinds = rows_of(server, "SELECT kind FROM events WHERE game = ? ORDER BY seq", made["game"])
    assert kinds == [("join",), ("move",)]


def rows_of(server, query: str, game: str) -> list[tuple]:
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        return connection.execute(query, [game]).fetchall()


async def test_two_who_never_meet_play_a_game_and_another(server_here):
    """From a challenge to the rematch, with one connection at a time."""
    server = server_here()
    with server.client() as client:
        wishes = {
            "game": "carnac",
            "options": {"board": "3x3", "stock": 3},
            "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}],
            "clock": CLOCK,
        }
        made = client.post("/api/challenges", json={"wishes": wishes}).json()
        id, ann = made["challenge"]["challenge"], {"token": made["token"]}
    with server.client() as client:
        ben = client.post(f"/api/challenges/{id}/accept", json={"name": "Ben"}).json()
    with server.client() as client:
        found = client.get(
            f"/api/challenges/{id}", headers={"Authorization": f"Bearer {ann['token']}"}
        ).json()
        assert (found["status"], found["you"], found["game"]) == ("accepted", "maker", ben["game"])
    ann["game"] = ben["game"]
    await _play_alone(server, [ann, ben])
    over = server.state(ann)
    assert [seat["name"] for seat in over["seats"]] == ["Ann", "Ben"]
    async with Page(server, ben) as page:
        await page.act("offer", kind="rematch")
    async with Page(server, ann) as page:
        assert page.state["may"]["answer"] == ["rematch"]
        await page.act("accept", kind="rematch")
        again = page.state["rematch"]
    players = [{**one, "game": again} for one in (ben, ann)]
    assert server.state(players[0])["clock"]["correspondence"]["deadline"] is not None
    await _play_alone(server, players)


async def _play_alone(server, players: list[dict]) -> None:
    """Each opens the game, decides as long as it is their turn, and leaves."""
    chance = random.Random(7)
    while server.state(players[0])["status"] == "playing":
        seat = server.state(players[0])["turn"]["seat"]
        async with Page(server, players[seat]) as page:
            assert sum(page.state["connected"]) == 1
            while page.state["status"] == "playing" and page.state["may"]["move"]:
                answer = await page.move(page.choice(chance))
                assert answer["type"] == "accepted", answer
        deadline = time.monotonic() + 60
        while any(server.state(players[0])["connected"]) and time.monotonic() < deadline:
            server.jump(5)


def test_agreements_survive_the_database():
    made = agreement(ANN, BEN, correspondence=True, weekends_free=True, clock_seconds=86_400)
    assert made.rematch(made.seats, id="x", created=1).weekends_free
