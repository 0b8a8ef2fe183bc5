"""The engine in studies: reviews that stream and are stored, lines, outlooks, hints and second attempts."""

from __future__ import annotations

import asyncio
import time

import pytest

from stonefield.server.studies.reviews import stretches_of

from .reader import PATIENCE, Reader, act, make_study

MOVES = ["c2rw", "E", "a1rr", "-", "b3wr", "E", "a4rw"]


def made_with_moves(server) -> dict:
    made = make_study(server)
    assert act(server, made, "add", chapter=1, node=0, moves=MOVES).status_code == 200
    return made


async def test_a_review_streams_in_and_is_used_again(server):
    made = made_with_moves(server)
    async with Reader(server, made) as ann:
        await ann.send(type="review", chapter=1, on=True, simulations=300)
        found = await ann.until(lambda message: message["type"] == "review" and message["review"]["final"])
        review = found["review"]
        assert (review["simulations"], review["done"], review["total"]) == (300, 8, 8)
        assert found["nodes"] == list(range(8))
        assert [one["text"] for one in review["decisions"]] == MOVES
        assert None not in review["win_rates"]
        assert {side["colour"] for side in review["sides"]} == {"red", "white"}
        costly = [one for one in review["decisions"] if one["verdict"]]
        assert set(review["turning_points"]) <= {one["ply"] for one in costly}
    again = server.client().get(f"/api/reviews/{review['key']}").json()
    assert again["decisions"] == review["decisions"]
    source = {"kind": "record", "text": _record()}
    answer = server.client().post("/api/reviews", json={"source": source})
    assert (answer.status_code, answer.json()) == (200, again)
    assert server.client().get("/api/reviews/none").json()["code"] == "no_such_review"


def _record() -> str:
    return '[Game "carnac"]\n[Board "5x4"]\n\n1. c2rw E 2. a1rr - 3. b3wr E 4. a4rw *\n'


@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_each_engine_has_a_stretch_of_the_game_without_a_gap(count):
    first, second = stretches_of(range(count), 2)
    assert first + second == list(range(count))
    assert len(second) - len(first) in (0, 1)


async def test_lines_get_better_and_end_with_the_switch(server):
    made = made_with_moves(server)
    async with Reader(server, made) as ann:
        await ann.send(type="lines", on=True, chapter=1, node=2, count=3)
        first = await ann.until_type("lines")
        second = await ann.until_type("lines")
        assert (first["node"], first["colour"], second["simulations"] > first["simulations"]) == (
            2,
            "white",
            True,
        )
        assert len(second["lines"]) == 3
        assert all(line["moves"] and line["squares"] for line in second["lines"])
        await ann.send(type="lines", on=True, chapter=1, node=2, count=1, threat=True)
        threat = await ann.until(lambda message: message["type"] == "lines" and message["threat"])
        assert threat["colour"] == "red"
        await ann.send(type="lines", on=False, chapter=1, node=2)
        await ann.send(type="lines", on=True, chapter=1, node=99)
        assert (await ann.until_type("refused"))["code"] == "no_such_node"


async def test_the_outlook_tells_of_every_square(server):
    made = made_with_moves(server)
    async with Reader(server, made) as ann:
        await ann.send(type="outlook", chapter=1, node=4)
        outlook = (await ann.until_type("outlook"))["outlook"]
        assert set(outlook["expected"]) == {"red", "white"}
        assert all(-1 <= tint <= 1 for tint in outlook["squares"].values())


async def test_hints_come_in_steps_and_a_decision_is_tried(server):
    made = made_with_moves(server)
    async with Reader(server, made) as ann:
        hints = []
        for step in (1, 2, 3):
            await ann.send(type="hint", id=f"h{step}", chapter=1, node=6, step=step)
            hints.append(await ann.until_type("hint"))
        assert [bool(hint["squares"]) for hint in hints] == [False, True, True]
        assert [hint["text"] is not None for hint in hints] == [False, False, True]
        assert hints[2]["line"][0] == hints[2]["text"]
        await ann.send(type="try", id="t", chapter=1, node=6, text=hints[2]["text"])
        tried = await ann.until_type("tried")
        assert (tried["id"], tried["text"], tried["right"], tried["loss"]) == ("t", hints[2]["text"], True, 0)
        await ann.send(type="try", id="u", chapter=1, node=6, text="nonsense")
        refused = await ann.until_type("refused")
        assert (refused["id"], refused["code"]) == ("u", "invalid_move")


async def test_closing_the_socket_ends_what_it_had_asked_for(server_here):
    server = server_here()
    made = make_study(server, {"kind": "start", "game": "carnac", "options": {"board": "large"}})
    act(server, made, "add", chapter=1, node=0, moves=["c3rw", "E", "f4rr", "-", "b6wr", "-"])
    async with Reader(server, made) as ann:
        await ann.send(type="lines", on=True, chapter=1, node=6, count=5)
        await ann.send(type="review", chapter=1, on=True, simulations=3000)
        await ann.until_type("lines")
    queue = server.application.jobs.queue
    deadline = time.monotonic() + PATIENCE
    while queue.count("engine") != (0, 0):
        assert time.monotonic() < deadline, "the engine works on for nobody"
        await asyncio.sleep(0.05)
