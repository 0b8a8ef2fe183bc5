"""What counts for a puzzle: profiles with some history, once per address and day; and what is no secret."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from quick import few
from stonefield.puzzles.practice.history import LEAST_ATTEMPTS, LEAST_MS, WIDEST, has_history
from stonefield.puzzles.practice.streak import DAY_MS
from stonefield.ratings.glicko import Rating
from stonefield.server.now import now_ms
from stonefield.server.store import day_notes
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.attempts import Attempt
from stonefield.server.store.day_notes import DayNotes, Kind
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.storms import MOST_OF_ONE
from stonefield.server.store.tables import address_keys, puzzle_notes

from ..page import PATIENCE
from .trainee import GAME, Trainee, noted_by, puzzles, wrong_at

NOW = 20_000 * DAY_MS
PUZZLE = puzzles()[0]
ENDGAME = next(puzzle for puzzle in puzzles() if len(puzzle.line) > 1)
SETTLED = Rating(1500, WIDEST)
TRIED = [NOW - LEAST_MS + number for number in range(LEAST_ATTEMPTS)]


@pytest.mark.parametrize(
    ("tried", "rating", "counts"),
    [
        (TRIED, SETTLED, True),
        (TRIED[:-1], SETTLED, False),
        ([], SETTLED, False),
        ([at + 1 for at in TRIED], SETTLED, False),
        (TRIED, Rating(1500, WIDEST + 1), False),
    ],
)
def test_some_history_is_enough_attempts_a_day_and_a_settled_rating(tried, rating, counts):
    assert has_history(tried, rating, NOW) is counts


# What is noted of a day


async def test_one_profile_at_an_address_counts_for_a_puzzle(journal):
    hashed = await Addresses(journal).today(NOW)

    def notes(address: str, puzzle: str, profile: str) -> DayNotes:
        return DayNotes.of(hashed, NOW, address, puzzle, profile)

    async def claim(kind: Kind, *where: str) -> bool:
        return await journal.write(lambda connection: notes(*where).claim(connection, kind))

    async def release(kind: Kind, *where: str) -> None:
        await journal.write(lambda connection: notes(*where).release(connection, kind))

    assert await claim(Kind.RATED, "10.0.0.1", "p", "ann")
    assert await claim(Kind.RATED, "10.0.0.1", "p", "ann"), "the same one"
    assert not await claim(Kind.RATED, "10.0.0.1", "p", "ben")
    assert await claim(Kind.RATED, "10.0.0.2", "p", "ben")
    assert await claim(Kind.RATED, "10.0.0.1", "q", "ben")
    assert await claim(Kind.VOTED, "10.0.0.1", "p", "ben")
    await release(Kind.RATED, "10.0.0.1", "p", "ben")
    assert not await claim(Kind.RATED, "10.0.0.1", "p", "ben"), "it was not his"
    await release(Kind.RATED, "10.0.0.1", "p", "ann")
    assert await claim(Kind.RATED, "10.0.0.1", "p", "ben")


async def test_the_notes_are_bounded_and_hold_no_address(journal, monkeypatch):
    monkeypatch.setattr(day_notes, "MOST", 50)
    hashed = await Addresses(journal).today(NOW)
    notes = [DayNotes.of(hashed, NOW, "10.0.0.1", f"p{number}") for number in range(80)]
    for one in notes:
        await journal.write(lambda connection, one=one: one.claim(connection, Kind.SHOWN))

    def look(connection) -> tuple[list[bool], list]:
        known = [one.has(connection, Kind.SHOWN) for one in (notes[79], notes[0])]
        return known, connection.execute(select(puzzle_notes)).all()

    known, rows = await journal.write(look)
    assert known == [True, False]
    assert len(rows) == 50
    assert "10.0.0.1" not in str(rows)


async def test_the_notes_end_with_the_day_and_are_the_same_for_all_servers(opened, journal):
    one, other = Addresses(journal), Addresses(journal)
    today, month = await one.today(NOW), await one.this_month(NOW)
    assert (await other.today(NOW))("10.0.0.1") == today("10.0.0.1")
    notes = DayNotes.of(today, NOW, "10.0.0.1", "p")
    await journal.write(lambda connection: notes.claim(connection, Kind.SHOWN))
    tomorrow = await one.today(NOW + DAY_MS)
    assert tomorrow("10.0.0.1") != today("10.0.0.1")
    assert (await Addresses(journal).this_month(NOW))("10.0.0.1") == month("10.0.0.1")

    def keys(connection) -> list[str]:
        return sorted(connection.execute(select(address_keys.c.period)).scalars())

    assert await journal.write(keys) == ["day 20001", f"month {12 * 2024 + 9}"], "yesterday's key is gone"
    store = ProfileStore(Reader(opened), journal)
    assert await store.drop_old_notes(NOW, 10) == 0
    assert await store.drop_old_notes(NOW + DAY_MS, 10) == 1


# Over HTTP


def settled(server) -> Trainee:
    """A player with some history, who has not tried the easiest puzzles."""
    trainee = Trainee(server)
    store = server.application.profile_store

    async def train() -> None:
        for number, puzzle in enumerate(puzzles()[-LEAST_ATTEMPTS:]):
            at = now_ms() - 2 * DAY_MS + number
            notes = noted_by(trainee.id, trainee.id)
            await store.judge(Attempt(trainee.id, puzzle.name, GAME, 1200, number % 2 == 0, at, notes))

    asyncio.run_coroutine_threadsafe(train(), server.loop).result(PATIENCE)
    return trainee


@pytest.mark.full
def test_a_puzzle_moves_once_for_each_address_and_day(server_here):
    server = server_here()
    path = f"/api/puzzles/{PUZZLE.name}"
    new, *known = Trainee(server), settled(server), settled(server)
    shown = [new.ask("GET", path)]
    for each in (new, *known):
        judged = each.try_(PUZZLE, wrong_at(PUZZLE.start, PUZZLE.line[0]))["judged"]
        assert judged["after"]["rating"] < judged["before"]["rating"]
        each.ask("POST", f"{path}/vote", json={"up": False})
        each.ask("POST", f"{path}/report", 204, json={"reason": "unclear"})
        shown.append(each.ask("GET", path))
    assert [one["rating"] > shown[0]["rating"] for one in shown] == [False, False, True, True]
    assert shown[3]["rating"] == shown[2]["rating"]
    assert [one["down"] for one in shown] == [0, 0, 1, 1]
    assert [one["tried"] for one in shown] == [0, 1, 2, 3]
    assert known[0].ask("POST", f"{path}/vote", json={"up": None})["down"] == 0
    assert known[1].ask("POST", f"{path}/vote", json={"up": True})["up"] == 1, "the other one is taken back"


@pytest.mark.parametrize("known", few([False, True]), ids=["without a token", "by another player"])
def test_a_solution_that_was_shown_at_the_address_is_not_rated(server_here, known):
    server = server_here()
    Trainee(server, known=known).miss(PUZZLE)
    ann = Trainee(server)
    judged = ann.solve(PUZZLE)["judged"]
    assert (judged["right"], judged["rated"], judged["due"]) == (True, False, None)
    assert judged["after"] == judged["before"]
    assert ann.progress()["tried"] == 1
    wrong = ann.try_(ENDGAME, wrong_at(ENDGAME.start, ENDGAME.line[0]))["judged"]
    assert wrong["rated"]


@pytest.mark.full
def test_what_would_have_been_better_in_an_endgame_is_a_solution(server_here):
    server = server_here()
    path = f"/api/puzzles/endgames/{PUZZLE.name}/moves"
    wrong = wrong_at(PUZZLE.start, PUZZLE.line[0])
    played = Trainee(server, known=False).ask("POST", path, json={"moves": [wrong]})
    assert not played["kept"]
    assert not Trainee(server).solve(PUZZLE)["judged"]["rated"]


def test_the_puzzle_of_a_running_storm_is_solved_for_no_one_at_its_address(server_here):
    server = server_here()
    ann, bot = Trainee(server), Trainee(server, known=False)
    storm = ann.ask("POST", "/api/puzzles/storm", 201, json={"game": GAME})
    name = storm["puzzle"]["puzzle"]
    (puzzle,) = (one for one in puzzles() if one.name == name)
    wrong = wrong_at(puzzle.start, puzzle.line[0])
    for each in (ann, bot):
        assert each.ask("POST", f"/api/puzzles/{name}/solution", 409)["code"] == "in_storm"
        assert each.try_(puzzle, wrong, status=409)["code"] == "in_storm"
    path = f"/api/puzzles/storm/{storm['storm']}/tries"
    assert ann.ask("POST", path, json={"puzzle": name, "moves": [wrong]})["missed"] == 1
    assert bot.miss(puzzle)["moves"] == list(puzzle.line), "the storm has got to another one"


@pytest.mark.full
def test_the_storms_of_an_address_make_room_for_each_other(server_here):
    server = server_here()
    bot = Trainee(server, known=False)
    begun = [bot.ask("POST", "/api/puzzles/storm", 201, json={"game": GAME}) for _ in range(MOST_OF_ONE + 2)]
    found = []
    for storm in (begun[1], begun[2]):
        path = f"/api/puzzles/storm/{storm['storm']}/tries"
        answer = server.client().post(path, json={"puzzle": "none", "moves": ["a1rr"]})
        found.append(answer.json()["code"])
    assert found == ["no_such_storm", "stale_move"]
