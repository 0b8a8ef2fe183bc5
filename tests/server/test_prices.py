"""Prices are measured: what every route and every message costs the server, held against its points.

``python -m pytest tests/server/test_prices.py -s`` prints the table.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from statistics import median

import psutil
import pytest

from attack.payloads import long_record
from stonefield.server.app import ROUTERS
from stonefield.server.domain.people.caller import Caller
from stonefield.server.protocol.base import all_messages
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Outgoing, Quotas
from stonefield.server.web.budgets import Purses, Rates
from stonefield.server.web.prices import PricedRoute

from .doors import REFUSED, ROUTES, World
from .measuring import Meter
from .sayings import DONE, IN_A_GAME, IN_A_STUDY, NO_ID, WITH_A_FRIEND, Speaker

FACTOR, SLACK_MS = 2.0, 1.5
"""A door may take so many times its points in milliseconds, and a little more: measuring is not exact."""
KB_A_POINT, SLACK_KB = 64, 512
"""What a request may leave in memory: a person who makes it all day has so many points a second, not more."""
LOOKS = (2, 7, 7, 7, 7)
"""Of this many requests the median counts. A door that seems too cheap is looked at again, and longer: noise
only adds."""

PATIENCE = 20
"""So often a request is made that is told to come again."""


@dataclass
class Row:
    """A door: the median of its milliseconds, and the points that were paid."""

    name: str
    ms: float
    points: float
    kb: float = 0
    """What stays in memory."""
    fault: str = ""

    @property
    def is_too_cheap(self) -> bool:
        is_slow = self.ms > FACTOR * self.points + SLACK_MS
        return is_slow or self.kb > KB_A_POINT * self.points + SLACK_KB

    def __str__(self) -> str:
        ratio = self.ms / self.points
        return f"{self.ms:8.2f} ms {self.kb:7.0f} kB {self.points:8.2f} points {ratio:6.1f}  {self.name}"


@pytest.fixture
def paid(monkeypatch):
    """What is taken from any bucket; how much can be made in a minute is counted elsewhere."""
    points: list[float] = []
    take, spend = Rates.take, Rates.spend

    def take_and_note(self, key, amount=1.0, **how):
        points.append(amount if 100_000 < self.burst < 500_000 else 0)
        return take(self, key, amount, **how)

    def spend_and_note(self, key, amount):
        points.append(amount)
        spend(self, key, amount)

    monkeypatch.setattr(Rates, "take", take_and_note)
    monkeypatch.setattr(Rates, "spend", spend_and_note)
    return points


def routes() -> dict[str, PricedRoute]:
    return {
        f"{method} {route.path}": route
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, PricedRoute)
        for method in route.methods
    }


def test_every_route_is_measured():
    assert set(ROUTES) == set(routes())


def test_a_route_without_a_price_cannot_be_made():
    async def free() -> None:
        """Nothing."""

    with pytest.raises(TypeError, match="/api/free: a route has a price"):
        PricedRoute("/api/free", free)


@pytest.mark.full
def test_no_request_costs_more_than_its_price(server_here, paid):
    # Where messages go is not there: who asks does not wait for that.
    outgoing = Outgoing(smtp="smtp://127.0.0.1:9", telegram="1:a")
    meeting = "Thu 19:00 Europe/Berlin"
    server = server_here(public_url="https://stones.example.org", outgoing=outgoing, meeting=meeting)
    rows = []
    with server.client() as client:
        # Whatever answers is not held against its model: that would be measured too.
        client.event_hooks = {}
        world = World(client)
        world.owners.database = server.database
        for name, doors in ROUTES.items():
            for number, door in enumerate(doors):
                for repeats in LOOKS:
                    row = measured(f"{name} [{number}]", world, door, repeats, paid, refused=name in REFUSED)
                    if not row.is_too_cheap:
                        break
                rows.append(row)
    for row in sorted(rows, key=lambda row: row.points / row.ms):
        print(row)
    assert not [row.fault for row in rows if row.fault]
    assert not [str(row) for row in rows if row.is_too_cheap]


def test_every_message_is_measured():
    known = {saying.type for saying in IN_A_GAME} | {saying.type for saying in IN_A_STUDY}
    assert known == {str(one.model_fields["type"].annotation.__args__[0]) for one in all_messages()}


@pytest.mark.full
async def test_no_message_costs_more_than_its_price(server_here, paid):
    server = server_here()
    with server.client() as client:
        client.event_hooks = {}
        world = World(client)
        game, study = world.game(game="caminos", board="octagon"), world.fat
        friends = server.make_game("Ann", "open")
        server.join(friends)
        url = f"{server.socket_url}/api/{{}}/socket"
        places = (
            (IN_A_GAME, url.format(f"games/{game['game']}"), game["token"]),
            (WITH_A_FRIEND, url.format(f"games/{friends['game']}"), friends["token"]),
            (IN_A_STUDY, url.format(f"studies/{study['study']}"), study["token"]),
        )
        rows = []
        for sayings, address, token in places:
            for number, saying in enumerate(sayings):
                for repeats in LOOKS:
                    row = await said(saying, number, address, token, repeats, paid)
                    if not row.is_too_cheap:
                        break
                rows.append(row)
    for row in sorted(rows, key=lambda row: row.points / row.ms):
        print(row)
    assert not [str(row) for row in rows if row.is_too_cheap]


async def said(saying, number, address, token, repeats, paid) -> Row:
    taken, points, place, meter = [], [], address.split("/")[4], Meter()
    async with Speaker(address, token) as speaker:
        for _ in range(repeats + 1):
            for before in saying.also:
                await speaker.say(before, ("pong",) if before["type"] in NO_ID else DONE)
            await asyncio.sleep(0.02)
            paid.clear()
            meter.begin()
            await speaker.say(saying.message, saying.answers)
            await asyncio.sleep(0.01)
            taken.append(meter.taken())
            points.append(sum(paid))
    return Row(f"{place} {saying.type} [{number}]", median(taken[1:]), median(points[1:]))


def test_what_a_worker_did_is_paid_for_by_whoever_asked(server_here, monkeypatch):
    billed = []
    bill = Purses.bill
    monkeypatch.setattr(
        Purses, "bill", lambda self, who, taken: billed.append((who, taken)) or bill(self, who, taken)
    )
    server = server_here(quotas=Quotas())
    with server.client() as client:
        for _ in range(2):  # the second time it is known already
            answer = client.post("/api/positions", json={"source": long_record(30_000)})
            assert answer.status_code == 200
        refused = client.post("/api/positions", json={"source": "nonsense" * 2_000})
        assert refused.status_code in (200, 422)
    assert [who for who, _ in billed] == ["127.0.0.1"] * 2
    assert billed[0][1] > billed[1][1] >= 0


def test_a_bill_makes_the_next_request_wait():
    purses = Purses(Quotas(requests_per_second=1, burst_seconds=10), now=lambda: 0)
    purses.bill("ann", 1_000)
    with pytest.raises(Refusal) as refused:
        asyncio.run(purses.of(Caller("ann")).pay(1))
    assert refused.value.retry_after == 91, "a hundred points were taken of ten"
    asyncio.run(purses.of(Caller("ben")).pay(1))


def measured(name, world, door, repeats, paid, *, refused=False) -> Row:
    taken, points, held, meter = [], [], [], Meter()
    for _ in range(repeats + 1):
        for _ in range(PATIENCE):
            asked = door(world)
            time.sleep(0.02)  # what is left of the last request is done
            paid.clear()
            meter.begin()
            answer = world.client.request(
                asked.method, asked.path, json=asked.json, params=asked.params, headers=asked.headers
            )
            world.client.cookies.clear()
            if answer.status_code not in (429, 503):
                break
            time.sleep(1)  # what it waits for takes longer here: it says "ask again"
        if not (answer.is_success or (refused and answer.status_code < 500)):
            return Row(name, 1, 1, fault=f"{name}: {answer.text}")
        time.sleep(0.01)
        taken.append(meter.taken())
        points.append(sum(paid))
        held.append(psutil.Process().memory_info().rss / 1_024)
    # The first fills caches; what is made anew each time shows from then on.
    return Row(name, median(taken[1:]), median(points[1:]), (held[-1] - held[1]) / (repeats - 1))
