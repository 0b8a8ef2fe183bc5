"""What a hint says of the end of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stonefield.engine.thinker import Candidate
from stonefield.games import carnac
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.kinds import KINDS
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.play import prospects
from stonefield.server.play.prospects import prospects_of, reasons_of
from stonefield.study.explain.explainer import reasons

from .ugi_programs import INFO, program
from .working import working


@pytest.fixture
async def jobs(monkeypatch):
    monkeypatch.setattr(prospects, "PATIENCE", 120.0)
    async with working() as jobs:
        yield jobs


async def test_the_end_is_expected_before_a_decision_and_after_its_answer(jobs):
    start = carnac.start("small")
    found = await prospects_of(jobs, start, ["d2rw"], ["E", "b3ww", "N"], Caller("ann"), "game")
    assert found is not None
    assert found.before.tints["e2"] not in (1.0, -1.0)
    assert found.after.tints["e2"] == found.after.tints["f2"] == -1.0
    assert abs(found.after.tints["b3"]) < 1.0, "its answer is the third move of the line"
    assert set(found.after.scores) == {"red", "white"}


async def test_a_line_that_exchanges_the_colours_has_no_prospects(jobs):
    start = carnac.start("small", swap=True)
    assert await prospects_of(jobs, start, ["d2rw", "-"], ["swap", "b3ww"], Caller("ann"), "game") is None


async def test_a_hint_does_not_wait_for_an_engine_that_has_no_outlook(tmp_path, monkeypatch):
    monkeypatch.setattr(prospects, "PATIENCE", 0.2)
    async with working(program(tmp_path, INFO)) as silent:
        assert await prospects_of(silent, carnac.start("small"), [], ["d2rw"], Caller("ann"), "game") is None


@pytest.mark.full
async def test_the_reasons_of_a_hint_are_found_by_a_worker(jobs, monkeypatch):
    asked = []
    do = jobs.do
    monkeypatch.setattr(jobs, "do", lambda *told: asked.append(told[1].__name__) or do(*told))
    start = carnac.parse("carnac small 28 r w2 b2c2r,d2rw?")
    best = Candidate(("E", "b4ww"), 0.7, 0.5, 30, None)
    found = await reasons_of(jobs, start, best, Caller("ann"), "game")
    assert asked == ["good_reasons"]
    hoped = await prospects_of(jobs, start, [], best.moves, Caller("ann"), "game")
    assert [one["code"] for one in found] == [one.code for one in reasons(start, best, hoped)] != []


async def test_a_hint_does_without_reasons_where_workers_have_too_much_to_do():
    full = Jobs(LocalQueue())
    full.queue._kinds = {kind: replace(limits, most_of_one=0) for kind, limits in KINDS.items()}
    best = Candidate(("d2rw",), 0.7, 0.5, 30, None)
    assert await reasons_of(full, carnac.start("small"), best, Caller("ann"), "game") == []
