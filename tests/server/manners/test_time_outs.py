"""Serial time-outs: from the third rated correspondence game in seven days on the engine judges first."""

from __future__ import annotations

import asyncio

import pytest

from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import parse
from stonefield.ratings.pools import DAY_MS, Standing, rate_game
from stonefield.server.play.judging import Judging
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import GameRows
from stonefield.server.store.rating_rows import MatchEnd
from stonefield.server.store.ratings import RatingStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.time_outs import TimeOutStore

from ..test_rating_rows import add_accounts, held_by

POOL = "carnac-correspondence"
START = "carnac small 28 r w2 c3rw?"
NOW = 100 * DAY_MS


class Opinions:
    """What an engine says, without one."""

    def __init__(self, *win_rates: float | None) -> None:
        self.win_rates, self.asked = list(win_rates), []

    async def think(self, job) -> Thought:
        self.asked.append(job.start)
        parse(job.start)
        win_rate = self.win_rates.pop(0)
        if win_rate is None:
            raise Refusal("engine_failed", "no engine")
        return Thought(1, 1, 0.1, (Candidate(("x",), win_rate, 0.0, 100),))


@pytest.fixture
def store(opened):
    return RatingStore(Reader(opened))


@pytest.fixture
def time_outs(opened, journal):
    return TimeOutStore(Reader(opened), journal)


async def run_out(journal, loser: str = "ann", winner: str = "ben", at: int = NOW, **more) -> str:
    """A game whose seat 0, the loser's, runs out."""
    game = await held_by(journal, loser, winner)
    known = {"pool": POOL, "at": at, "players": (0, 1), "score": 0.0, "ran_out": 0, "position": START}
    await journal.write(GameRows(match=MatchEnd(game=game.id, **{**known, **more})))
    return game.id


async def test_two_games_that_run_out_are_lost_and_a_third_is_judged_first(journal, store, time_outs):
    await add_accounts(journal, "ann", "ben")
    for _ in range(2):
        assert (await store.match(await run_out(journal))).row.score == 0.0
    third = await run_out(journal)
    assert await store.match(third) is None
    assert await time_outs.is_waiting(third)
    before = await store.standings("ann"), await store.standings("ben")
    opinions = Opinions(0.2)
    await Judging(time_outs, opinions).judge()
    assert opinions.asked == [START]
    found = await store.match(third)
    assert (found.row.score, found.row.reason) == (0.2, None)
    assert {change.score for change in found.changes} == {0.2, 0.8}
    assert not await time_outs.is_waiting(third)
    after = await store.standings("ann")
    expected, _ = rate_game(before[0][POOL], before[1][POOL], 0.2, after[POOL].at)
    assert after[POOL] == expected


@pytest.mark.parametrize(("win_rate", "score"), [(0.0, 0.0), (0.35, 0.35), (0.5, 0.5), (0.97, 0.5)])
async def test_nobody_gains_by_letting_a_good_game_run_out(journal, store, time_outs, win_rate, score):
    await add_accounts(journal, "ann", "ben")
    third = [await run_out(journal) for _ in range(3)][-1]
    await Judging(time_outs, Opinions(win_rate)).judge()
    assert (await store.match(third)).row.score == score


async def test_a_game_is_judged_once_whatever_happens(journal, store, time_outs):
    await add_accounts(journal, "ann", "ben")
    third = [await run_out(journal) for _ in range(3)][-1]
    await Judging(time_outs, Opinions(None)).judge()
    assert await time_outs.is_waiting(third), "without an engine it waits"
    await asyncio.gather(*(time_outs.rate(third, rate, NOW) for rate in (0.3, 0.4)))
    standings = await store.standings("ann")
    await time_outs.rate(third, 0.1, NOW)
    assert await store.standings("ann") == standings
    assert standings[POOL].games == 3


async def test_what_is_no_series(journal, store, time_outs):
    await add_accounts(journal, "ann", "ben", "cem")
    await run_out(journal, at=NOW - 8 * DAY_MS)
    await run_out(journal, at=NOW - DAY_MS)
    await run_out(journal, "ben", "ann")
    short = await run_out(journal, score=None, reason="short")
    live = await run_out(journal, pool="carnac-live", ran_out=None)
    last = await run_out(journal, winner="cem")
    for game in (short, live, last):
        assert await store.match(game) is not None
    assert await time_outs.waiting() == []


async def test_the_second_seat_may_be_the_one_that_runs_out(journal, store, time_outs):
    await add_accounts(journal, "ann", "ben")
    third = [await run_out(journal, "ben", "ann", score=1.0, ran_out=1) for _ in range(3)][-1]
    await Judging(time_outs, Opinions(0.1)).judge()
    assert (await store.match(third)).row.score == pytest.approx(0.9)
    assert (await store.standings("ann"))[POOL].rating.rating < Standing().rating.rating
