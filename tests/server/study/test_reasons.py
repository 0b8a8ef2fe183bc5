"""The reasons of reviews and tries: workers find them, and no verdict waits for them."""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
from dataclasses import replace

import pytest

from stonefield.games.game import parse
from stonefield.records import Record
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.play.waiting import Waiting
from stonefield.server.presenting.growing_review import key_of
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import TryRequest
from stonefield.server.settings import Quotas
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.studies.advisor import StudyAdvisor
from stonefield.server.studies.reviews import Reviews
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.web.budgets import Purses
from stonefield.study.documents.record import chapter_of_record

from ..working import working
from .test_stored_reviews import GAME, judged, thoughts

PATIENCE = 60.0
ANN = Caller("ann")
EXPECTED = judged(GAME)


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


class KnownThoughts(Jobs):
    """An engine that has thought about every position already, and tasks that are done here."""

    def __init__(self) -> None:
        super().__init__(LocalQueue())
        self.queue.prepared.set()
        self._known = {GAME.positions[ply].ordered_text: thought for ply, thought in thoughts(GAME).items()}
        self.refusals = 0
        """How many tasks are refused from now on."""
        self.released = asyncio.Event()
        self.released.set()

    async def think(self, job, hear=None):
        known = self._known[Record.of(parse(job.start), job.moves).final.ordered_text]
        nodes = job.limits.nodes
        return replace(known, nodes=nodes, lines=(replace(known.lines[0], visits=nodes),))

    async def outlook(self, job):
        return None

    async def do(self, for_whom, task, *args):
        await self.released.wait()
        if self.refusals:
            self.refusals -= 1
            raise Refusal("busy", "the server has too much to do", retry_after=0.001)
        return json.loads(json.dumps(task(*args)))


class Page:
    """Follows a review."""

    def __init__(self) -> None:
        self.views, self.refused = asyncio.Queue(), []
        self.waiting = Waiting(lambda code, seconds=None: None)

    def reviewed(self, review) -> None:
        self.views.put_nowait(review)

    def review_failed(self, refusal) -> None:
        self.refused.append(refusal)

    async def until(self, wanted):
        async with asyncio.timeout(PATIENCE):
            while not wanted(view := await self.views.get()):
                pass
        return json.loads(json.dumps(view))


@pytest.fixture
async def jobs():
    return KnownThoughts()


@pytest.fixture
def reviews(jobs, store, opened, journal):
    made = Reviews(jobs, store, ExplorerStore(opened, journal))
    yield made
    made.close()


def is_final(view) -> bool:
    return view["final"]


def given(view) -> list[list[str]]:
    return [[claim["code"] for claim in one["given"]] for one in view["decisions"] if one["verdict"]]


async def test_the_reasons_of_a_review_are_found_by_workers(jobs, reviews, store, monkeypatch):
    def explain(*_):
        raise AssertionError("explained in the server's process")

    monkeypatch.setattr(sys.modules["stonefield.study.review"], "explain", explain)
    page = Page()
    async with working() as workers:
        monkeypatch.setattr(jobs, "do", workers.do)
        reviews.follow(GAME, 300, ANN, page)
        view = await page.until(is_final)
    assert view == EXPECTED
    assert all(given(view))
    stored = await store.finished_review(key_of(GAME))
    assert json.loads(gzip.decompress(stored.view)) == view


async def test_first_looks_do_not_wait_for_reasons(jobs, reviews):
    jobs.released.clear()
    page = Page()
    reviews.follow(GAME, 300, ANN, page)
    total = len(thoughts(GAME))
    early = await page.until(lambda view: view["done"] == total)
    assert not early["final"]
    assert any(one["verdict"] for one in early["decisions"])
    assert not any(given(early))
    jobs.released.set()
    assert all(given(await page.until(is_final)))


async def test_reasons_that_are_refused_are_asked_for_again(jobs, reviews):
    jobs.refusals = 7
    page = Page()
    reviews.follow(GAME, 300, ANN, page)
    assert all(given(await page.until(is_final)))
    assert (jobs.refusals, page.refused) == (0, [])


async def test_a_review_without_reasons_is_a_review_and_has_them_after_a_deeper_look(jobs, reviews):
    jobs.refusals = sys.maxsize
    page = Page()
    reviews.follow(GAME, 300, ANN, page)
    view = await page.until(is_final)
    assert (page.refused, any(given(view))) == ([], False)
    assert [one["verdict"] for one in view["decisions"]] == [one["verdict"] for one in EXPECTED["decisions"]]
    jobs.refusals = 0
    deeper = Page()
    reviews.follow(GAME, 1200, ANN, deeper)
    assert all(given(await deeper.until(is_final)))


async def test_a_review_that_nobody_follows_asks_for_no_more_reasons(jobs, reviews):
    jobs.released.clear()
    page = Page()
    key = reviews.follow(GAME, 300, ANN, page)
    await page.until(lambda view: any(one["verdict"] for one in view["decisions"]))
    asking = reviews._running[key].explaining
    reviews.leave(key, page)
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait([asking])
    assert asking.cancelled()


@pytest.fixture
async def room(store):
    rooms = StudyRooms(store, Sources(None, None, None), Quotas())
    purse = Purses(Quotas().scaled(1000)).of(ANN)
    yield (await rooms._keep("", [chapter_of_record(GAME)], ANN, purse)).room
    rooms.close()


@pytest.fixture
def attempt(jobs, reviews, room):
    """Tries the decision of the game after so many others; the answer, or a request and its Refusal."""
    told = asyncio.Queue()
    advisor = StudyAdvisor(room, jobs, reviews, ANN, told.put_nowait, lambda *why: told.put_nowait(why))

    async def ask(ply: int):
        advisor.attempt(TryRequest(type="try", id="t", chapter=1, node=ply, text=GAME.moves[ply]))
        async with asyncio.timeout(PATIENCE):
            return await told.get()

    yield ask
    advisor.close()


@pytest.mark.parametrize("is_right", [True, False])
async def test_a_try_is_judged_without_reasons_where_workers_refuse(jobs, attempt, is_right):
    cost = {one["loss"]: one["ply"] - 1 for one in EXPECTED["decisions"]}
    ply = cost[min(cost) if is_right else max(cost)]
    for refusals in (1, 0):
        jobs.refusals = refusals
        tried = await attempt(ply)
        assert (tried["type"], tried["right"]) == ("tried", is_right)
        assert bool(tried["claims"]) == (refusals == 0)


async def test_a_try_is_answered_even_where_we_made_a_mistake(jobs, attempt, monkeypatch):
    async def think(job, hear=None):
        raise ValueError("a mistake of ours")

    monkeypatch.setattr(jobs, "think", think)
    request, refusal = await attempt(0)
    assert (request, refusal.code) == ("t", "engine_failed")
