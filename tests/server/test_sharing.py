"""The limits of a person hold over all servers, within a stated factor."""

from __future__ import annotations

import asyncio

import pytest

from stonefield.server.bus import LocalBus
from stonefield.server.domain.people.caller import Caller
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.web.budgets import Purses, Rates
from stonefield.server.web.sharing import TELL_SECONDS, Sharing

RATE, BURST, SERVERS = 40.0, 200.0, 3
FACTOR = 1 + (SERVERS - 1) / 4
"""What three servers together may give a person, compared with one."""


class Town:
    """Some servers over one bus, and a clock for all of them."""

    def __init__(self, servers: int):
        self.now = 0.0
        bus = LocalBus()
        self.rates = [Rates(RATE, BURST, lambda: self.now) for _ in range(servers)]
        self.sharing = [Sharing(bus, {"requests": rates}) for rates in self.rates]

    async def takes(self, seconds: float, *, key: str = "ann", points: float = 1.0, every: float = 0.05):
        """How many points a person gets who asks all servers as often as they can."""
        taken, told, until = 0.0, self.now, self.now + seconds
        while self.now < until:
            while given := sum(not rates.take(key, points) for rates in self.rates):
                taken += given * points
                await self.hear()
            self.now += every
            if self.now - told >= TELL_SECONDS:
                told = self.now
                for sharing in self.sharing:
                    await sharing.tell()
            await self.hear()
        return taken

    async def hear(self) -> None:
        """What was said arrives."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)


@pytest.mark.parametrize("seconds", [0.05, 1, 5, 60])
async def test_three_servers_give_a_person_at_most_half_as_much_again_as_one(seconds):
    alone = await Town(1).takes(seconds)
    together = await Town(SERVERS).takes(seconds)
    # A little was spent while a message was on its way.
    assert alone <= together <= FACTOR * alone + SERVERS


async def test_what_is_spent_slowly_at_each_server_is_told_every_second():
    town = Town(SERVERS)
    for _ in range(100):
        for rates in town.rates:
            rates.spend("ann", RATE / 2)
        for sharing in town.sharing:
            await sharing.tell()
        await town.hear()
        town.now += 1
    waits = [rates.take("ann") for rates in town.rates]
    # Half as much again as they may have, for a hundred seconds, less what a purse holds.
    assert all(wait == pytest.approx(45, abs=1) for wait in waits)


async def test_what_one_person_spends_is_not_taken_from_another():
    town = Town(SERVERS)
    await town.takes(5)
    assert town.rates[0].take("ben", BURST) == 0.0


async def test_many_people_in_one_second_are_all_told_of():
    town = Town(2)
    names = [f"2001:db8:{number:x}:ffff::/64" for number in range(500)]
    for name in names:
        town.rates[0].spend(name, 20)
    await town.sharing[0].tell()
    await town.hear()
    assert all(town.rates[1].take(name, BURST) > 0 for name in names)


async def test_requests_and_new_games_are_shared():
    bus, purses = LocalBus(), [Purses(Quotas(), now=lambda: 0.0) for _ in range(2)]
    for one in purses:
        Sharing(bus, one.shared)
    ann = Caller("ann")
    for _ in range(30):
        await purses[0].of(ann).pay(0.0, makes=True)
    await asyncio.sleep(0)
    for _ in range(6):
        # Of thirty, the last six were not told yet: less than a quarter of a purse.
        await purses[1].of(ann).pay(0.0, makes=True)
    with pytest.raises(Refusal, match="too many requests"):
        await purses[1].of(ann).pay(0.0, makes=True)
