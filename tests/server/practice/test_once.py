"""What does not change of puzzles and feeds is worked out once, however often it is asked for."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from stonefield.puzzles import puzzle as puzzle_module
from stonefield.server.practice.feeds import MOST_FEEDS
from stonefield.server.store.attempts import Attempt

from ..page import PATIENCE
from .trainee import GAME, Trainee, noted_by, puzzles

PUZZLE = puzzles()[0]


@pytest.fixture
def parsed(monkeypatch) -> Counter[str]:
    """The positions of puzzles that are read while a test runs."""
    seen: Counter[str] = Counter()
    parse = puzzle_module.parse

    def counting(text: str):
        seen[text] += 1
        return parse(text)

    monkeypatch.setattr(puzzle_module, "parse", counting)
    return seen


def warm(server) -> None:
    """Each game's prover is warmed up by the first puzzle that is shown."""
    for game in ("carnac", "caminos"):
        server.client().get(f"/api/puzzles/daily?game={game}").raise_for_status()


@pytest.mark.full
def test_a_feed_is_put_together_once_a_day_language_and_address(server_here, parsed):
    server = server_here()
    warm(server)
    with server.client() as client:
        first = client.get("/api/puzzles/daily.atom")
        parsed.clear()
        for _ in range(3):
            assert client.get("/api/puzzles/daily.atom").content == first.content
        german = client.get("/api/puzzles/daily.atom?lang=de")
        assert german.content != first.content
        assert not parsed, "the puzzles of these days are known"


@pytest.mark.full
def test_a_feed_for_many_addresses_does_not_grow_without_end(server_here):
    server = server_here()
    with server.client() as client:
        for number in range(MOST_FEEDS + 5):
            answer = client.get("/api/puzzles/daily.atom", headers={"Host": f"localhost:{number + 1}"})
            assert f"http://localhost:{number + 1}/" in answer.text
    assert len(server.application.feeds) == MOST_FEEDS


def test_the_position_of_a_puzzle_is_read_once(server_here, parsed):
    server = server_here()
    warm(server)
    paths = [
        f"/api/puzzles/{PUZZLE.name}",
        f"/api/puzzles/endgames/{PUZZLE.name}",
        f"/api/puzzles/daily?game={GAME}",
        "/api/puzzles",
    ]
    with server.client() as client:
        first = [client.get(path).raise_for_status() for path in paths]
        parsed.clear()
        again = [client.get(path).raise_for_status() for path in paths]
    assert not parsed
    assert [one.json() | {"now": 0} for one in again] == [one.json() | {"now": 0} for one in first]


def test_what_players_make_of_a_puzzle_is_shown_with_what_is_kept(server):
    path = f"/api/puzzles/{PUZZLE.name}"
    ann = Trainee(server)
    before = ann.ask("GET", path)
    ann.miss(PUZZLE)
    after = ann.ask("GET", path)
    assert after["tried"] == before["tried"] + 1
    assert after["moment"] == before["moment"]


@pytest.mark.full
def test_a_player_who_has_tried_nearly_everything_gets_what_is_left(server_here):
    """The puzzles near the wanted rating are looked up a few at a time."""
    server = server_here()
    ann = Trainee(server)
    *tried, left = (puzzle for puzzle in puzzles() if "last" in puzzle.themes)
    store = server.application.profile_store

    async def try_all() -> None:
        for number, puzzle in enumerate(tried):
            await store.judge(
                Attempt(ann.id, puzzle.name, GAME, puzzle.rating, True, number, noted_by(ann.id))
            )

    asyncio.run_coroutine_threadsafe(try_all(), server.loop).result(PATIENCE)
    path = f"/api/puzzles/next?game={GAME}&theme=last"
    assert ann.ask("GET", path)["puzzle"]["puzzle"] == left.name
    other = ann.ask("GET", f"{path}&but={left.name}")["puzzle"]["puzzle"]
    assert other in {puzzle.name for puzzle in tried[: len(tried) // 2]}
