"""The lobby: games that wait for anyone are listed, taken once, withdrawn, and everyone there hears of it."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import pytest
from websockets.asyncio.client import connect

from stonefield.server.settings import Quotas

from .accounts.browser import Browser
from .conftest import ON_POSTGRES
from .models import check_answer, check_message
from .page import PATIENCE, Page

LIVE = {"seconds": 300, "increment": 3}


def wishes(name: str = "Ann", *, clock: dict | None = None, **options) -> dict:
    """A game for two with anyone; its maker begins."""
    return {
        "game": "carnac",
        "options": options,
        "seats": [{"kind": "person", "name": name}, {"kind": "open"}],
        "clock": clock,
    }


class Person:
    """Someone at an address of their own."""

    def __init__(self, server, name: str, number: int):
        self.name, self.server = name, server
        door = httpx.HTTPTransport(local_address=f"127.0.0.{number}", verify=False)
        hooks = {"response": [check_answer]}
        self.client = httpx.Client(base_url=server.url, transport=door, timeout=PATIENCE, event_hooks=hooks)

    def seek(self, **more):
        clock = more.pop("clock", None)
        return self.client.post("/api/seeks", json={"game": wishes(self.name, clock=clock), **more})

    def take(self, game: str, **more):
        return self.client.post(f"/api/seeks/{game}/take", json={"name": self.name, **more})

    def pair(self, **more):
        clock = more.pop("clock", None)
        return self.client.post("/api/seeks/pair", json={"game": wishes(self.name, clock=clock), **more})

    def lobby(self) -> dict:
        return self.client.get("/api/lobby").json()

    def listed(self) -> list[str]:
        return [seek["game"] for seek in self.lobby()["seeks"]]


@pytest.fixture
def people(server_here):
    """Ann, Ben and Cleo, over one server."""
    server = server_here()
    return tuple(Person(server, name, number) for number, name in enumerate(("Ann", "Ben", "Cleo"), 2))


class LobbyPage:
    """A page that has the lobby open."""

    def __init__(self, server, headers: dict[str, str] | None = None):
        self._url, self._headers = f"{server.socket_url}/api/lobby/socket", headers

    async def __aenter__(self) -> LobbyPage:
        self._socket = await connect(
            self._url, proxy=None, open_timeout=PATIENCE, additional_headers=self._headers
        )
        await self._socket.send(json.dumps({"type": "hello", "token": None}))
        self.view = await self.hear()
        return self

    async def __aexit__(self, *_) -> None:
        await self._socket.close()

    async def hear(self) -> dict:
        text = await asyncio.wait_for(self._socket.recv(), PATIENCE)
        check_message(text, "LobbyServerMessage")
        self.view = json.loads(text)
        return self.view

    async def until(self, wanted) -> dict:
        while not wanted(self.view):
            await self.hear()
        return self.view


# Listed and taken


def test_a_game_is_listed_taken_and_listed_no_more(people):
    ann, ben, _ = people
    made = ann.seek().json()
    (seek,) = ben.lobby()["seeks"]
    assert (seek["game"], seek["maker"]["name"], seek["live"]) == (made["game"], "Ann", False)
    assert "invite" not in json.dumps(seek)
    taken = ben.take(made["game"]).json()
    assert [seat["name"] for seat in taken["state"]["seats"]] == ["Ann", "Ben"]
    assert taken["state"]["status"] == "playing"
    assert ben.listed() == []


def test_of_many_who_want_a_seat_at_once_one_has_it(people):
    ann, ben, _ = people
    game = ann.seek().json()["game"]
    with ThreadPoolExecutor(6) as together:
        answers = list(together.map(lambda _: ben.take(game), range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"seat_taken"}


def test_a_seat_taken_again_with_the_same_token_is_the_same_seat(people):
    ann, ben, _ = people
    game = ann.seek().json()["game"]
    first, second = (ben.take(game, token="t" * 32) for _ in range(2))
    assert first.json()["token"] == second.json()["token"] == "t" * 32


def test_a_friend_who_follows_the_link_takes_it_off_the_list(people):
    ann, ben, _ = people
    made = ann.seek().json()
    joined = ben.client.post(f"/api/games/{made['game']}/join", json={"invite": made["invite"]})
    assert joined.status_code == 200
    assert ben.listed() == []


def test_its_maker_alone_withdraws_it_and_not_after_someone_came(people):
    ann, ben, _ = people
    made = ann.seek().json()
    game, token = made["game"], {"Authorization": f"Bearer {made['token']}"}
    assert ben.client.delete(f"/api/seeks/{game}").status_code == 403
    assert ann.client.delete(f"/api/seeks/{game}", headers=token).status_code == 204
    assert ben.listed() == []
    assert ben.client.get(f"/api/games/{game}").status_code == 404
    made = ann.seek().json()
    ben.take(made["game"])
    token = {"Authorization": f"Bearer {made['token']}"}
    answer = ann.client.delete(f"/api/seeks/{made['game']}", headers=token)
    assert (answer.status_code, answer.json()["code"]) == (409, "seat_taken")


def test_one_person_lists_five_games_at_most(server_here):
    server = server_here(quotas=replace(Quotas().scaled(1000), seeks_listed=5))
    ann, ben = Person(server, "Ann", 2), Person(server, "Ben", 3)
    assert [ann.seek().status_code for _ in range(6)] == [201] * 5 + [429]
    assert ben.seek().status_code == 201


def test_who_has_no_rating_takes_no_game_that_asks_for_one(people):
    ann, ben, _ = people
    answer = ben.take(ann.seek(low=1400).json()["game"])
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_strength")


@pytest.mark.parametrize(
    "more",
    [
        {"low": 1800, "high": 1500},
        {"times": 0},
        {"game": {**wishes(), "seats": [{"kind": "person"}, {"kind": "engine", "level": 3}]}},
        {"game": {**wishes(), "seats": [{"kind": "open"}, {"kind": "open"}]}},
    ],
)
def test_what_no_one_could_take_is_refused(people, more):
    ann, *_ = people
    assert ann.client.post("/api/seeks", json={"game": wishes(), **more}).status_code == 422


def test_a_guest_cannot_be_found_for_another_game(people):
    ann, *_ = people
    answer = ann.seek(times=3)
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_first")


def test_an_account_is_found_for_several_games_one_after_the_other(people):
    _, ben, cleo = people
    with Browser(ben.server) as ann:
        ann.make_account("Ann")
        ann.post("/api/seeks", json={"game": wishes("typed"), "times": 2})
        (first,) = ben.lobby()["seeks"]
        assert first["maker"] == {"name": "Ann", "account": "Ann", "rating": None}
        assert first["times"] == 2
        own = ann.post(f"/api/seeks/{first['game']}/take", json={})
        assert (own.status_code, own.json()["code"]) == (409, "already_seated")
        ben.take(first["game"])
        (second,) = ben.lobby()["seeks"]
        assert (second["maker"]["name"], second["times"]) == ("Ann", 1)
        cleo.take(second["game"])
        assert ben.listed() == []
        assert {game["game"] for game in ann.games()} == {first["game"], second["game"]}
        assert ann.state(second["game"])["you"]["seats"] == [0]
        shown = {game["game"]: game["names"] for game in ben.lobby()["games"]}
        assert shown == {first["game"]: ["Ann", "Ben"], second["game"]: ["Ann", "Cleo"]}


# To be played at once


async def test_a_game_to_be_played_at_once_is_listed_while_its_maker_is_there(server_here):
    server = server_here()
    ann, ben = Person(server, "Ann", 2), Person(server, "Ben", 3)
    made = ann.seek(clock=LIVE).json()
    async with Page(server, made):
        with server.hurrying():
            await asyncio.sleep(0.5)
        assert ben.listed() == [made["game"]]
    with server.hurrying():
        while ben.listed():
            await asyncio.sleep(0.05)


# Quick pairing


def test_who_wishes_for_a_game_takes_the_oldest_that_fits_or_lists_one(people):
    ann, ben, cleo = people
    made = ann.pair().json()
    assert made["state"]["status"] == "waiting"
    other = ben.pair(clock=LIVE).json()
    assert other["game"] != made["game"]
    paired = cleo.pair().json()
    assert (paired["game"], paired["state"]["status"]) == (made["game"], "playing")


def test_no_one_is_paired_with_themselves(people):
    ann, ben, _ = people
    first = ann.pair().json()["game"]
    assert ann.pair(but=[first]).json()["game"] != first
    with Browser(ben.server) as cleo:
        cleo.make_account("Cleo")
        made = [cleo.post("/api/seeks/pair", json={"game": {**wishes(), "clock": LIVE}}) for _ in range(2)]
        assert len({answer.json()["game"] for answer in made}) == 2


def test_who_waits_goes_to_an_older_game_that_fits(people):
    ann, ben, _ = people
    older = ann.seek().json()
    newer = ben.seek().json()
    own = {"game": newer["game"], "token": newer["token"]}
    moved = ben.pair(instead_of=own).json()
    assert (moved["game"], moved["state"]["status"]) == (older["game"], "playing")
    assert ben.listed() == []
    gone = ben.pair(instead_of=own)
    assert (gone.status_code, gone.json()["code"]) == (409, "seat_taken")


def test_the_older_one_waits_on(people):
    ann, ben, _ = people
    older = ann.seek().json()
    ben.seek()
    answer = ann.pair(instead_of={"game": older["game"], "token": older["token"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "waiting")


# What everyone sees


async def test_everyone_in_the_lobby_hears_what_is_new(server_here):
    server = server_here()
    ann, ben = Person(server, "Ann", 2), Person(server, "Ben", 3)
    async with LobbyPage(server) as page:
        assert page.view["people"] == 1
        async with LobbyPage(server):
            await page.until(lambda view: view["people"] == 2)
        await page.until(lambda view: view["people"] == 1)
        made = ann.seek().json()
        await page.until(lambda view: [seek["game"] for seek in view["seeks"]] == [made["game"]])
        ben.take(made["game"])
        await page.until(lambda view: not view["seeks"] and view["games"])
        (shown,) = page.view["games"]
        assert (shown["game"], shown["names"]) == (made["game"], ["Ann", "Ben"])
        server.act(made, "resign")
        with server.hurrying():
            await page.until(lambda view: not view["games"])


@ON_POSTGRES
async def test_the_lobby_of_another_server_hears_it(server_here, postgres):
    here, there = server_here(postgres), server_here(postgres)
    async with LobbyPage(there) as page:
        made = Person(here, "Ann", 2).seek().json()
        await page.until(lambda view: [seek["game"] for seek in view["seeks"]] == [made["game"]])
        async with LobbyPage(here):
            await page.until(lambda view: view["people"] == 2)
