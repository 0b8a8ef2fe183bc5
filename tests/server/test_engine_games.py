"""Games between engines: whoever made one pauses it, stops it and asks for another."""

from __future__ import annotations

import pytest

from stonefield import records
from stonefield.server.domain.game.agreement import Seat
from stonefield.server.domain.game.event import Event, Moved, Paused, Resumed
from stonefield.server.domain.game.table import Table

from .agreements import agreement
from .page import Page

LEVELS = [Seat("engine", level=level) for level in (1, 2)]


def allowed(state: dict) -> dict:
    """What a viewer may do, where it is something."""
    return {name: may for name, may in state["may"].items() if may}


async def test_the_maker_stops_a_game_between_engines(server):
    made = server.make_game("level 1", "level 2")
    async with Page(server, made) as owner, Page(server, made, token=None) as watcher:
        assert owner.state["may"]["stop"]
        assert (await owner.act("stop"))["type"] == "accepted"
        state = await watcher.until_state(lambda state: state["status"] == "over")
        assert state["outcome"] == {"winner": None, "seats": [], "reason": "stopped"}
        assert state["score"]["decided_by"] == "stopped"
        assert not state["may"]["rematch"]
        assert (await owner.act("stop"))["code"] == "game_over"


async def test_a_stopped_game_is_no_draw_in_its_record(server):
    made = server.make_game("level 1", "level 2")
    server.act(made, "stop")
    text = server.client().get(f"/api/games/{made['game']}/record").text
    assert records.read(text).result == "*"


async def test_in_a_pause_no_engine_moves(server):
    made = server.make_game("level 1", "level 2")
    async with Page(server, made) as owner:
        await owner.until_state(lambda state: state["moves"])
        await owner.act("pause")
        paused = owner.state
        assert paused["paused"]
        assert paused["status"] == "playing"
        assert (paused["may"]["pause"], paused["may"]["resume"], paused["may"]["stop"]) == (False, True, True)
        assert (await owner.act("pause"))["code"] == "stale_move"
        # A thought begun before the pause would have been played by the time a new one is.
        await owner.act("resume")
        await owner.until_state(lambda state: len(state["moves"]) > len(paused["moves"]))
        kinds = [change["kind"] for message in owner.heard for change in message.get("changes", ())]
        assert kinds[kinds.index("pause") + 1] == "resume"
        assert (await owner.act("resume"))["code"] == "stale_move"


async def test_a_pause_outlives_the_server(server_over):
    server = server_over()
    made = server.make_game("level 1", "level 2", clock={"seconds": 60, "increment": 0})
    server.act(made, "pause")
    before = server.state(made)
    server.kill()
    server.start()
    after = server.state(made)
    assert after["paused"]
    assert after["clock"]["remaining_ms"] == before["clock"]["remaining_ms"]
    assert after["version"] == before["version"]


async def test_the_maker_gets_a_rematch_with_the_seats_exchanged(server):
    made = server.make_game("level 1", "level 2")
    assert server.act(made, "offer", kind="rematch").json()["code"] == "game_not_over"
    server.act(made, "stop")
    assert server.state(made)["may"]["rematch"]
    assert server.act(made, "offer", kind="rematch").status_code == 200
    again = server.state({**made, "game": server.state(made)["rematch"]})
    assert [seat["level"] for seat in again["seats"]] == [2, 1]
    assert again["you"]["role"] == "owner"
    assert again["may"]["stop"]
    assert server.act(made, "offer", kind="rematch").json()["code"] == "already_offered"


@pytest.mark.parametrize("action", ["pause", "resume", "stop"])
def test_spectators_and_players_direct_nothing(server, action):
    made = server.make_game("level 1", "level 2")
    watched = server.state(made, token=False)
    assert allowed(watched) == {}
    path = f"/api/games/{made['game']}/actions"
    answer = server.client().post(path, json={"type": action, "id": "x"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    for seats in (("Ann", "Ben"), ("Ann", "level 1"), ("open", "level 1")):
        game = server.make_game(*seats)
        assert not game["state"]["may"][action]
        assert server.act(game, action).json()["code"] == "not_your_seat"


@pytest.mark.parametrize("action", ["resign", "offer", "accept", "undo", "move"])
def test_the_maker_does_nothing_for_the_engines(server, action):
    made = server.make_game("level 1", "level 2")
    words = {
        "offer": {"kind": "draw"},
        "accept": {"kind": "rematch"},
        "undo": {"version": 0},
        "move": {"version": 0, "text": "a1rr"},
    }
    assert server.act(made, action, **words.get(action, {})).json()["code"] == "not_your_seat"


def test_a_pause_stops_the_clock_of_whoever_thinks():
    table = Table(agreement(*LEVELS, clock_seconds=60, clock_increment=0, created=0))
    happened = [
        (1_000, Paused()),
        (5_000, Resumed()),
        (9_000, Moved("c4rw")),
        (12_000, Paused()),
        (50_000, Resumed()),
        (51_000, Moved("-")),
    ]
    running = []
    for seq, (at, kind) in enumerate(happened, 1):
        table.apply(Event(seq, at, kind))
        running.append(table.clock.running)
    assert running == [None, None, 1, None, 1, 0], "and the first decision stays free"
    assert table.clock.remaining == [60_000, 56_000]
