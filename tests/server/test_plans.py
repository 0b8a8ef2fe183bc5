"""Conditional moves: what a player has planned is played, once, and nobody else ever sees it."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time

import httpx
import pytest

from stonefield.server.domain.game.plan import Checker, Plan, answer, may_plan, rest
from stonefield.server.play.conditions import Conditions
from stonefield.server.protocol.problems import Refusal

from .domain.tables import ANN, BEN, ENGINE, act, table_of
from .models import check_answer
from .page import Page

CLOCK = {"bank_hours": 240, "increment_hours": 36}


def tree(*branches: tuple) -> list[dict]:
    """Each branch is a decision and what comes after it: ("-", ("b1rw",)) is the other's - and b1rw."""
    return [{"move": move, "then": tree(*then)} for move, *then in branches]


def two_people(server, **more) -> tuple[dict, dict]:
    made = server.make_game("Ann", "open", **{"clock": CLOCK, **more})
    return made, server.join(made)


def plan(server, seated: dict, *branches: tuple, version: int | None = None) -> httpx.Response:
    known = server.state(seated)["version"] if version is None else version
    with server.client() as client:
        return client.put(
            f"/api/games/{seated['game']}/plan",
            json={"version": known, "tree": tree(*branches)},
            headers={"Authorization": f"Bearer {seated['token']}"},
        )


def planned(server, seated: dict) -> list[dict]:
    with server.client() as client:
        answer = client.get(
            f"/api/games/{seated['game']}/plan", headers={"Authorization": f"Bearer {seated['token']}"}
        )
        return bare(answer.json()["tree"])


def bare(tree: list[dict]) -> list[dict]:
    """Without who decides."""
    return [{"move": branch["move"], "then": bare(branch["then"])} for branch in tree]


def shown(server, seated: dict) -> dict:
    with server.client() as client:
        token = {"Authorization": f"Bearer {seated['token']}"}
        answer = client.get(f"/api/games/{seated['game']}/plan", headers=token)
        check_answer(answer)
        return answer.json()


def until(server, seated: dict, moves: int) -> dict:
    """The state once there are so many moves."""
    deadline = time.monotonic() + 60
    while len((state := server.state(seated))["moves"]) < moves or state["status"] == "waiting":
        assert time.monotonic() < deadline, state["moves"]
        time.sleep(0.02)
    return state


# The tree, without a server


def slow_table():
    return table_of(ANN, BEN, clock=(864_000, 0), correspondence=True)


def checked(table, holder: int, *branches: tuple):
    return Checker(table, holder).check(tree(*branches))


def test_a_plan_is_held_against_the_rules():
    table = slow_table()
    act(table, 0, "move", text="c2rw")
    kept = checked(table, 0, ("E", ("a1rr", ("-", ("b4rr",)))), ("-", ("resign",)))
    assert [branch["move"] for branch in kept] == ["E", "-"]
    for branches, code in (
        ((("E", ("E",)),), "illegal_move"),
        ((("nonsense",),), "invalid_move"),
        ((("E",), ("E",)), "invalid_plan"),
        ((("resign",),), "invalid_plan"),
        ((("-", ("resign", ("a1rr",))),), "invalid_plan"),
    ):
        with pytest.raises(Refusal) as caught:
            checked(table, 0, *branches)
        assert caught.value.code == code, branches


def test_where_its_owner_decides_there_is_one_branch():
    table = slow_table()
    with pytest.raises(Refusal, match="one decision"):
        checked(table, 0, ("c2rw",), ("c3rw",))
    with pytest.raises(Refusal, match="your turn"):
        checked(table, 0, ("resign",))


def test_a_plan_has_a_size():
    table = slow_table()
    act(table, 0, "move", text="c2rw")
    wide = [{"move": "-", "then": []}] * 301
    with pytest.raises(Refusal, match="300"):
        Checker(table, 0).check(wide)


def test_only_players_of_slow_games_plan():
    assert may_plan(slow_table(), 0) is None
    assert may_plan(slow_table(), None).code == "not_your_seat"
    assert may_plan(table_of(ANN, BEN), 1) is None
    assert may_plan(table_of(ANN, BEN, clock=(60, 0)), 0).code == "not_between_people"
    assert may_plan(table_of(ANN, ENGINE), 0).code == "not_between_people"


def test_a_plan_ends_where_the_game_goes_another_way():
    table = slow_table()
    act(table, 0, "move", text="c2rw")
    kept = Plan(table.version, 1, checked(table, 0, ("-", ("a1rr",))))
    assert answer(table, 0, kept) is None, "nothing was decided since"
    act(table, 1, "move", text="-")
    assert answer(table, 0, kept).kind.text == "a1rr"
    act(table, 1, "offer", kind="draw")
    assert answer(table, 0, kept) is None, "an offer waits for the owner"
    act(table, 0, "decline", kind="draw")
    assert answer(table, 0, kept) is not None
    act(table, 1, "offer", kind="takeback")
    act(table, 0, "accept", kind="takeback")
    assert rest(table, kept) is None


# On a server


def test_an_answer_is_played_though_nobody_is_there(server):
    made, joined = two_people(server)
    server.play(made, "c4rw")
    answer = plan(server, made, ("E", ("a1rr",)), ("-", ("a1ww", ("-", ("b5rr",)))))
    assert answer.status_code == 200, answer.text
    check_answer(answer)
    server.play(joined, "-")
    state = until(server, made, 3)
    assert [move["text"] for move in state["moves"]] == ["c4rw", "-", "a1ww"]
    assert planned(server, made) == tree(("-", ("b5rr",)))
    server.play(joined, "-")
    until(server, made, 5)
    assert planned(server, made) == []


def test_its_owner_is_told_what_was_played_by_plan(server):
    made, joined = two_people(server)
    server.play(made, "c4rw")
    plan(server, made, ("-", ("a1ww", ("-", ("resign",)))))
    assert [branch["seat"] for branch in shown(server, made)["tree"]] == [1]
    assert shown(server, made)["tree"][0]["then"][0]["seat"] == 0
    server.play(joined, "-")
    until(server, made, 3)
    assert (shown(server, made)["played"], shown(server, made)["resigned"]) == ([3], False)
    assert shown(server, joined)["played"] == [], "the other one is not"
    server.play(joined, "-")
    deadline = time.monotonic() + 60
    while server.state(made)["status"] != "over":
        assert time.monotonic() < deadline
    assert shown(server, made)["resigned"]
    assert not shown(server, joined)["resigned"]


def test_a_decision_that_is_not_planned_ends_the_plan(server):
    made, joined = two_people(server)
    server.play(made, "c4rw")
    plan(server, made, ("E", ("a1rr",)))
    server.play(joined, "-")
    assert planned(server, made) == []
    assert len(server.state(made)["moves"]) == 2


def test_a_plan_may_begin_with_ones_own_decision(server):
    made, joined = two_people(server)
    assert plan(server, made, ("c4rw", ("-", ("a1ww",)))).status_code == 200
    assert server.state(made)["moves"] == [], "the first decision is made by the player"
    server.play(made, "c4rw")
    server.play(joined, "-")
    until(server, made, 3)


def test_a_player_resigns_by_a_plan(server):
    made, joined = two_people(server)
    server.play(made, "c4rw")
    plan(server, made, ("-", ("resign",)))
    server.play(joined, "-")
    deadline = time.monotonic() + 60
    while server.state(made)["status"] != "over":
        assert time.monotonic() < deadline
    assert server.state(made)["outcome"] == {"winner": "white", "seats": [1], "reason": "resign"}


def test_two_plans_answer_each_other(server):
    made, joined = two_people(server)
    server.play(made, "c4rw")
    plan(server, made, ("-", ("a1ww", ("-", ("b5rr",)))))
    plan(server, joined, ("-", ("a1ww", ("-",))))
    server.play(joined, "-")
    state = until(server, made, 5)
    assert [move["text"] for move in state["moves"]] == ["c4rw", "-", "a1ww", "-", "b5rr"]


def test_a_plan_that_was_dropped_is_not_played(server):
    made, joined = two_people(server)
    server.play(made, "c4rw")
    plan(server, made, ("-", ("a1ww",)))
    with server.client() as client:
        address, token = f"/api/games/{made['game']}/plan", {"Authorization": f"Bearer {made['token']}"}
        assert client.delete(address, headers=token).status_code == 204
        assert client.get(address).json()["code"] == "not_your_seat"
        assert client.delete(address).json()["code"] == "not_your_seat"
    server.play(joined, "-")
    assert planned(server, made) == []
    assert len(server.state(made)["moves"]) == 2


def test_a_plan_for_an_old_position_is_refused(server):
    made, joined = two_people(server)
    server.play(made, "c4rw")
    server.play(joined, "-")
    assert plan(server, made, ("a1ww",), version=1).json()["code"] == "stale_move"
    assert plan(server, made, ("nonsense",)).json()["code"] == "invalid_move"


async def test_nobody_else_ever_sees_a_plan(server_here, caplog):
    caplog.set_level(logging.DEBUG)
    server = server_here()
    made, joined = two_people(server)
    secret = "b5rr"
    server.play(made, "c4rw")
    async with Page(server, joined) as ben, Page(server, made, token=None) as watcher:
        assert plan(server, made, ("E", (secret,)), ("-", (secret, ("-", ("resign",))))).status_code == 200
        seen = []
        with server.client() as client:
            token = {"Authorization": f"Bearer {joined['token']}"}
            paths = ("", "/record", "/record?format=json", "/plan", "/scenes/1")
            seen += [client.get(f"/api/games/{made['game']}{path}", headers=token).text for path in paths]
            seen.append(client.get(f"/api/games/{made['game']}").text)
        await ben.act("offer", kind="draw")
        seen += [json.dumps(one) for page in (ben, watcher) for one in page.heard]
    seen += [f"{record.getMessage()} {record.__dict__}" for record in caplog.records]
    assert [text for text in seen if secret in text] == []
    assert not any('"resign"' in text and "then" in text for text in seen)


def test_an_answer_is_played_after_a_crash(server_here, monkeypatch):
    """The process ends between the decision and the answer; the next one finds it by its rows."""
    server = server_here()
    made, joined = two_people(server)
    server.play(made, "c4rw")
    plan(server, made, ("-", ("a1ww",)))
    with monkeypatch.context() as crashed:
        crashed.setattr(Conditions, "look", lambda self: None)
        crashed.setattr(Conditions, "answer", lambda self: asyncio.sleep(0))
        server.play(joined, "-")
        assert len(server.state(made)["moves"]) == 2
        server.stop()
    server.start()
    state = until(server, made, 3)
    assert state["moves"][2]["text"] == "a1ww"
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        asked = connection.execute("SELECT request FROM events WHERE kind = 'move' ORDER BY seq").fetchall()
    assert [request.split(":")[0] for (request,) in asked] == ["0", "1", "condition"]
