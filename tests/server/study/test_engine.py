"""The engine in studies: reviews that stream and are stored, lines, outlooks, hints and second attempts."""

from __future__ import annotations

import asyncio
import time

import pytest

from stonefield.server.presenting.evaluations import LEAST_VISITS
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
        assert None not in review["evaluations"]
        assert {one["colour"] for one in review["evaluations"]} == {"red"}
        for before, after, one in zip(
            review["evaluations"], review["evaluations"][1:], review["decisions"], strict=False
        ):
            # What a decision is judged by are the same numbers, seen from the side that decides.
            shares = [before["win_rate"], after["win_rate"]]
            assert [one["win_rate"], one["after"]] == pytest.approx(
                [1 - share for share in shares] if one["side"] else shares, abs=2e-4
            )
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
        searched = await ann.until(
            lambda message: message["type"] == "lines" and message["lines"][0]["evaluation"] is not None
        )
        # White decides; the numbers are red's all the same, and the best line's is the position's.
        assert searched["evaluation"]["colour"] == "red"
        assert searched["evaluation"]["win_rate"] == searched["lines"][0]["evaluation"]["win_rate"]
        await ann.send(type="lines", on=True, chapter=1, node=2, count=1, threat=True)
        threat = await ann.until(lambda message: message["type"] == "lines" and message["threat"])
        assert threat["colour"] == "red"
        await ann.send(type="lines", on=False, chapter=1, node=2)
        await ann.send(type="lines", on=True, chapter=1, node=99)
        assert (await ann.until_type("refused"))["code"] == "no_such_node"


async def test_lines_are_searched_or_have_no_number(server):
    made = made_with_moves(server)
    async with Reader(server, made) as ann:
        # A stone waits for its answer, and all answers are wanted.
        await ann.send(type="lines", on=True, chapter=1, node=3, count=5)
        while True:
            found = await ann.until_type("lines")
            for line in found["lines"]:
                hardly = line["proven"] is None and line["visits"] < LEAST_VISITS
                assert (line["evaluation"] is None) == hardly
            if found["final"] or found["simulations"] > 100 * LEAST_VISITS:
                break
        if found["lines"][0]["proven"] is None:
            assert None not in [line["evaluation"] for line in found["lines"]]


async def test_a_deeper_look_by_the_lines_is_the_reviews_as_well(server):
    made = make_study(server, {"kind": "start", "game": "carnac", "options": {"board": "small"}})
    act(server, made, "add", chapter=1, node=0, moves=["c3rw", "E", "f4rr"])
    async with Reader(server, made) as ann:
        await ann.send(type="review", chapter=1, on=True, simulations=300)
        found = await ann.until(lambda message: message["type"] == "review" and message["review"]["final"])
        reviewed = [one["simulations"] for one in found["review"]["evaluations"]]
        assert min(reviewed) >= 300
        await ann.send(type="lines", on=True, chapter=1, node=2, count=1)
        await ann.until(
            lambda message: (
                message["type"] == "lines" and (message["evaluation"]["simulations"] or 0) > max(reviewed)
            )
        )
        await ann.send(type="lines", on=False, chapter=1, node=2)
        again = (await ann.until_type("review"))["review"]
        simulations = [one["simulations"] for one in again["evaluations"]]
        assert [one > max(reviewed) for one in simulations] == [False, False, True, False]
    # And it is kept.
    stored = server.client().get(f"/api/reviews/{again['key']}").json()
    assert stored["evaluations"] == again["evaluations"]


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
