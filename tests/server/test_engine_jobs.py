"""Jobs for engines, with real processes: order, limits, cancelling, crashes."""

from __future__ import annotations

import asyncio
import contextlib
import os

import pytest

from quick import few
from stonefield.engine.thinker import Limits
from stonefield.games import carnac
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.fair_queue import FairQueue
from stonefield.server.jobs.job import HINT, MOVE, OPINION, REVIEW, EngineJob
from stonefield.server.jobs.workers import NICENESS
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas

from .page import PATIENCE, Page
from .ugi_programs import CRASH_ONCE, HELD, INFO, count, program, release
from .working import working

START = str(carnac.start("3x3", stock=3))
QUICK = Limits(nodes=1)


@pytest.fixture
async def jobs_of(tmp_path):
    """Jobs for an engine that does this when it is told to search, or that a command runs."""
    async with contextlib.AsyncExitStack() as stack:

        async def make(go: str | tuple[str, ...]) -> Jobs:
            command = program(tmp_path, go) if isinstance(go, str) else go
            return await stack.enter_async_context(working(command))

        yield make


def job(person: str = "", key: str = "", *, priority: int = MOVE, level: int = 10, limits=QUICK) -> EngineJob:
    """A move to find in a person's game, unless told otherwise."""
    return EngineJob(start=START, limits=limits, priority=priority, level=level, for_whom=person, key=key)


async def until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.05)


async def test_an_engine_answers(jobs_of):
    thought = await (await jobs_of(INFO)).think(job(level=1))
    assert thought.best == "a1rr"
    assert thought.lines[0].win_rate == 0.25


async def test_an_engine_gives_way_to_the_server(jobs_of, tmp_path):
    own = os.getpriority(os.PRIO_PROCESS, 0)
    asked = "open(os.path.join(folder, 'nice'), 'w').write(str(os.getpriority(os.PRIO_PROCESS, 0)));"
    await (await jobs_of(f"{asked} {INFO}")).think(job(level=1))
    assert int((tmp_path / "nice").read_text()) == min(19, own + NICENESS)


async def test_after_a_crash_another_engine_answers(jobs_of, tmp_path):
    thought = await (await jobs_of(CRASH_ONCE)).think(job(level=1))
    assert thought.best == "a1rr"
    assert count(tmp_path, "goes") == 2


async def test_an_engine_that_always_crashes_is_given_up_and_the_workers_live_on(jobs_of, tmp_path):
    jobs = await jobs_of("os._exit(3)")
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            await jobs.think(job(level=1))
        assert refused.value.code == "engine_failed"
    assert count(tmp_path, "goes") == 6


async def test_a_program_that_is_not_there_is_a_refusal(jobs_of, tmp_path):
    jobs = await jobs_of((str(tmp_path / "none"),))
    with pytest.raises(Refusal) as refused:
        await jobs.think(job(level=1))
    assert refused.value.code == "engine_failed"


async def test_cancelling_stops_the_search_and_frees_the_engine(jobs_of, tmp_path):
    jobs = await jobs_of(f"if 'infinite' not in line: {INFO.replace(';', ',')}")
    endless = asyncio.ensure_future(jobs.think(job("a", priority=HINT, limits=Limits(infinite=True))))
    await until(lambda: count(tmp_path, "goes") == 1)
    endless.cancel()
    await until(lambda: count(tmp_path, "stops") == 1)
    assert (await jobs.think(job(level=1))).best == "a1rr"


async def test_what_waits_and_is_cancelled_is_never_begun(jobs_of, tmp_path):
    jobs = await jobs_of("pass")
    first = asyncio.ensure_future(jobs.think(job()))
    await until(lambda: count(tmp_path, "goes") == 1)
    second = asyncio.ensure_future(jobs.think(job()))
    await asyncio.sleep(0)
    second.cancel()
    first.cancel()
    await until(lambda: count(tmp_path, "stops") == 1)
    await asyncio.sleep(0.2)
    assert count(tmp_path, "goes") == 1


async def test_moves_come_before_hints_and_hints_before_opinions(jobs_of, tmp_path):
    jobs = await jobs_of(HELD)
    order = []

    async def ask(name: str, priority: int) -> None:
        await jobs.think(job(key=name, priority=priority))
        order.append(name)

    first = asyncio.ensure_future(ask("first", OPINION))
    await until(lambda: count(tmp_path, "goes") == 1)
    waiting = [
        asyncio.ensure_future(ask(*one)) for one in (("opinion", OPINION), ("hint", HINT), ("move", MOVE))
    ]
    await asyncio.sleep(0)
    release(tmp_path)
    await asyncio.gather(first, *waiting)
    assert order == ["first", "move", "hint", "opinion"]


def any_of(_: EngineJob) -> bool:
    return True


async def test_people_have_equal_shares_however_many_games_they_have():
    queue = FairQueue()
    for number in range(30):
        queue.put(job("many", str(number)))
    order = []
    for turn in range(6):
        if turn == 1:
            queue.put(job("one", "a"))
            queue.put(job("one", "b"))
        taken = queue.take(any_of)
        order.append(taken.for_whom)
        queue.spend(taken, 5.0)
    assert order == ["many", "one", "many", "one", "many", "many"]


async def test_short_work_gets_a_larger_number_of_turns():
    queue = FairQueue()
    for number in range(9):
        queue.put(job("long", str(number)))
        queue.put(job("short", str(number), level=1))
    order = ""
    for _ in range(10):
        taken = queue.take(any_of)
        order += taken.for_whom[0]
        queue.spend(taken, 5.0 if taken.for_whom == "long" else 1.0)
    assert order.count("s") >= 7


async def test_the_games_of_a_person_take_turns():
    queue = FairQueue()
    for game in "aaab":
        queue.put(job("ann", game))
    assert [queue.take(any_of).key for _ in range(4)] == ["a", "b", "a", "a"]


async def test_reviews_run_when_nobody_waits_for_anything_else():
    queue = FairQueue()
    queue.spend(job("player"), 100.0)
    for place in "ab":
        queue.put(job("reviewer", place, priority=REVIEW))
        queue.put(job("player", place, priority=OPINION))
    order = [queue.take(any_of).for_whom for _ in range(4)]
    assert order == ["player", "player", "reviewer", "reviewer"]


async def test_a_low_level_never_waits_for_a_strangers_long_search(jobs_of, tmp_path):
    jobs = await jobs_of(
        f"if len(open(os.path.join(folder, 'goes')).readlines()) > 1: {INFO.replace(';', ',')}"
    )
    long = [asyncio.ensure_future(jobs.think(job("x", str(n)))) for n in range(30)]
    await until(lambda: count(tmp_path, "goes") == 1)
    quick = jobs.think(job("ann", level=1))
    assert (await asyncio.wait_for(quick, PATIENCE)).best == "a1rr"
    for task in long:
        task.cancel()


async def test_one_person_has_only_so_many_engine_games(server_here):
    server = server_here(quotas=Quotas(engine_games=2))
    first = server.make_game("Ann", "level 1")
    async with Page(server, first), Page(server, server.make_game("Ann", "level 1")):
        wishes = {"game": "carnac", "seats": [{"kind": "person"}, {"kind": "engine", "level": 1}]}
        answer = server.client().post("/api/games", json=wishes)
        assert (answer.status_code, answer.json()["code"]) == (429, "engine_busy")
        assert int(answer.headers["retry-after"]) > 0
        assert server.make_game("Ann", "Ben")
    await until(lambda: server.client().post("/api/games", json=wishes).status_code == 201)


async def until_later(server, seconds: float) -> None:
    """Until so much time has passed for the server."""
    due = server.loop.time() + seconds
    with server.hurrying():
        await until(lambda: server.loop.time() > due)


async def test_engines_that_nobody_watches_rest_and_lose_no_time(server_here):
    server = server_here()
    made = server.make_game("level 1", "level 1", clock={"seconds": 60, "increment": 0})
    async with Page(server, made) as page:
        await page.until_state(lambda state: len(state["moves"]) >= 2)
    await until(lambda: server.state(made)["watchers"] == 0)
    before = server.state(made)
    assert before["status"] == "playing"
    await until_later(server, 70)
    after = server.state(made)
    assert after["status"] == "playing", (after["outcome"], before["clock"], after["clock"])
    assert len(after["moves"]) <= len(before["moves"]) + 1
    async with Page(server, made) as page:
        await page.until_state(lambda state: len(state["moves"]) > len(after["moves"]))
        kinds = [change["kind"] for message in page.heard for change in message.get("changes", ())]
        assert "stall" in kinds


@pytest.mark.parametrize("error", few([Refusal("stale_move", "changed elsewhere"), ZeroDivisionError()]))
async def test_an_engine_whose_move_is_not_taken_decides_again_while_it_is_waited_for(
    server_here, monkeypatch, error
):
    server = server_here(pace=0.0)
    made = server.make_game("Ann", "level 1", board="3x3", stock=3)
    async with Page(server, made) as page:
        replica = server.application.rooms.get(made["game"]).replica
        append, failed = replica.append, []

        async def fail_once(decide, request, *more):
            if request.startswith("engine:") and not failed:
                failed.append(request)
                raise error
            return await append(decide, request, *more)

        monkeypatch.setattr(replica, "append", fail_once)
        await page.move("b2rr")
        with server.hurrying():
            await page.until_state(lambda state: len(state["moves"]) > 1)
    assert failed


async def test_waiting_in_the_queue_runs_no_clock(server_here, tmp_path):
    server = server_here(engine_command=program(tmp_path, HELD), pace=0.0)
    slow = server.make_game("level 10", "Ann", board="3x3", stock=3)
    made = server.make_game("Ann", "level 10", board="3x3", stock=3, clock={"seconds": 60, "increment": 0})
    async with Page(server, slow), Page(server, made) as page:
        await until(lambda: count(tmp_path, "goes") == 1)
        await page.move("b2rr")
        await until_later(server, 70)
        release(tmp_path)
        await page.until_state(lambda state: len(state["moves"]) > 1 or state["status"] == "over")
        assert page.state["outcome"] is None
        assert page.state["moves"][1]["clock_ms"] > 0


async def test_whatever_an_engine_fails_with_the_workers_live_on(jobs_of):
    jobs = await jobs_of(("\0",))
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            await asyncio.wait_for(jobs.think(job()), PATIENCE)
        assert refused.value.code == "engine_failed"


async def test_one_person_has_only_so_many_questions_waiting(jobs_of, tmp_path):
    jobs = await jobs_of(HELD)
    asked = [asyncio.ensure_future(jobs.think(job("ann", priority=HINT))) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await jobs.think(job("ann", priority=HINT))
    assert refused.value.code == "engine_busy"
    release(tmp_path)
    await jobs.think(job("ben", priority=HINT))
    await asyncio.gather(*asked)
    await jobs.think(job("ann", priority=HINT))


async def test_a_whole_game_against_the_engine_with_undo_hint_and_win_rate(server):
    made = server.make_game("level 1", "Ann", board="3x3", stock=4)
    async with Page(server, made) as page:
        await page.until_state(lambda state: state["may"]["move"])
        assert page.state["moves"][0]["seat"] == 0
        await page.send(type="winrate", on=True)
        rate = await page.until(lambda message: message["type"] == "winrate")
        assert rate["evaluation"]["colour"] == page.state["seats"][0]["colour"]
        await page.send(type="winrate", on=False)
        await page.send(type="hint", id="help")
        hint = await page.until(lambda message: message["type"] == "hint")
        assert hint["text"] == hint["line"][0]
        assert hint["evaluation"]["colour"] == rate["evaluation"]["colour"]
        await page.move(hint["text"])
        await page.until_state(lambda state: state["may"]["move"] or state["status"] == "over")
        length = len(page.state["moves"])
        answer = await page.act("undo", version=page.state["version"])
        await page.until_state(lambda state: state["version"] >= answer["version"])
        assert len(page.state["moves"]) < length
        assert page.state["undone"]
        while page.state["status"] != "over":
            await page.until_state(lambda state: state["may"]["move"] or state["status"] == "over")
            if page.state["may"]["move"]:
                await page.send(type="hint", id=f"help{page.state['version']}")
                hint = await page.until(lambda message: message["type"] == "hint")
                await page.move(hint["text"])
        assert page.state["outcome"]


async def test_engines_play_each_other_while_somebody_watches(server):
    made = server.make_game("level 1", "level 2", board="3x3", stock=2)
    assert made["state"]["you"]["role"] == "owner"
    assert made["state"]["moves"] == []
    async with Page(server, made, token=None) as page:
        await page.until_state(lambda state: state["status"] == "over")
        assert {move["seat"] for move in page.state["moves"]} == {0, 1}
        await page.send(type="winrate", on=True, ply=1)
        assert (await page.until(lambda message: message["type"] == "winrate"))["ply"] == 1
        await page.send(type="hint", id="after", ply=0)
        assert (await page.until(lambda message: message["type"] == "hint"))["ply"] == 0


async def test_a_hint_is_cancelled(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page:
        await page.send(type="hint", id="h")
        await page.send(type="cancel", id="h")
        assert (await page.until(lambda message: message["type"] == "refused"))["code"] == "cancelled"
        await page.send(type="hint", id="h2")
        await page.move("c4rw")
        while not any(message.get("id") == "h2" for message in page.heard):
            await page.hear()
        assert next(message for message in page.heard if message.get("id") == "h2")["code"] == "cancelled"


async def test_an_engine_keeps_to_the_clock(server):
    made = server.make_game("level 1", "level 1", board="3x3", stock=2, clock={"seconds": 60, "increment": 1})
    async with Page(server, made) as page:
        await page.until_state(lambda state: state["status"] == "over")
        assert page.state["outcome"]["reason"] != "time"
        assert all(move["clock_ms"] > 0 for move in page.state["moves"])
