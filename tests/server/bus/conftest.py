"""Buses of every kind, over real servers."""

from __future__ import annotations

import contextlib

import pytest

from stonefield.server.bus import LocalBus, make_bus, remote

from ..conftest import ON_POSTGRES
from ..page import PATIENCE

ON_REDIS = pytest.mark.xdist_group("redis")
NOWHERE = "sqlite:///games.db"
"""A database that no bus is made of."""
REMOTE = [pytest.param("postgres", marks=ON_POSTGRES), pytest.param("redis", marks=ON_REDIS)]


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A busy machine is no reason to give up a line; a test that wants this to happen says so."""
    for name in ("PATIENCE_SECONDS", "CONNECTING_SECONDS"):
        monkeypatch.setattr(remote, name, PATIENCE)


@pytest.fixture(params=["local", *REMOTE])
def address(request) -> str | None:
    """The address of a bus of each kind; None: within this process."""
    if request.param == "redis":
        return request.getfixturevalue("redis_server").address
    return request.getfixturevalue("postgres") if request.param == "postgres" else None


@pytest.fixture
async def ends(address):
    """Two ends of one bus, as two processes have them."""
    if address is None:
        one = LocalBus()
        yield one, one
        return
    async with contextlib.AsyncExitStack() as stack:
        buses = [make_bus(address, NOWHERE) for _ in range(2)]
        for bus in buses:
            await stack.enter_async_context(bus.running())
        yield tuple(buses)
