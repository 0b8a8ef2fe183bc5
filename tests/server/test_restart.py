"""Nothing is lost: not by a restart, not by kill -9 at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest
from websockets.exceptions import WebSocketException

from stonefield.games import find_game

from .page import Page

GAMES = 4


async def test_a_game_goes_on_after_a_restart(server_over):
    server = server_over()
    made = server.make_game("Ann", "open")
    joined = server.join(made)
    ann, ben = Page(server, made), Page(server, joined)
    await ann.connect()
    await ann.move("c4rw")
    await ann.act("offer", kind="draw")
    before = server.state(made)
    assert server.stop() == 0
    server.start()
    after = server.state(made)
    assert {**after, "now": 0, "connected": 0} == {**before, "now": 0, "connected": 0}
    await ann.connect()
    assert ann.heard[-1]["type"] == "update", "what it missed: nothing"
    await ben.connect()
    assert ben.state["offers"][0]["kind"] == "draw"
    assert (await ben.move("E"))["type"] == "accepted"
    assert (await ann.act("move", id="late", version=1, text="c4rw"))["code"] == "stale_move"
    await ann.disconnect()
    await ben.disconnect()


async def test_a_move_sent_again_after_a_crash_is_made_once(server_over):
    server = server_over()
    made = server.make_game("Ann", "Ben")
    page = Page(server, made)
    await page.connect()
    assert (await page.act("move", id="once", version=0, text="c4rw"))["version"] == 1
    server.kill()
    server.start()
    await page.connect()
    assert (await page.act("move", id="once", version=0, text="c4rw"))["version"] == 1
    assert len(server.state(made)["moves"]) == 1
    await page.disconnect()


def test_a_database_that_cannot_be_used_is_said_in_one_line_before_anything_starts(server_over, tmp_path):
    (tmp_path / "text.db").write_text("this is no database, whatever its name says" * 50)
    with pytest.raises(AssertionError) as error:
        server_over(f"sqlite:///{tmp_path}/text.db")
    said = str(error.value).splitlines()[1:]
    assert len(said) == 1
    assert said[0].startswith("stonefield: `sqlite:///")
    assert "not a database" in said[0]


async def play_until_killed(
    server, seated: dict, acknowledged: dict[str, tuple[int, str]], seed: int
) -> None:
    """Random decisions, each noted once it is acknowledged; ends when the server does."""
    chance = random.Random(seed)
    page = Page(server, seated)
    sent: dict[str, str] = {}
    with contextlib.suppress(WebSocketException, OSError, EOFError):
        await page.connect()
        while page.state["status"] == "playing":
            request = f"{seed}-{len(sent)}"
            sent[request] = page.choice(chance)
            answer = await page.act("move", id=request, version=page.state["version"], text=sent[request])
            assert answer["type"] == "accepted", answer
    for message in page.heard:
        if message["type"] == "accepted":
            acknowledged[message["id"]] = (message["version"], sent[message["id"]])
    with contextlib.suppress(Exception):
        await page.disconnect()


async def kill_and_check(server, rounds: int, games: int = GAMES) -> None:
    """Scripted games in the middle of which the server is killed, again and again."""
    chance = random.Random(rounds)
    boards = ("medium", "5x4", "large", "small")
    made = [server.make_game("Ann", "Ben", board=boards[number % 4]) for number in range(games)]
    acknowledged: list[dict[str, tuple[int, str]]] = [{} for _ in made]
    made_moves = 0
    for attempt in range(rounds):
        players = [
            asyncio.create_task(play_until_killed(server, game, noted, attempt * games + number))
            for number, (game, noted) in enumerate(zip(made, acknowledged, strict=True))
        ]
        # Many games take a while to begin, and a busy machine takes longer.
        while attempt == 0 and not any(acknowledged):
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0.02, 0.6) * max(1, games / 10))
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*players)
        await asyncio.to_thread(server.start)
        for number, game in enumerate(made):
            state = server.state(game)
            check(state, acknowledged[number])
            made_moves += len(acknowledged[number])
            if state["status"] == "over":
                made[number] = server.make_game("Ann", "Ben", board=boards[number % 4])
                acknowledged[number] = {}
    assert made_moves, "the server was never killed in the middle of anything"


def check(state: dict, acknowledged: dict[str, tuple[int, str]]) -> None:
    """Every acknowledged move is there, in its place, and the game is whole."""
    position = find_game(state["rules"]).start(**state["options"])
    texts = [move["text"] for move in state["moves"]]
    for text in texts:
        position = position.play(text)
    assert str(position) == state["position"]
    assert (state["status"] == "over") == position.is_over
    for version, text in acknowledged.values():
        assert texts[version - 1] == text
    assert len(texts) <= state["version"]


async def test_killed_at_any_moment_no_acknowledged_move_is_lost(server_over):
    await kill_and_check(server_over(), 3)


@pytest.mark.full
async def test_killed_sixty_times_no_acknowledged_move_is_lost(server_over):
    await kill_and_check(server_over(), 60)


@pytest.mark.full
async def test_killed_with_two_hundred_games_no_acknowledged_move_is_lost(server_over):
    await kill_and_check(server_over(), 5, games=200)


@pytest.mark.full
async def test_killed_over_postgres_no_acknowledged_move_is_lost(server_over, postgres):
    await kill_and_check(server_over(postgres), 20)
