"""An attacker beside an innocent player: nobody is lost, and in the long run the player hardly notices."""

from __future__ import annotations

import pytest

from attack.attackers import ATTACKS
from attack.suite import AIM_MEMORY, HEAD, suite
from server.serverprocess import ServerProcess

SHORT = ("hostile_records", "deaf_readers", "refused_actions")


@pytest.fixture
def server(tmp_path):
    """A server with its usual limits."""
    running = ServerProcess(f"sqlite:///{tmp_path}/games.db", "--rate", "1").start()
    yield running
    running.kill()


async def test_nobody_is_lost_beside_an_attacker(server):
    print(HEAD)
    for row in await suite(server, SHORT, seconds=2, repeats=1):
        assert row.faults == []
        assert row.memory < AIM_MEMORY


@pytest.mark.full
@pytest.mark.parametrize("attack", ATTACKS)
async def test_a_player_hardly_notices_an_attack(server, attack):
    print(HEAD)
    for row in await suite(server, [attack], seconds=6, repeats=3):
        assert row.faults + row.missed == []
