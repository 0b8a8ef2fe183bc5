"""A page whose own engine thinks for the server, and one that cannot yet."""

from __future__ import annotations

import time

import httpx
import pytest
from playwright.sync_api import expect

from server.serverprocess import ServerThread
from stonefield.server.play import page_engine

from .player import PATIENCE

THOUGHT = "stonefield_engine_thinking_seconds_count"
USED = 'stonefield_page_thoughts_total{outcome="used",purpose="move"}'


@pytest.fixture(scope="module")
def counting(page_built, tmp_path_factory):
    """A server that says what its engine was asked."""
    home = tmp_path_factory.mktemp("sparing")
    running = ServerThread(f"sqlite:///{home}/games.db", metrics=("127.0.0.1",)).start()
    yield running
    running.stop()


def counted(server, name: str) -> float:
    """How often something happened on a server."""
    lines = httpx.get(f"{server.url}/metrics", timeout=60).text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def wait_for_folder(server) -> None:
    """Until the folder for browsers is made; where it cannot be made there is nothing to test."""
    deadline = time.monotonic() + 10 * PATIENCE / 1000
    while (answer := httpx.get(f"{server.url}/pocket/pocket.json", timeout=60)).status_code == 202:
        assert time.monotonic() < deadline, "the folder for browsers is not made"
        time.sleep(0.5)
    if answer.status_code != 200:
        pytest.skip(answer.json()["detail"])


def begin(people, server):
    """A game against level 2 on a page that lets its device think."""
    ann = people(settings={"thinkHere": True}, url=server.url)
    seated = server.make_game("Ann", "level 2", board="small")
    ann.sit_down(seated)
    return ann, seated


def play(server, seated: dict, decisions: int) -> None:
    """Decide so often for the person, each time when the engine has answered."""
    for _ in range(decisions):
        state = server.state(seated)
        legal = state["legal"]
        text = legal["answers"][0]["text"] if legal["answers"] else f"{next(iter(legal['placements']))}rw"
        server.play(seated, text)
        while (state := server.state(seated))["status"] == "playing" and state["turn"]["seat"] != 0:
            time.sleep(0.05)


@pytest.mark.full
def test_the_page_decides_for_the_engine_and_the_servers_is_asked_nothing(people, counting, monkeypatch):
    # However slow this machine is, the page is waited for.
    monkeypatch.setattr(page_engine, "MARGIN", PATIENCE / 1000)
    wait_for_folder(counting)
    ann, seated = begin(people, counting)
    with ann.page.expect_websocket() as line:
        ann.page.reload()
    with line.value.expect_event("framesent", lambda sent: '"think_here"' in sent):
        # Its first decision brings the engine.
        play(counting, seated, 1)
    ann.wait_for_turn()
    before = len(counting.state(seated)["moves"])
    asked, used = counted(counting, THOUGHT), counted(counting, USED)
    play(counting, seated, 4)
    moves = counting.state(seated)["moves"]
    expect(ann.page.locator("ol [data-ply]")).to_have_count(len(moves))
    by_engine = sum(move["seat"] == 1 for move in moves[before:])
    assert by_engine > 0
    assert counted(counting, USED) - used == by_engine
    assert counted(counting, THOUGHT) == asked


def test_without_the_files_the_server_thinks(people, counting):
    ann = people(settings={"thinkHere": True}, url=counting.url, expect_errors=True)
    # As a server says while it makes them.
    ann.page.route(
        "**/pocket/pocket.json", lambda route: route.fulfill(status=202, json={"status": "making"})
    )
    seated = counting.make_game("Ann", "level 2", board="small")
    ann.sit_down(seated)
    used = counted(counting, USED)
    with ann.page.expect_response("**/pocket/pocket.json"):
        play(counting, seated, 2)
    assert counted(counting, USED) == used
    expect(ann.page.locator("ol [data-ply]")).to_have_count(len(counting.state(seated)["moves"]))
