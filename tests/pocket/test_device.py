"""Games on a device: what is kept, two pages over the same rows, clocks, engines, hints, the coach."""

from __future__ import annotations

import json
import random

import pytest

from stonefield.games import find_game

from .device import Database, Device

ANN = {"kind": "person", "name": "Ann"}
ENGINE = {"kind": "engine", "level": 3}


def position_of(question: dict):
    """The position that an engine is asked about."""
    assert question["position"] is None
    position = find_game(question["game"]).start(**question["options"])
    for move in question["moves"]:
        position = position.play(move)
    return position


def any_move(question: dict) -> dict:
    """An engine that takes the first move that there is."""
    move = str(position_of(question).legal_moves()[0])
    line = {"move": move, "value": 0.5, "score": 0.0, "visits": 10, "proven": None, "pv": [move]}
    return {"move": move, "lines": [line], "nodes": 10, "milliseconds": 5}


def make(device: Device, *seats: dict, game: str = "carnac", **wishes) -> dict:
    wanted = {"game": game, "seats": list(seats), **wishes}
    answer = device.ask("POST", "/api/games", wanted)
    assert answer.status == 201, answer.text
    return answer.json()


def state_of(device: Device, seated: dict) -> dict:
    return device.ask("GET", f"/api/games/{seated['game']}", token=seated["token"]).json()


@pytest.mark.parametrize(("game", "board"), [("carnac", "small"), ("caminos", "square")])
def test_a_game_against_an_engine_goes_on_in_another_page(game, board):
    database, chance = Database(), random.Random(1)
    device = Device(database, any_move)
    seated = make(device, ANN, ENGINE, game=game, options={"board": board})
    line = device.open(seated)
    for turn in range(200):
        state = state_of(device, seated)
        if state["status"] == "over":
            break
        if turn == 3:
            # The page was closed; all that was acknowledged is there.
            device = Device(database, any_move)
            line = device.open(seated)
            assert state_of(device, seated)["moves"] == state["moves"]
        assert state["turn"]["seat"] == 0
        position = find_game(game).start(board=board)
        for made in state["moves"]:
            position = position.play(made["text"])
        move = str(chance.choice(position.legal_moves()))
        heard = line.say(type="move", id=f"m{turn}", version=state["version"], text=move)
        assert heard[0]["type"] == "accepted"
    assert state_of(device, seated)["status"] == "over"
    assert {move["seat"] for move in state_of(device, seated)["moves"]} == {0, 1}


def test_two_pages_see_each_other_and_decide_once():
    database = Database()
    one, other = Device(database), Device(database)
    seated = make(one, ANN, ANN, options={"board": "small"})
    first, second = one.open(seated), other.open(seated)
    first.say(type="move", id="a", version=0, text="c4rw")
    # The other page has not heard of it: what it does is decided again, and refused.
    heard = second.say(type="move", id="b", version=0, text="d4rw")
    assert [message["type"] for message in heard] == ["state", "refused"]
    assert heard[1]["code"] == "stale_move"
    assert [move["text"] for move in heard[0]["moves"]] == ["c4rw"]
    # What was already done is not done twice.
    assert second.say(type="move", id="a", version=0, text="c4rw")[0]["type"] == "accepted"
    assert [move["text"] for move in state_of(other, seated)["moves"]] == ["c4rw"]
    # A page that is told of the rows shows them.
    second.say(type="move", id="c", version=1, text="E")
    key = f"game/{seated['game']}"
    before = len(first.heard)
    one.do("rows", rows={key: database.rows[key]})
    assert [move["text"] for move in first.heard[before]["moves"]] == ["c4rw", "E"]
    other.ask("DELETE", f"/api/games/{seated['game']}", token=seated["token"])
    one.do("rows", rows={key: None})
    assert one.closed == {first.number: 4404}


def test_a_flag_falls_by_itself():
    device = Device()
    seated = make(device, ANN, ANN, options={"board": "small"}, clock={"seconds": 60, "increment": 0})
    line = device.open(seated)
    line.say(type="move", id="a", version=0, text="c4rw")
    assert device.wake_at is not None
    device.wake()
    state = state_of(device, seated)
    assert (state["status"], state["outcome"]["reason"]) == ("over", "time")
    assert line.heard[-1]["status"] == "over"
    assert device.wake_at is None


def test_a_clock_stands_still_while_no_page_is_open():
    database = Database()
    device = Device(database)
    seated = make(device, ANN, ANN, options={"board": "small"}, clock={"seconds": 60, "increment": 0})
    device.open(seated).say(type="move", id="a", version=0, text="c4rw")
    later = Device(database)
    later.now = device.now + 3_600_000
    state = state_of(later, seated)
    assert state["status"] == "playing"
    assert min(state["clock"]["remaining_ms"]) > 50_000


def test_a_hint_is_answered_and_one_for_an_earlier_position_is_not():
    device = Device()
    seated = make(device, ANN, ANN, options={"board": "small"})
    line = device.open(seated)
    line.say(type="hint", id="h")
    device.think(any_move)
    assert line.heard[-1]["type"] == "hint"
    line.say(type="hint", id="i")
    heard = line.say(type="move", id="a", version=0, text="c4rw")
    assert ("refused", "cancelled") in [(one["type"], one.get("code")) for one in heard]
    assert device.open_questions == {}


def test_an_engine_that_fails_is_said_and_asked_again():
    device = Device()
    seated = make(device, ENGINE, ANN, options={"board": "small"})
    line = device.open(seated)
    device.think(lambda question: None)
    assert (line.heard[-1]["type"], line.heard[-1]["code"]) == ("notice", "engine_failed")
    device.wake()
    device.think(any_move)
    assert len(state_of(device, seated)["moves"]) == 1


def test_a_board_that_the_engine_does_not_know_is_played_all_the_same():
    device = Device()
    seated = make(device, ENGINE, ANN, options={"board": "4x4"})
    device.open(seated)
    number = next(iter(device.open_questions))
    device.do("thought", question=number, thought=None, code="not_here")
    assert len(state_of(device, seated)["moves"]) == 1


def test_winning_chances_are_told_to_a_line_that_wants_them():
    device = Device(engine=any_move)
    seated = make(device, ANN, ANN, options={"board": "small"})
    line = device.open(seated)
    assert line.say(type="winrate", on=True)[-1]["type"] == "winrate"
    assert "winrate" in [one["type"] for one in line.say(type="move", id="a", version=0, text="c4rw")]
    line.say(type="winrate", on=False)
    assert "winrate" not in [one["type"] for one in line.say(type="move", id="b", version=1, text="E")]


def test_the_coach_looks_before_the_engine_moves():
    device = Device()
    seated = make(device, ANN, ENGINE, options={"board": "small"}, coach="mistakes")
    line = device.open(seated)
    line.say(type="move", id="a", version=0, text="c4rw")
    assert {question["nodes"] is not None for question in device.open_questions.values()} == {True}
    while device.open_questions:
        device.think(any_move)
    assert len(state_of(device, seated)["moves"]) > 1


@pytest.mark.parametrize("seats", [[ANN, {"kind": "open"}]])
def test_there_is_no_one_to_invite(seats):
    answer = Device().ask("POST", "/api/games", {"game": "carnac", "seats": seats})
    assert answer.json()["code"] == "not_available"


def test_what_only_a_server_does_is_refused():
    device = Device()
    for method, path in (("GET", "/api/explorer"), ("GET", "/api/accounts/me"), ("POST", "/api/reviews")):
        answer = device.ask(method, path, {} if method == "POST" else None)
        assert (answer.status, answer.json()["code"]) == (404, "not_found")


def test_a_rematch_is_a_game_of_the_device():
    device = Device()
    seated = make(device, ANN, ANN, options={"board": "small"})
    line = device.open(seated)
    line.say(type="resign", id="a")
    line.say(type="offer", id="b", kind="rematch")
    rows = [json.loads(row["text"])["agreement"]["id"] for row in device.database.rows.values()]
    assert len(rows) == 2
    assert all(one.startswith("here-") for one in rows)
