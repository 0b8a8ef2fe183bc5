"""What newcomers need: boards, a game to watch, addresses to hand on, and why a record cannot be opened."""

from __future__ import annotations

import ipaddress

import pytest

from stonefield import records
from stonefield.games.game import find_game
from stonefield.server.presenting.showcase import showcase, showcase_record
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import Showcase
from stonefield.server.settings import ServerSettings
from stonefield.server.web.catalogue import list_games
from stonefield.server.web.reach import reachable

from .models import sent


@pytest.mark.parametrize("game", ["carnac", "caminos"])
def test_the_showcase_is_a_whole_game_by_the_rules(server, game):
    shown = server.client().get(f"/api/showcase/{game}").json()
    assert shown == sent(Showcase, showcase(game))
    record = records.read(showcase_record(game))
    assert record.final.is_over
    assert len(shown["scenes"]) == len(record.moves) + 1
    assert [scene["ply"] for scene in shown["scenes"]] == list(range(len(record.moves) + 1))
    assert shown["scenes"][-1]["tops"] == record.final.tops
    assert game in [one["name"] for one in list_games()["games"] if one["showcase"]]


def test_without_a_showcase_it_is_not_found(server):
    assert server.client().get("/api/showcase/chess").json()["code"] == "not_found"
    with pytest.raises(Refusal, match="no game to show"):
        showcase("chess")


def test_the_catalogue_has_every_board_with_its_sides(server):
    listed = {game["name"]: game for game in server.client().get("/api/catalogue").json()["games"]}
    for name, game in listed.items():
        for board in game["boards"]:
            real = find_game(name).start(board=board["name"]).board
            assert tuple(board["squares"]) == real.names
            assert all(set(side) <= set(board["squares"]) for side in board["sides"])
    assert [len(board["sides"]) for board in listed["caminos"]["boards"]] == [4, 4, 8, 8]
    assert [board["sides"] for board in listed["carnac"]["boards"]] == [[], [], []]


def test_a_server_of_this_machine_alone_has_no_address_for_others(server):
    assert server.client().get("/api/addresses").json() == {"addresses": []}


def test_a_server_for_the_network_tells_its_own_machine_where_it_is(server_over):
    server = server_over(None, "--host", "0.0.0.0")
    port = server.url.rpartition(":")[2]
    for address in server.client().get("/api/addresses").json()["addresses"]:
        host, _, told = address.removeprefix("http://").rpartition(":")
        assert told == port
        assert not ipaddress.ip_address(host).is_loopback


def test_strangers_are_not_told_the_addresses_of_the_network():
    settings = ServerSettings(lan_port=8765)
    for client in ("198.51.100.7", "192.168.1.4", "2001:db8::1", "testclient", ""):
        assert reachable(settings, client) == []
    public = ServerSettings(lan_port=8765, origins=("https://stones.example.org",))
    assert reachable(public, "198.51.100.7") == ["https://stones.example.org"]


HEAD = '[Game "carnac"]\n[Board "small"]\n\n'


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (HEAD + "1. c3rw E 2. d3rr", "illegal_record", {"line": 4, "column": 14, "word": "d3rr"}),
        (HEAD + "1. hello", "invalid_record", {"line": 4, "column": 4, "word": "hello"}),
        ("{}", "invalid_record", {"line": 1, "column": 1, "word": ""}),
        (2 * (HEAD + "1. c3rw *\n\n"), "several_records", None),
    ],
)
def test_a_refused_record_says_why_and_where(server, text, code, place):
    problem = server.client().post("/api/imports", json={"text": text}).json()
    assert (problem["code"], problem["place"]) == (code, place), problem
