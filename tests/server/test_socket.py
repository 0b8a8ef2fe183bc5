"""The socket: versions, gaps, repeated ids, refusals, who is here."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .models import check_message
from .page import PATIENCE, Page


async def closing_code(socket) -> int:
    """The code a socket is closed with, whatever comes before."""
    try:
        while True:
            check_message(await asyncio.wait_for(socket.recv(), PATIENCE))
    except ConnectionClosed:
        return socket.close_code


def address(server, game: str) -> str:
    return f"{server.socket_url}/api/games/{game}/socket"


async def test_hello_is_answered_with_the_whole_state(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page:
        assert page.heard[0]["type"] == "state"
        assert page.state["you"]["seats"] == [0, 1]


async def test_a_decision_is_acknowledged_and_then_shown_to_everybody(server):
    made = server.make_game("Ann", "open")
    joined = server.join(made)
    async with Page(server, made) as ann, Page(server, joined) as ben, Page(server, made, token=None) as cid:
        answer = await ann.move("c4rw")
        assert answer == {"type": "accepted", "id": answer["id"], "version": 2}
        assert [message["type"] for message in ann.heard if message["type"] != "presence"] == [
            "state",
            "accepted",
            "update",
        ]
        await ben.until_state(lambda state: state["version"] == 2)
        await cid.until_state(lambda state: state["version"] == 2)
        assert ben.state["legal"]["answers"]
        assert ann.state["legal"] is None
        assert cid.state["legal"] is None
        assert ben.heard[-1]["changes"] == [{"version": 2, "kind": "move", "seat": 0, "detail": "c4rw"}]
        assert [len(page.state["moves"]) for page in (ann, ben, cid)] == [1, 1, 1]


async def test_a_page_that_was_away_gets_what_it_missed(server):
    made = server.make_game("Ann", "Ben")
    away = Page(server, made)
    await away.connect()
    await away.disconnect()
    async with Page(server, made) as page:
        for text in ("c4rw", "E", "a1rr"):
            await page.move(text)
        await page.act("undo", version=page.state["version"])
        await page.move("b1rr")
    await away.connect()
    missed = away.heard[-1]
    assert missed["type"] == "update"
    assert (missed["since"], missed["version"], missed["keep"]) == (0, 5, 0)
    assert [change["kind"] for change in missed["changes"]] == ["move", "move", "move", "undo", "move"]
    assert [move["text"] for move in away.state["moves"]] == ["c4rw", "E", "b1rr"]
    await away.disconnect()


async def test_a_page_keeps_the_moves_that_still_hold(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page, Page(server, made) as other:
        for text in ("c4rw", "E", "a1rr"):
            await page.move(text)
        await other.until_state(lambda state: state["version"] == 3)
        await page.act("undo", version=3)
        await other.until_state(lambda state: state["version"] == 4)
        assert other.heard[-1]["keep"] == 2
        assert other.heard[-1]["moves"] == []
        assert other.state["undone"] == ["a1rr"]
        assert other.state == {**server.state(made), "now": other.state["now"]}


async def test_an_unknown_version_gets_the_whole_state(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page:
        await page.send(type="hello", token=page.token, version=99)
        assert (await page.until(lambda message: message["type"] in ("state", "update")))["type"] == "state"


async def test_the_same_id_again_is_the_same_move(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page:
        first = await page.act("move", id="one", version=0, text="c4rw")
        again = await page.act("move", id="one", version=0, text="c4rw")
        assert first == again
        await page.act("move", id="two", version=1, text="E")
        assert (await page.act("move", id="one", version=0, text="c4rw"))["version"] == 1
        assert [move["text"] for move in server.state(made)["moves"]] == ["c4rw", "E"]
    async with Page(server, made) as page:
        assert (await page.act("move", id="one", version=0, text="c4rw"))["version"] == 1


async def test_ids_of_different_people_do_not_meet(server):
    made = server.make_game("Ann", "open")
    joined = server.join(made)
    async with Page(server, made) as ann, Page(server, joined) as ben:
        await ann.act("move", id="same", version=1, text="c4rw")
        assert (await ben.act("move", id="same", version=2, text="E"))["version"] == 3


async def test_the_same_move_sent_many_times_at_once_is_made_once(server):
    made = server.make_game("Ann", "Ben")
    pages = [Page(server, made) for _ in range(5)]
    for page in pages:
        await page.connect()
    answers = await asyncio.gather(*(page.act("move", id="x", version=0, text="c4rw") for page in pages))
    assert [answer["version"] for answer in answers] == [1] * 5
    assert server.state(made)["version"] == 1
    for page in pages:
        await page.disconnect()


async def test_of_two_different_moves_at_once_one_is_refused_with_the_state(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as one, Page(server, made) as other:
        answers = await asyncio.gather(
            one.act("move", version=0, text="c4rw"), other.act("move", version=0, text="a1rr")
        )
        assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert refused["code"] == "stale_move"
        assert refused["state"]["version"] == 1


async def test_spectators_cannot_move(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made, token=None) as page:
        assert (await page.act("move", version=0, text="c4rw"))["code"] == "not_your_seat"
        assert (await page.act("resign"))["code"] == "not_your_seat"


async def test_a_wrong_token_is_refused_and_shows_nothing(server):
    made = server.make_game("Ann", "Ben")
    page = Page(server, made, token="wrong")
    await page.connect()
    assert page.heard[-1]["code"] == "bad_token"
    assert page.state is None
    await page.disconnect()


async def test_who_is_here_is_told(server):
    made = server.make_game("Ann", "open")
    joined = server.join(made)
    async with Page(server, made) as ann:
        await ann.until_state(lambda state: state["connected"] == [True, False])
        async with Page(server, joined), Page(server, made, token=None):
            await ann.until_state(lambda state: state["connected"] == [True, True] and state["watchers"] == 1)
        await ann.until_state(lambda state: state["connected"] == [True, False] and state["watchers"] == 0)


async def test_earlier_scenes_and_pings_are_answered(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page:
        await page.move("c4rw")
        await page.send(type="scene", ply=0)
        assert (await page.until(lambda message: message["type"] == "scene"))["scene"]["stones"] == []
        await page.send(type="scene", ply=2)
        assert (await page.until(lambda message: message["type"] == "refused"))["code"] == "no_such_ply"
        await page.send(type="ping")
        assert (await page.until(lambda message: message["type"] == "pong"))["version"] == 1


async def test_nonsense_is_refused_and_the_socket_lives_on(server):
    made = server.make_game("Ann", "Ben")
    async with Page(server, made) as page:
        for text, code in (
            ("{", "unreadable"),
            ("[]", "invalid"),
            ('{"type": "dance"}', "invalid"),
            ('{"type": "move", "id": "a", "version": 0}', "invalid"),
            ('{"type": "move", "id": "a b", "version": 0, "text": "c4rw"}', "invalid"),
        ):
            await page.socket.send(text)
            assert (await page.until(lambda message: message["type"] == "refused"))["code"] == code
        assert (await page.move("c4rw"))["type"] == "accepted"


async def test_the_first_message_must_be_hello(server):
    made = server.make_game("Ann", "Ben")
    async with connect(address(server, made["game"]), proxy=None, open_timeout=PATIENCE) as socket:
        await socket.send(json.dumps({"type": "ping"}))
        assert await closing_code(socket) == 4400


async def test_there_must_be_such_a_game(server):
    for game in ("AAAAAAAAAAAAAAAA", "x", "%00"):
        async with connect(address(server, game), proxy=None, open_timeout=PATIENCE) as socket:
            assert await closing_code(socket) == 4404


async def test_a_message_that_is_too_long_closes_the_socket(server):
    made = server.make_game("Ann", "Ben")
    async with connect(address(server, made["game"]), proxy=None, open_timeout=PATIENCE) as socket:
        await socket.send("x" * 20_000)
        assert await closing_code(socket) == 1009


async def test_pages_of_other_sites_get_no_socket(server):
    made = server.make_game("Ann", "Ben")
    with pytest.raises(InvalidStatus) as refused:
        await connect(
            address(server, made["game"]), origin="https://evil.example", proxy=None, open_timeout=PATIENCE
        )
    assert refused.value.response.status_code == 403
    async with connect(address(server, made["game"]), origin=server.url, proxy=None, open_timeout=PATIENCE):
        pass


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("carnac", {"board": "small", "stock": 12, "swap": True}),
        ("carnac", {"board": "5x4", "final_tilt": True, "first": "white"}),
        ("caminos", {"board": "square", "points": True}),
        ("caminos", {"board": "diamond", "neutral": True}),
        ("caminos", {"board": "torus", "players": 4}),
    ],
)
async def test_whole_games_are_played_by_what_the_server_says_is_legal(server, game, options):
    chance = random.Random(str(options))
    people = ["Ann", "Ben", "Cid", "Dan"][: options.get("players", 2)]
    made = server.make_game(*people, game=game, **options)
    async with Page(server, made) as page:
        if options.get("swap"):
            await page.move(page.choice(chance))
            assert page.state["legal"]["swap"]
            await page.move("swap")
            assert [seat["colour"] for seat in page.state["seats"]] == ["white", "red"]
        while page.state["status"] == "playing":
            assert (await page.move(page.choice(chance)))["type"] == "accepted"
        assert page.state["outcome"]["reason"]
        assert page.state["score"]
        assert page.state["legal"] is None
        assert page.state == {**server.state(made), "now": page.state["now"]}
