"""What a hint says of the end of the game."""

from __future__ import annotations

import pytest

from stonefield.games import carnac
from stonefield.server.domain.people.caller import Caller
from stonefield.server.play import prospects
from stonefield.server.play.prospects import prospects_of

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
