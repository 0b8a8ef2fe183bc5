"""People at one table: who is away, the clock that waits for them, greetings, and the speed of engines."""

from __future__ import annotations

import asyncio

import pytest

from .page import Page

CLOCK = {"seconds": 600, "increment": 0}
GRACE = 30_000


def friends(server, **more) -> tuple[dict, dict]:
    """A game between two people: what each of them is told when they sit down."""
    made = server.make_game("Ann", "open", **more)
    return made, server.join(made)


def changes(page: Page, *kinds: str) -> list[tuple[str, int]]:
    """What a page has heard of these kinds: kind and seat."""
    heard = [change for message in page.heard for change in message.get("changes", ())]
    return [(change["kind"], change["seat"]) for change in heard if change["kind"] in kinds]


async def until(wanted) -> None:
    while not wanted():
        await asyncio.sleep(0.01)


# Who is here


async def test_a_player_is_away_some_seconds_after_leaving_and_back_at_once(server_here):
    server = server_here()
    made, joined = friends(server)
    async with Page(server, made) as ann:
        async with Page(server, joined):
            await ann.until_state(lambda state: state["connected"] == [True, True])
        with server.hurrying():
            await ann.until_state(lambda state: state["connected"] == [True, False])
        async with Page(server, joined):
            await ann.until_state(lambda state: state["connected"] == [True, True])


async def test_a_page_that_is_loaded_again_is_not_away(server_here):
    server = server_here()
    made, joined = friends(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.until_state(lambda state: state["connected"] == [True, True])
        ann.heard.clear()
        await ben.disconnect()
        await ben.connect()
        await ann.move("c4rw")
        assert all(message.get("connected", [True, True]) == [True, True] for message in ann.heard)


async def test_a_page_that_promised_a_pulse_and_is_silent_is_away(server_here):
    server = server_here()
    made, joined = friends(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ben.send(type="pulse", next=1)
        await ben.until(lambda message: message["type"] == "pong")
        with server.hurrying():
            await ann.until_state(lambda state: state["connected"] == [True, False])
        await ben.send(type="pulse")
        await ann.until_state(lambda state: state["connected"] == [True, True])


# The clock that waits


async def test_the_clock_waits_for_a_player_who_loses_the_connection_in_their_turn(server_here):
    server = server_here()
    made, joined = friends(server, clock=CLOCK)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.move("c4rw")
        assert ann.state["clock"]["grace_ms"] == [GRACE, GRACE]
        await ben.until_state(lambda state: state["may"]["move"])
        await ben.disconnect()
        with server.hurrying():
            await ann.until_state(lambda state: state["clock"]["away"] == [1])
            await until(lambda: server.state(made)["clock"]["grace_ms"][1] < GRACE / 2)
        waiting = server.state(made)["clock"]
        assert waiting["running"] == 1
        # What had passed before the line broke was theirs, nothing since.
        assert waiting["remaining_ms"][1] > 595_000
        await ben.connect()
        await ann.until_state(lambda state: state["clock"]["away"] == [])
        assert changes(ann, "away", "back") == [("away", 1), ("back", 1)]
        left = ann.state["clock"]["remaining_ms"][1]
        assert left > 595_000
        with server.hurrying():
            await until(lambda: server.state(made)["clock"]["remaining_ms"][1] < left - 5_000)
        assert 0 < server.state(made)["clock"]["grace_ms"][1] < GRACE / 2
        assert server.state(made)["clock"]["grace_ms"][0] == GRACE


async def test_when_the_grace_is_used_up_the_clock_runs_on_and_the_flag_falls(server_here):
    server = server_here()
    made, joined = friends(server, clock={"seconds": 60, "increment": 0})
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.move("c4rw")
        await ben.until_state(lambda state: state["may"]["move"])
        await ben.disconnect()
        with server.hurrying():
            await ann.until_state(lambda state: state["status"] == "over")
        assert ann.state["outcome"]["reason"] == "time"
        assert ann.state["clock"]["remaining_ms"][1] == 0
        assert ann.state["clock"]["grace_ms"] == [10_000, 0]
        assert changes(ann, "away", "back", "time") == [("away", 1), ("time", 1)]


async def test_the_grace_is_used_by_a_player_who_left_before_their_turn_began(server_here):
    server = server_here()
    made, joined = friends(server, clock=CLOCK)
    async with Page(server, made) as ann:
        async with Page(server, joined):
            await ann.until_state(lambda state: state["connected"] == [True, True])
        with server.hurrying():
            await ann.until_state(lambda state: state["connected"] == [True, False])
        assert ann.state["clock"]["away"] == []
        await ann.move("c4rw")
        await ann.until_state(lambda state: state["clock"]["away"] == [1])
        assert ann.state["clock"]["remaining_ms"][1] > 599_000


async def test_nobody_waits_for_a_player_who_was_never_here(server_here):
    server = server_here()
    made, _ = friends(server, clock=CLOCK)
    async with Page(server, made) as ann:
        await ann.move("c4rw")
        with server.hurrying():
            await until(lambda: server.state(made)["clock"]["remaining_ms"][1] < 590_000)
        assert server.state(made)["clock"]["away"] == []


async def test_at_one_screen_and_against_the_engine_no_clock_waits(server_here):
    server = server_here()
    made = server.make_game("Ann", "Ben", clock=CLOCK)
    async with Page(server, made) as ann:
        await ann.move("c4rw")
    with server.hurrying():
        await until(lambda: server.state(made)["clock"]["remaining_ms"][1] < 590_000)
    assert server.state(made)["clock"]["away"] == []


async def test_a_restart_loses_nothing_of_the_grace(server_here):
    server = server_here()
    made, joined = friends(server, clock=CLOCK)
    async with Page(server, made) as ann:
        async with Page(server, joined) as ben:
            await ann.move("c4rw")
            await ben.until_state(lambda state: state["may"]["move"])
        with server.hurrying():
            await until(lambda: server.state(made)["clock"]["grace_ms"][1] < GRACE / 2)
    before = server.state(made)["clock"]
    server.stop()
    server.start(later=3_600)
    after = server.state(made)["clock"]
    assert after["away"] == before["away"] == [1]
    assert after["grace_ms"][1] <= before["grace_ms"][1] + 1_500
    assert after["remaining_ms"] == before["remaining_ms"]
    async with Page(server, joined) as ben:
        await ben.until_state(lambda state: state["clock"]["away"] == [])
        assert ben.state["clock"]["grace_ms"][1] <= before["grace_ms"][1] + 1_500


# What they say to each other


async def test_a_greeting_reaches_the_players_and_nobody_else(server_here):
    server = server_here()
    made, joined = friends(server)
    async with (
        Page(server, made) as ann,
        Page(server, joined) as ben,
        Page(server, made, token=None) as watcher,
    ):
        assert ann.state["may"]["greet"]
        assert not watcher.state["may"]["greet"]
        await ann.send(type="greet", words="luck")
        heard = await ben.until(lambda message: message["type"] == "greeting")
        assert (heard["seat"], heard["words"]) == (0, "luck")
        await ann.until(lambda message: message["type"] == "greeting")
        # One after the other: a second one at once is too many.
        await ann.send(type="greet", words="hello")
        assert (await ann.until(lambda message: message["type"] == "refused"))["code"] == "too_many"
        await watcher.send(type="greet", words="hello")
        assert (await watcher.until(lambda message: message["type"] == "refused"))["code"] == "not_your_seat"
        assert [message for message in watcher.heard if message["type"] == "greeting"] == []


async def test_after_the_end_players_still_thank_each_other(server_here):
    server = server_here()
    made, joined = friends(server)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.act("resign")
        await ann.send(type="greet", words="well_played")
        await ben.until(lambda message: message["type"] == "greeting")


async def test_nobody_greets_the_engine(server_here):
    server = server_here()
    async with Page(server, server.make_game("Ann", "level 1")) as ann:
        assert not ann.state["may"]["greet"]
        await ann.send(type="greet", words="hello")
        assert (await ann.until(lambda message: message["type"] == "refused"))["code"] == "not_your_seat"


# How fast engines play


@pytest.mark.full
async def test_engines_play_as_slowly_as_their_maker_likes(server_here):
    server = server_here()
    made = server.make_game("level 1", "level 1")
    async with Page(server, made) as owner:
        await owner.send(type="speed", speed="slow")
        with server.hurrying():
            await owner.until_state(lambda state: len(state["moves"]) >= 4)
        assert all(move["spent_ms"] > 3_900 for move in owner.state["moves"][1:])


async def test_only_the_maker_sets_the_speed(server_here):
    server = server_here()
    made = server.make_game("level 1", "level 1")
    async with Page(server, made, token=None) as watcher:
        await watcher.send(type="speed", speed="fast")
        assert (await watcher.until(lambda message: message["type"] == "refused"))["code"] == "not_your_seat"
