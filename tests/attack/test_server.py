"""An attacker beside an innocent player: nobody is lost, and in the long run the player hardly notices."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import ConnectionClosed

from attack.attackers import attacks, modules
from attack.fuzz import corpus
from attack.suite import AIM_MEMORY, HEAD, suite
from server.page import Page
from server.serverprocess import ServerProcess
from stonefield.server.web.conversation import OUR_MISTAKE

SHORT = dict.fromkeys(
    (
        "hostile_records",
        "deaf_readers",
        "refused_actions",
        *(found[0].__name__ for found in modules().values()),
    )
)
"""Some attacks, at least one of each module."""


@pytest.fixture
def server(tmp_path):
    """A server with its usual limits."""
    running = ServerProcess(f"sqlite:///{tmp_path}/games.db", "--rate", "1").start()
    yield running
    running.kill()


async def test_what_was_found_by_fuzzing_breaks_no_server(tmp_path):
    running = ServerProcess(f"sqlite:///{tmp_path}/games.db").start()
    try:
        made = running.make_game("Ann", "Ben", board="5x4")
        with running.client() as client:
            for body in corpus("body") + corpus("messages"):
                for path in (
                    "games",
                    "imports",
                    f"games/{made['game']}/join",
                    f"games/{made['game']}/actions",
                ):
                    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {made['token']}"}
                    assert client.post(f"/api/{path}", content=body, headers=headers).status_code < 500, body
        codes = set()
        for given in corpus("messages"):
            async with Page(running, made) as page:
                for line in given.split(b"\n"):
                    try:
                        await page.socket.send(line.decode(errors="replace"))
                        await page.socket.send(json.dumps({"type": "ping"}))
                        await page.until(lambda message: message["type"] == "pong")
                    except ConnectionClosed as closed:
                        codes.add(closed.rcvd.code)
                        break
        assert OUR_MISTAKE not in codes
        assert not [line for line in running.said if "Traceback" in line]
    finally:
        running.kill()


@pytest.mark.full
async def test_nobody_is_lost_beside_an_attacker(server):
    print(HEAD)
    for row in await suite(server, list(SHORT), seconds=1, repeats=1, beside=False):
        assert row.faults == []
        assert row.memory < AIM_MEMORY


@pytest.mark.full
@pytest.mark.parametrize("attack", attacks())
async def test_a_player_hardly_notices_an_attack(server, attack):
    print(HEAD)
    for row in await suite(server, [attack], seconds=6, repeats=3):
        assert row.faults + row.missed == []
