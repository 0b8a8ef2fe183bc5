"""Stored reviews: sent as they were stored; judged once more where an earlier version has stored them."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import random
from dataclasses import replace

import pytest

from stonefield.engine.thinker import Candidate, Thought
from stonefield.games import carnac
from stonefield.records import Record
from stonefield.server.jobs.tasks.reviews import judge_review
from stonefield.server.presenting.growing_review import key_of
from stonefield.server.store.studies import FinishedReview
from stonefield.server.studies.running_review import Running
from stonefield.server.studies.stored_reviews import FORM
from stonefield.study.thoughts import read_review, read_thoughts, write_thoughts

from .test_backup import with_store


def played(seed: int = 1) -> Record:
    chance, position, moves = random.Random(seed), carnac.start("5x4"), []
    while not position.is_over:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return Record.of(carnac.start("5x4"), moves)


def thoughts(record: Record) -> dict[int, Thought]:
    """Any line and any win rate: many decisions are costly and have reasons."""
    chance, found = random.Random(2), {}
    for ply, position in enumerate(record.positions):
        line: list[str] = []
        while len(line) < 4 and not position.is_over:
            line.append(str(chance.choice(position.legal_moves())))
            position = position.play(line[-1])
        if line:
            best = Candidate(tuple(line), chance.random(), 0.0, 300, None)
            found[ply] = Thought(len(line), 300, 0.0, (best,))
    return found


def judged(record: Record) -> dict:
    content = judge_review(key_of(record), 300, write_thoughts(record, thoughts(record)))
    return json.loads(gzip.decompress(base64.b64decode(content)))


GAME = played()


async def fill(database: str, finished: FinishedReview | None, told: str) -> None:
    await with_store(database, lambda store: store.keep_review(key_of(GAME), 300, told, 1, finished=finished))


async def stored(database: str) -> FinishedReview:
    return await with_store(database, lambda store: store.finished_review(key_of(GAME)))


async def test_a_stored_review_is_sent_as_it_is(database, server_over):
    """Nothing is judged and no position is read: what was thought here cannot be read at all."""
    shown = judged(GAME) | {"turning_points": [1]}
    content = gzip.compress(json.dumps(shown).encode())
    await fill(database, FinishedReview(300, FORM, content), "no thoughts")
    server = server_over(database)
    with server.client() as client:
        path = f"/api/reviews/{key_of(GAME)}"
        assert client.get(path).json() == shown
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        assert plain.content == json.dumps(shown).encode()


@pytest.mark.parametrize("form", [None, "0.1 1"])
async def test_what_an_earlier_version_has_stored_is_judged_once(tmp_path, server_over, form):
    database = f"sqlite:///{tmp_path}/games.db"
    old = form and FinishedReview(300, form, gzip.compress(b"{}"))
    await fill(database, old, write_thoughts(GAME, thoughts(GAME)))
    server = server_over(database)

    async def ask() -> dict:
        return await asyncio.to_thread(lambda: server.client().get(f"/api/reviews/{key_of(GAME)}").json())

    answers = await asyncio.gather(*(ask() for _ in range(5)))
    assert answers == [judged(GAME)] * 5
    server.stop()
    found = await stored(database)
    assert found.form == FORM
    assert json.loads(gzip.decompress(found.view)) == judged(GAME)


async def test_no_key_of_a_review_reaches_the_database(database, server_over):
    server = server_over(database)
    with server.client() as client:
        for key in ("%00", "none", "a" * 39, "A" * 40, "%F0%9F%97%BF", "a" * 40):
            answer = client.get(f"/api/reviews/{key}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_review"), key
    assert not [line for line in server.said if "ERROR" in line]


async def test_a_deeper_look_takes_up_what_was_explained():
    """Everything in the view is the same as if it were judged again."""
    view = judged(GAME)
    assert any(one["given"] for one in view["decisions"])
    running = Running(key_of(GAME), GAME, "", 1200)
    running.recall(FinishedReview(300, FORM, gzip.compress(json.dumps(view).encode())))
    assert running.view() == view | {"final": False}
    running.restore(thoughts(GAME))
    assert json.loads(running.encoded()) == view | {"final": False}
    told, finished = running.finished(FORM)
    assert read_thoughts(told) == thoughts(GAME) == read_review(told)[1]
    assert json.loads(gzip.decompress(finished.view)) == view


async def test_reasons_stay_until_a_deeper_look_has_found_its_own():
    view = judged(GAME)
    running = Running(key_of(GAME), GAME, "", 1200)
    running.recall(FinishedReview(300, FORM, gzip.compress(json.dumps(view).encode())))
    running.restore(thoughts(GAME))
    assert running.unexplained == []
    costliest = max(view["decisions"], key=lambda one: one["loss"])
    ply = costliest["ply"]

    def shown_after(best: Candidate) -> dict:
        assert running.take(ply - 1, Thought(4, best.visits, 0.0, (best,)))
        assert running.unexplained.count(ply) == 1
        return next(one for one in json.loads(running.encoded())["decisions"] if one["ply"] == ply)

    same = replace(thoughts(GAME)[ply - 1].lines[0], visits=1200)
    assert shown_after(same)["given"] == costliest["given"] != []
    others = map(str, GAME.positions[ply - 1].legal_moves())
    other = next(move for move in others if move not in (same.moves[0], GAME.moves[ply - 1]))
    running._encoded = b""
    assert shown_after(replace(same, moves=(other,), visits=3000))["given"] == []


class Heard(asyncio.Queue):
    """Follows a review and keeps what it hears."""

    reviewed = asyncio.Queue.put_nowait


async def test_what_is_told_too_soon_is_told_a_moment_later():
    running, told = Running(key_of(GAME), GAME, "", 300), Heard()
    running.followers.add(told)
    for done in (1, 2, 3):
        running.done = done
        running.tell()
    assert told.qsize() == 1
    async with asyncio.timeout(60):
        assert [(await told.get())["done"] for _ in range(2)] == [1, 3]


async def test_many_who_look_at_a_running_review_share_one_answer():
    running = Running(key_of(GAME), GAME, "", 300)
    for ply, thought in list(thoughts(GAME).items())[:5]:
        running.take(ply, thought)
    first = running.encoded()
    running.take(5, thoughts(GAME)[5])
    assert running.encoded() is first, "for a moment"
    running.is_final = True
    assert json.loads(running.encoded())["final"]


async def test_a_deeper_review_is_not_replaced_by_what_was_judged_meanwhile(tmp_path):
    database = f"sqlite:///{tmp_path}/games.db"
    deeper = FinishedReview(1200, FORM, b"deeper")

    async def both(store) -> FinishedReview:
        await store.keep_review("key", 1200, "{}", 1, deeper)
        await store.keep_finished("key", FinishedReview(300, FORM, b"less deep"))
        await store.keep_review("key", 300, "{}", 2, FinishedReview(300, FORM, b"less deep"))
        return await store.finished_review("key")

    assert await with_store(database, both) == deeper


async def test_a_review_of_another_form_makes_room_for_any_other(tmp_path):
    database = f"sqlite:///{tmp_path}/games.db"
    today = FinishedReview(300, FORM, b"today's")

    async def both(store) -> FinishedReview:
        await store.keep_review("key", 1200, "{}", 1, FinishedReview(1200, "0.1 1", b"earlier"))
        await store.keep_review("key", 300, "{}", 2, today)
        return await store.finished_review("key")

    assert await with_store(database, both) == today
