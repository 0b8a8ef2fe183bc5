"""How strong a learner is: games against levels count once, when they end, and only if they were fair."""

from __future__ import annotations

import contextlib

import pytest

from stonefield.engine.game_engine import engine_for
from stonefield.games.game import find_game
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
        await write(count("g1", 2 * DAY, Result(1.0)), mark_helped("g1", "hint"))
        (only,) = await store.counted("ann", "carnac")
        assert only.ended == DAY


@pytest.mark.parametrize("help", ["hint", "chances"])
async def test_a_game_with_help_does_not_count_and_the_first_help_is_the_reason(database, help):
    other = "chances" if help == "hint" else "hint"
    async with stores(database) as (write, store):
        await write(entered("g1"), mark_helped("g1", help), mark_helped("g1", other))
        assert (await store.find("ann", "g1")).reason == help
        await write(count("g1", DAY, Result(1.0)))
        found = await store.find("ann", "g1")
        assert (found.reason, found.score, found.after) == (help, None, None)
        assert await store.find("ben", "g1") is None


async def test_a_rematch_counts_for_the_same_learner_and_begins_without_help(database):
    async with stores(database) as (write, store):
        await write(entered("g1", level=4.5), mark_helped("g1", "hint"), enter_rematch("g1", "g2", 5))
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


async def decide_with_coach(page: Page, count: int = 3) -> None:
    """The same, and stand by it whatever the coach says."""
    answered = 0
    while count or not page.state["may"]["move"]:
        if page.state["may"]["move"]:
            await decide(page, 1)
            count -= 1
        else:
            await page.hear()
        remarks = sum(message["type"] == "coach" for message in page.heard)
        if remarks > answered:
            await page.send(type="go_on")
            answered = remarks


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
    ratings = {game["name"]: game["level_ratings"] for game in catalogue["games"]}
    assert ratings["carnac"] == list(LADDER.ratings)
    assert carnac["rating"] == ratings["carnac"][NEWCOMER - 1]


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
    assert (carnac["games"], carnac["level"], carnac["rating"]) == (
        1,
        told["after"]["level"],
        told["after"]["rating"],
    )
    assert 0 < carnac["rating"] < LADDER.ratings[NEWCOMER - 1]
    assert carnac["deviation"] > 0
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


async def test_chances_are_no_result_and_named_as_the_reason(server, learner):
    made = make(server, learner).json()
    async with Page(server, made) as page:
        await decide(page)
        await page.send(type="winrate", on=True)
        await page.until(lambda message: message["type"] == "winrate")
        told = strength(server, learner, f"games/{made['game']}").json()
        assert (told["status"], told["reason"]) == ("open", "chances")
        await page.send(type="winrate", on=False)
        await page.act("resign")
    told = strength(server, learner, f"games/{made['game']}").json()
    assert (told["status"], told["reason"]) == ("not_counted", "chances")


async def test_only_what_the_player_asks_for_is_help(server, learner):
    """Neither a spectator who asks, nor what is asked after the end."""
    made = make(server, learner).json()
    async with Page(server, made) as page, Page(server, {**made, "token": None}) as spectator:
        await decide(page)
        await spectator.send(type="winrate", on=True)
        refused = await spectator.until(lambda message: message["type"] == "refused")
        assert refused["code"] == "not_for_spectators"
        await page.act("resign")
        await page.send(type="winrate", on=True)
        await page.until(lambda message: message["type"] == "winrate")
    told = strength(server, learner, f"games/{made['game']}").json()
    assert (told["status"], told["reason"]) == ("counted", None)


@pytest.mark.full
async def test_a_game_with_the_coach_counts_unless_something_is_taken_back(server, learner):
    kept, undone = (make(server, learner, coach="blunders").json() for _ in range(2))
    for made in (kept, undone):
        async with Page(server, made) as page:
            await decide_with_coach(page)
            if made is undone:
                await page.act("undo", version=page.state["version"])
            await page.act("resign")
    found = [strength(server, learner, f"games/{one['game']}").json() for one in (kept, undone)]
    assert [(one["status"], one["reason"]) for one in found] == [("counted", None), ("not_counted", "coach")]


async def test_a_rematch_counts_as_well(server, learner):
    made = make(server, learner).json()
    async with Page(server, made) as page:
        await decide(page)
        await page.act("resign")
        await page.act("offer", kind="rematch")
        await page.until_state(lambda state: state["rematch"])
        again = page.state["rematch"]
    async with Page(server, {**made, "game": again}) as page:
        await decide(page)
        await page.act("resign")
    assert strength(server, learner, f"games/{again}").json()["status"] == "counted"


def test_games_that_cannot_count_are_played_all_the_same(server, learner):
    start = {"position": str(find_game("carnac").start(board="small").play("a1rw")), "options": {}}
    for more in (start, {"options": {"board": "5x4"}}):
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
