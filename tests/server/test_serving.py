"""Starting the server from the command line."""

from __future__ import annotations

import socket

import pytest

from stonefield.server import serving
from stonefield.server.settings import Outgoing

WISHES = {
    "bus": None,
    "host": "127.0.0.1",
    "port": 0,
    "open_browser": False,
    "engines": None,
    "workers": "here",
    "public_url": None,
    "trusted_proxies": (),
    "rate": 1.0,
    "keep_days": 0,
    "metrics": (),
    "log_format": "text",
    "log_level": "warning",
    "outgoing": Outgoing(),
    "meeting": None,
}


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


def test_a_port_in_use_is_said_with_the_way_out(database, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert serving.run(**{**WISHES, "port": taken.getsockname()[1]}, database=database) == 1
    assert "choose another with --port" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["stones.example.org", "ftp://x", "https://", "https://[", "http://x:y"])
def test_a_public_address_must_be_one(database, capsys, address):
    assert serving.run(**{**WISHES, "public_url": address}, database=database) == 1
    assert "https://stones.example.org" in capsys.readouterr().err


def test_those_who_may_read_metrics_are_named_by_their_network(database, capsys):
    assert serving.run(**{**WISHES, "metrics": ("everybody",)}, database=database) == 1
    assert "--metrics: 'everybody'" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["amqp://localhost", "localhost:6379", "sqlite:///bus.db"])
def test_a_bus_must_be_one(database, capsys, address):
    assert serving.run(**{**WISHES, "bus": address}, database=database) == 1
    assert f"`{address}`: a bus is redis://" in capsys.readouterr().err


def test_behind_a_proxy_the_public_name_is_answered_to(server_over):
    server = server_over(None, "--public-url", "https://stones.example.org")
    headers = {"Host": "stones.example.org", "Origin": "https://stones.example.org"}
    wishes = {"game": "carnac", "seats": [{"kind": "person"}] * 2}
    assert server.client().post("/api/games", json=wishes, headers=headers).status_code == 201
    headers["Origin"] = "https://other.example.org"
    assert server.client().post("/api/games", json=wishes, headers=headers).status_code == 403


def another_after_too_many(server) -> int:
    """One address asks until it is too much: the answer to another address, as a proxy would name them."""
    with server.client() as client:
        for _ in range(100):
            busy = client.get("/api/health", headers={"X-Forwarded-For": "198.51.100.7"})
            if busy.status_code == 429:
                return client.get("/api/health", headers={"X-Forwarded-For": "198.51.100.8"}).status_code
    raise AssertionError("it never was too much")


def test_behind_a_proxy_each_visitor_has_limits_of_their_own(server_over):
    server = server_over(None, "--rate", "0.01", "--public-url", "https://stones.example.org")
    assert another_after_too_many(server) == 200


def test_without_a_proxy_nobody_says_where_they_come_from(server_over):
    assert another_after_too_many(server_over(None, "--rate", "0.01")) == 429


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("127.0.0.1", serving.LOOPBACK),
        ("::1", serving.LOOPBACK),
        ("localhost", serving.LOOPBACK),
        ("0.0.0.0", ()),
        ("stones.local", ()),
    ],
)
def test_only_on_loopback_are_the_names_known_beforehand(host, names):
    assert serving._hosts(host) == names
