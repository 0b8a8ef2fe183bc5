"""How strong a learner is: games against levels count once, when they end, and only if they were fair."""

from __future__ import annotations

import contextlib

import pytest

from stonefield.engine.game_engine import engine_for
from stonefield.ratings.ladder import NEWCOMER
from stonefield.server.domain.game.rated import Result
from stonefield.server.store import GameRows, Journal, open_database
from stonefield.server.store.journal import Conflict
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.strength import StrengthStore, count, enter, enter_rematch, mark_helped

from .page import Page

LADDER = engine_for("carnac").ladder
DAY = 24 * 3600 * 1000


# In the database


@contextlib.asynccontextmanager
async def stores(database: str):
    """What writes, what reads, and a learner called ann."""
    engine = await open_database(database)
    journal = Journal(engine)
    await journal.claim()
    journal.start()
    await ProfileStore(Reader(engine), journal).add("ann", "hash of her token", 1)

    async def write(*works) -> None:
        await journal.write(GameRows(also=works))

    try:
        yield write, StrengthStore(engine)
    finally:
        await journal.close()
        await engine.dispose()


def entered(game: str, *, level: float = 3, created: int = 1, rules: str = "carnac"):
    return enter(game, "ann", rules=rules, level=level, created=created)


async def test_a_win_raises_a_loss_lowers_and_every_game_has_its_own_place(database):
    async with stores(database) as (write, store):
        await write(entered("g1"), entered("g2", created=2))
        await write(count("g1", DAY, Result(1.0)))
        await write(count("g2", 2 * DAY, Result(0.0)))
        first, second = await store.counted("ann", "carnac")
        assert (first.game, first.score, first.after.elo > LADDER.newcomer.elo) == ("g1", 1.0, True)
        assert second.after.elo < first.after.elo
        assert second.after.deviation < first.after.deviation < LADDER.newcomer.deviation
        expected = first.after.aged(DAY).rated(LADDER.elo_of(3), 0.0)
        assert (second.after.elo, second.after.deviation) == pytest.approx((expected.elo, expected.deviation))
        assert await store.counted("ann", "caminos") == []


async def test_a_game_counts_once(database):
    async with stores(database) as (write, store):
        await write(entered("g1"), count("g1", DAY, Result(1.0)))
        await write(count("g1", 2 * DAY, Result(1.0)), mark_helped("g1"))
        (only,) = await store.counted("ann", "carnac")
        assert only.ended == DAY


async def test_a_game_with_help_does_not_count(database):
    async with stores(database) as (write, store):
        await write(entered("g1"), mark_helped("g1"), count("g1", DAY, Result(1.0)))
        found = await store.find("ann", "g1")
        assert (found.reason, found.score, found.after) == ("hint", None, None)
        assert await store.find("ben", "g1") is None


async def test_a_rematch_counts_for_the_same_learner_and_begins_without_help(database):
    async with stores(database) as (write, store):
        await write(entered("g1", level=4.5), mark_helped("g1"), enter_rematch("g1", "g2", 5))
        await write(enter_rematch("of nobody", "g3", 5), count("g2", DAY, Result(0.5)))
        (only,) = await store.counted("ann", "carnac")
        assert (only.game, only.level, only.score) == ("g2", 4.5, 0.5)


async def test_only_the_latest_games_are_kept(database, monkeypatch):
    monkeypatch.setattr("stonefield.server.store.strength.MOST_COUNTED", 4)
    monkeypatch.setattr("stonefield.server.store.strength.MOST_OTHERS", 2)
    async with stores(database) as (write, store):
        await write(*(entered(f"open{number}", created=number) for number in range(4)))
        assert await store.find("ann", "open1") is None
        assert await store.find("ann", "open2") is not None
        for number in range(7):
            await write(entered(f"g{number}", created=9 + number), count(f"g{number}", number, Result(1.0)))
        kept = await store.counted("ann", "carnac")
        assert [game.game for game in kept] == ["g3", "g4", "g5", "g6"]
        assert kept[-1].after.elo > kept[0].after.elo


async def test_nothing_is_entered_for_somebody_who_is_gone(database):
    async with stores(database) as (write, _):
        with pytest.raises(Conflict):
            await write(enter("g1", "nobody", rules="carnac", level=3, created=1))


# Over HTTP


@pytest.fixture
def learner(server):
    answer = server.client().post("/api/learners", json={})
    assert answer.status_code == 201, answer.text
    return answer.json()


def strength(server, learner, path: str = "strength", **headers):
    headers = headers or {"Authorization": f"Bearer {learner['token']}"}
    return server.client().get(f"/api/learners/{learner['learner']}/{path}", headers=headers)


def make(server, learner, *, level: float = 1, **more):
    wishes = {
        "game": "carnac",
        "options": {"board": "small"},
        "seats": [{"kind": "person", "name": "Ann"}, {"kind": "engine", "level": level}],
        "learner": learner["token"],
    }
    return server.client().post("/api/games", json={**wishes, **more})


async def decide(page: Page, count: int = 3) -> None:
    """Decide so often, whatever there is to decide."""
    for _ in range(count):
        await page.until_state(lambda state: state["may"]["move"])
        legal = page.state["legal"]
        text = legal["answers"][0]["text"] if legal["answers"] else f"{next(iter(legal['placements']))}ww"
        await page.move(text)


def test_a_newcomer_meets_a_newcomers_level(server, learner):
    found = strength(server, learner).json()
    assert found["learner"] == learner["learner"]
    by_rules = {game["rules"]: game for game in found["games"]}
    assert set(by_rules) == {"carnac", "caminos"}
    carnac = by_rules["carnac"]
    assert (carnac["level"], carnac["games"], carnac["puzzles"], carnac["graph"]) == (NEWCOMER, 0, False, [])
    assert carnac["low"] < NEWCOMER < carnac["high"]
    catalogue = server.client().get("/api/catalogue").json()
    assert [game["newcomer"] for game in catalogue["games"]] == [NEWCOMER, NEWCOMER]


async def test_a_lost_game_against_a_level_moves_the_strength_down_once(server, learner):
    made = make(server, learner).json()
    assert strength(server, learner, f"games/{made['game']}").json()["status"] == "open"
    async with Page(server, made) as page:
        await decide(page)
        await page.act("resign")
    told = strength(server, learner, f"games/{made['game']}").json()
    assert (told["status"], told["reason"]) == ("counted", None)
    assert told["before"]["level"] == NEWCOMER
    assert told["after"]["level"] < NEWCOMER
    (carnac,) = [game for game in strength(server, learner).json()["games"] if game["rules"] == "carnac"]
    assert (carnac["games"], carnac["level"], carnac["elo"]) == (
        1,
        told["after"]["level"],
        told["after"]["elo"],
    )
    (point,) = carnac["graph"]
    assert (point["game"], point["against"], point["score"]) == (made["game"], 1, 0)


async def test_a_hint_or_something_taken_back_is_no_result(server, learner):
    helped, undone = make(server, learner).json(), make(server, learner).json()
    async with Page(server, helped) as page:
        await decide(page)
        await page.until_state(lambda state: state["may"]["hint"])
        await page.send(type="hint", id="help")
        await page.until(lambda message: message["type"] == "hint")
        await page.act("resign")
    async with Page(server, undone) as page:
        await decide(page)
        await page.act("undo", version=page.state["version"])
        await page.act("resign")
    reasons = [strength(server, learner, f"games/{one['game']}").json() for one in (helped, undone)]
    assert [(one["status"], one["reason"]) for one in reasons] == [
        ("not_counted", "hint"),
        ("not_counted", "takeback"),
    ]


def test_games_that_cannot_count_are_played_all_the_same(server, learner):
    for more in ({"coach": "blunders"}, {"options": {"board": "5x4"}}):
        made = make(server, learner, **more)
        assert made.status_code == 201
        told = strength(server, learner, f"games/{made.json()['game']}").json()
        assert (told["status"], told["reason"]) == ("not_counted", "unrated")


def test_a_level_between_two_sits_at_the_table(server, learner):
    made = make(server, learner, level=4.5).json()
    assert [seat["level"] for seat in made["state"]["seats"]] == [None, 4.5]
    whole = make(server, learner, level=4.0)
    assert b'"level":4,' in whole.content
    refused = make(server, learner, level=4.55)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert "tenths" in refused.json()["detail"]


def test_somebody_elses_strength_is_nobodys_business(server, learner):
    other = server.client().post("/api/learners", json={}).json()
    for path in ("strength", "games/x"):
        for headers in ({"Authorization": f"Bearer {other['token']}"}, {"X-None": ""}):
            refused = strength(server, learner, path, **headers)
            assert (refused.status_code, refused.json()["code"]) == (401, "bad_learner")
    refused = make(server, {"token": "x" * 43})
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_learner")
