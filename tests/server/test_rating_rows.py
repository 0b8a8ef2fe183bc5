"""Ratings in the database: a game changes them once, and two servers never wait for each other."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import delete, insert

from stonefield.ratings.glicko import Rating
from stonefield.ratings.pools import DAY_MS, START, Standing, rate_game
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.store import GameRows, Journal, open_database
from stonefield.server.store.account_tables import account_games, accounts
from stonefield.server.store.rating_rows import Level, MatchEnd
from stonefield.server.store.ratings import RatingStore
from stonefield.server.store.reading import Reader

from .agreements import agreement
from .page import PATIENCE

POOL = "carnac-live"
LEVEL = Level(4, Rating(1900, 80))


def account_row(name: str) -> dict:
    numbers = {"created": 1, "touched": 1, "renamed": None}
    return {"id": name, "name": name.title(), **numbers, "language": "en", "mail": None} | {
        "mail_confirmed": False,
        "private": False,
    }


async def add_accounts(journal: Journal, *names: str) -> None:
    rows = [account_row(name) for name in names]
    await journal.write(lambda connection: connection.execute(insert(accounts), rows))


async def held_by(journal: Journal, *names: str | None) -> Agreement:
    """A new game whose holders 0, 1, … are these accounts."""
    game = agreement()
    rows = [
        {"game": game.id, "holder": holder, "account": name, "at": 1, "to_move": False, "ended": None}
        | {"result": None}
        for holder, name in enumerate(names)
    ]

    def work(connection) -> None:
        connection.execute(insert(account_games), rows)

    await journal.write(GameRows([game], also=[work] if rows else []))
    return game


def end(game: Agreement, score: float | None = 1.0, at: int = DAY_MS, **more) -> GameRows:
    found = {"players": (0, 1), "pool": POOL, **more}
    return GameRows(match=MatchEnd(game=game.id, at=at, score=score, **found))


@pytest.fixture
def store(opened):
    return RatingStore(Reader(opened))


async def test_a_game_changes_both_ratings_and_is_noted(journal, store):
    await add_accounts(journal, "ann", "ben")
    game = await held_by(journal, "ann", "ben")
    await journal.write(end(game, advantage=50))
    first, second = rate_game(Standing(), Standing(), 1.0, DAY_MS, advantage=50)
    assert await store.standings("ann") == {POOL: first}
    assert await store.standings("ben") == {POOL: second}
    (row,) = await store.history("ben", POOL, None, 10)
    assert (row.game, row.score, row.name, row.level, row.number) == (game.id, 0.0, "Ann", None, 1)
    assert (row.before, row.rating) == pytest.approx((START.rating, second.rating.rating))
    match = await store.match(game.id)
    assert (match.row.first, match.row.second, match.row.score, match.row.reason) == ("ann", "ben", 1.0, None)
    assert {change.account for change in match.changes} == {"ann", "ben"}
    assert match.names == {"ann": "Ann", "ben": "Ben"}


async def test_a_game_counts_once(journal, store):
    await add_accounts(journal, "ann", "ben")
    game = await held_by(journal, "ann", "ben")
    await journal.write(end(game))
    before = await store.standings("ann")
    await journal.write(end(game, 0.0))
    assert await store.standings("ann") == before
    assert len(await store.history("ann", POOL, None, 10)) == 1


async def test_a_level_stays_as_it_is(journal, store):
    await add_accounts(journal, "ann")
    game = await held_by(journal, "ann")
    await journal.write(end(game, 0.0, players=(LEVEL, 0)))
    (row,) = await store.history("ann", POOL, None, 10)
    assert (row.level, row.opponent, row.score) == (4, None, 1.0)
    _, expected = rate_game(Standing(LEVEL.rating, DAY_MS), Standing(), 0.0, DAY_MS)
    assert (await store.standings("ann"))[POOL] == expected


async def test_games_of_one_batch_follow_each_other(journal, store):
    await add_accounts(journal, "ann", "ben", "cem")
    pairs = [("ann", "ben"), ("ben", "cem"), ("cem", "ann"), ("ann", "ben")]
    games = [await held_by(journal, *pair) for pair in pairs]
    await asyncio.gather(*(journal.write(end(game, at=number)) for number, game in enumerate(games)))
    assert [(await store.standings(name))[POOL].games for name in ("ann", "ben", "cem")] == [3, 3, 2]
    rows = await store.history("ann", POOL, None, 10)
    assert [row.number for row in rows] == [1, 2, 3]
    assert [row.before for row in rows[1:]] == [row.rating for row in rows[:-1]]
    assert [row.number for row in await store.history("ann", POOL, 3, 1)] == [2]


@pytest.mark.parametrize(
    ("holders", "more", "reason"),
    [
        (("ann",), {}, "account_gone"),
        (("ann", None), {}, "account_gone"),
        (("ann", "ann"), {}, "same_account"),
        (("ann", "ben"), {"score": None, "reason": "short"}, "short"),
    ],
)
async def test_a_game_that_does_not_count_says_why(journal, store, holders, more, reason):
    await add_accounts(journal, "ann", "ben")
    game = await held_by(journal, *holders)
    await journal.write(end(game, **more))
    match = await store.match(game.id)
    assert (match.row.reason, match.row.score, match.changes) == (reason, None, [])
    assert await store.standings("ann") == await store.standings("ben") == {}


async def test_a_deleted_account_leaves_the_others_history(journal, store):
    await add_accounts(journal, "ann", "ben")
    game = await held_by(journal, "ann", "ben")
    await journal.write(end(game))
    await journal.write(lambda connection: connection.execute(delete(accounts).where(accounts.c.id == "ann")))
    (row,) = await store.history("ben", POOL, None, 10)
    assert (row.opponent, row.name, row.score) == (None, None, 0.0)
    assert await store.standings("ann") == {}
    assert (await store.match(game.id)).row.first is None


async def test_the_pools_are_apart(journal, store):
    await add_accounts(journal, "ann", "ben")
    for pool in (POOL, "caminos-correspondence"):
        await journal.write(end(await held_by(journal, "ann", "ben"), pool=pool))
    assert {pool: standing.games for pool, standing in (await store.standings("ann")).items()} == {
        POOL: 1,
        "caminos-correspondence": 1,
    }


async def test_two_servers_that_rate_the_same_people_at_once_lose_nothing(database, caplog):
    """Each of many batches holds games of the same players in another order."""
    engines = [await open_database(database) for _ in range(2)]
    journals = [Journal(engine) for engine in engines]
    for journal in journals:
        await journal.claim()
        journal.start()
    names = [f"p{number}" for number in range(6)]
    try:
        await add_accounts(journals[0], *names)
        pairs = [(one, other) for one in names for other in names if one != other]
        games = [await held_by(journals[0], *pair) for pair in pairs]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(
                *(journals[number % 2].write(end(game, at=number)) for number, game in enumerate(games[::-1]))
            )
        store = RatingStore(Reader(engines[0]))
        assert [(await store.standings(name))[POOL].games for name in names] == [10] * 6
        assert "written again" not in caplog.text
    finally:
        for journal, engine in zip(journals, engines, strict=True):
            await journal.close()
            await engine.dispose()
