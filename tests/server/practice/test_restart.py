"""Kill -9 at any moment: storms, quotas, the coach's remarks and what counts are still there."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from stonefield.server.settings import Quotas

from ..page import Page
from ..test_coach import make as make_coached
from ..test_coach import play_until_remark
from ..test_deleting import RECORD, read
from ..test_strength import decide, strength
from ..test_strength import make as make_rated
from .trainee import GAME, Trainee, puzzles, wrong_at


def kill(server, *people: Trainee) -> None:
    """Kill the server and start it again over the same database."""
    server.kill()
    server.start()
    for each in people:
        each.reconnect(server)


def test_a_storm_continues_with_its_score_and_time(server_over):
    server = server_over()
    ann, bot = Trainee(server), Trainee(server, known=False)
    storm = ann.ask("POST", "/api/puzzles/storm", 201, json={"game": GAME})
    path = f"/api/puzzles/storm/{storm['storm']}/tries"
    by_name = {puzzle.name: puzzle for puzzle in puzzles()}

    def solve(storm: dict) -> dict:
        puzzle, line = by_name[storm["puzzle"]["puzzle"]], []
        while len(line) < len(puzzle.line):
            tried = ann.ask(
                "POST", path, json={"puzzle": puzzle.name, "moves": [*line, puzzle.line[len(line)]]}
            )
            line = tried["moves"] or puzzle.line
        return tried

    def miss(storm: dict) -> dict:
        puzzle = by_name[storm["puzzle"]["puzzle"]]
        wrong = wrong_at(puzzle.start, puzzle.line[0])
        return ann.ask("POST", path, json={"puzzle": puzzle.name, "moves": [wrong]})

    before = miss(solve(storm))
    assert (before["solved"], before["missed"]) == (1, 1)
    kill(server, ann, bot)
    shown = by_name[before["puzzle"]["puzzle"]]
    assert bot.ask("POST", f"/api/puzzles/{shown.name}/solution", 409)["code"] == "in_storm"
    after = solve(before)
    assert (after["solved"], after["missed"], after["ends"]) == (2, 1, before["ends"])
    assert after["best"] == 2
    assert after["puzzle"]["puzzle"] not in {shown.name, storm["puzzle"]["puzzle"]}


def test_what_was_shown_today_at_an_address_is_still_known(server_over):
    server = server_over()
    bot, ann, puzzle = Trainee(server, known=False), Trainee(server), puzzles()[0]
    bot.miss(puzzle)
    kill(server, ann)
    judged = ann.solve(puzzle)["judged"]
    assert (judged["right"], judged["rated"]) == (True, False)


@pytest.mark.full
def test_a_quota_is_still_used_up(server_over):
    server, most = server_over(), Quotas().imports_kept
    with server.client() as client:
        sent = [client.post("/api/imports", json={"text": RECORD.format(one)}) for one in range(most)]
    assert {answer.status_code for answer in sent} == {201}
    assert read(server, "one more").json()["code"] == "too_many"
    kill(server)
    assert read(server, "one more").json()["code"] == "too_many"


async def test_a_remark_waits_for_the_choice_and_is_not_made_again_after_it(server_over, tmp_path):
    server = server_over()
    made = make_coached(server, "inaccuracies", board="5x4").json()
    async with Page(server, made) as page:
        remark = await play_until_remark(page)
        count = len(page.state["moves"])
    kill(server)
    async with Page(server, made) as page:
        again = await page.until(lambda message: message["type"] == "coach")
        assert again["decision"] == remark["decision"]
        assert len(page.state["moves"]) == count
        await page.send(type="go_on")
        await settled(tmp_path / "games.db")
    kill(server)
    async with Page(server, made) as page:
        await page.until_state(lambda state: len(state["moves"]) > count)
        assert not [message for message in page.heard if message["type"] == "coach"]


async def settled(file: Path) -> None:
    """Wait until the player's choice is written."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        for _ in range(2_000):
            if database.execute("SELECT settled FROM remarks").fetchall() == [(1,)]:
                return
            await asyncio.sleep(0.005)
    raise AssertionError("nothing is written")


async def test_a_game_with_a_hint_still_does_not_count(server_over):
    server = server_over()
    profile = server.client().post("/api/learners", json={}).json()
    made = make_rated(server, profile).json()
    async with Page(server, made) as page:
        await decide(page)
        await page.until_state(lambda state: state["may"]["hint"])
        await page.send(type="hint", id="help")
        await page.until(lambda message: message["type"] == "hint")
    kill(server)
    async with Page(server, made) as page:
        await page.act("resign")
    told = strength(server, profile, f"games/{made['game']}").json()
    assert (told["status"], told["reason"]) == ("not_counted", "hint")
