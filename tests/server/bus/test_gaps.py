"""A line between processes dies, in whichever way, and comes back: nothing is missed for long."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal

import asyncpg
import pytest
from redis.asyncio import Redis

from stonefield.server.bus import BusError, make_bus
from stonefield.server.bus import remote as remote_bus
from stonefield.server.bus.remote import RemoteBus

from ..page import PATIENCE
from .conftest import NOWHERE, ON_POSTGRES, ON_REDIS, REMOTE
from .ears import Ear


@pytest.fixture
async def remote(ends):
    """Two ends, one that hears of versions and gaps at the other, and the way to both."""
    here, there = ends
    ear, gaps = Ear(), Ear()
    there.subscribe("game/a", ear)
    there.on_gap(gaps)
    return here, there, ear, gaps


async def until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


async def kill_connections(address: str) -> None:
    """End the connections of all buses, and of nothing else."""
    if address.startswith("redis"):
        client = Redis.from_url(address)
        for kind in ("pubsub", "normal"):
            await client.execute_command("CLIENT", "KILL", "TYPE", kind)
        await client.aclose()
        return
    connection = await asyncpg.connect(address)
    ended = await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'stonefield bus' AND datname = current_database()"
    )
    assert len(ended) == 2
    await connection.close()


@pytest.mark.parametrize("address", REMOTE, indirect=True)
async def test_after_a_connection_was_killed_everyone_looks_again_and_the_next_version_is_heard(
    remote, address
):
    here, there, ear, gaps = remote
    here.publish("game/a", 1)
    await ear.until(1)
    gaps.heard.clear()
    await kill_connections(address)
    # Whoever is back later than it is sent learns it by looking again.
    here.publish("game/a", 2)
    await gaps.until(None)
    await until(lambda: here.connected and there.connected)
    here.publish("game/a", 3)
    await ear.until(3)


@pytest.fixture
def own_redis(redis_server):
    """A Redis that a test may stop."""
    one = type(redis_server)(redis_server.program).start()
    yield one
    with contextlib.suppress(ProcessLookupError):
        one.process.send_signal(signal.SIGCONT)
    one.stop()


@pytest.fixture
async def over_own_redis(own_redis):
    async with contextlib.AsyncExitStack() as stack:
        buses = [make_bus(own_redis.address, NOWHERE) for _ in range(2)]
        for bus in buses:
            await stack.enter_async_context(bus.running())
        yield (own_redis, *buses)


@ON_REDIS
async def test_what_is_published_while_redis_is_away_is_heard_when_it_is_back(over_own_redis, caplog):
    redis, here, there = over_own_redis
    ear, own, listener = Ear(), Ear(), Ear()
    there.subscribe("game/a", ear)
    here.subscribe("game/a", own)
    there.listen("game/a", listener)
    with caplog.at_level(logging.WARNING):
        redis.stop()
        await until(lambda: not here.connected and not there.connected)
        here.publish("game/a", 4)
        here.publish("game/a", 5)
        here.say("game/a", "too late when it is back")
        await own.until(4, 5)
        redis.start()
        await ear.until(5)
        here.say("game/a", "heard again")
        await until(lambda: here.connected)
        here.say("game/a", "now")
        await listener.until("now")
    assert ear.heard == [5]
    assert "too late when it is back" not in listener.heard
    said = [record.getMessage() for record in caplog.records]
    assert sum("until it is back" in line for line in said) == 2, "each process says it once"
    assert sum("connected again" in line for line in said) == 2


@ON_REDIS
async def test_a_line_that_says_nothing_any_more_is_given_up(over_own_redis, monkeypatch):
    redis, here, there = over_own_redis
    monkeypatch.setattr(remote_bus, "PATIENCE_SECONDS", 0.5)
    redis.process.send_signal(signal.SIGSTOP)
    await until(lambda: not here.connected and not there.connected)
    monkeypatch.setattr(remote_bus, "PATIENCE_SECONDS", PATIENCE)
    redis.process.send_signal(signal.SIGCONT)
    ear = Ear()
    there.subscribe("game/a", ear)
    await until(lambda: here.connected and there.connected)
    here.publish("game/a", 1)
    await ear.until(1)


@ON_REDIS
async def test_a_bus_without_its_server_works_within_the_process(redis_server, caplog):
    nowhere = type(redis_server)(redis_server.program).address
    bus, ear, listener = make_bus(nowhere, NOWHERE), Ear(), Ear()
    with caplog.at_level(logging.WARNING):
        async with bus.running():
            assert not bus.connected
            bus.subscribe("game/a", ear)
            bus.listen("game/a", listener)
            bus.publish("game/a", 1)
            bus.say("game/a", "hello")
            await ear.until(1)
            await listener.until("hello")
    assert nowhere in caplog.text


class DeafLine:
    """Takes everything and hears nothing, like a session behind a pooler of connections."""

    async def send(self, payloads) -> None:
        pass

    async def close(self) -> None:
        pass


async def test_a_line_on_which_a_process_does_not_hear_itself_is_none(monkeypatch, caplog):
    monkeypatch.setattr(remote_bus, "CONNECTING_SECONDS", 0.05)

    async def opening(hear, lost):
        return DeafLine()

    bus = RemoteBus("the bus", opening, 0.0)
    with caplog.at_level(logging.WARNING):
        async with bus.running():
            assert not bus.connected
    assert "what is sent is not heard" in caplog.text


@ON_POSTGRES
async def test_what_others_send_on_the_channel_does_no_harm(postgres):
    bus, ear = make_bus(None, postgres), Ear()
    async with bus.running():
        bus.subscribe("game/a", ear)
        connection = await asyncpg.connect(postgres)
        for payload in ("", "nonsense", "a\x1eb", "a\x1egame/a\tmany", "a\x1egame/a\t7"):
            await connection.execute("SELECT pg_notify('stonefield', $1)", payload)
        await connection.close()
        await ear.until(7)
        assert ear.heard == [7]


@pytest.mark.parametrize("address", REMOTE, indirect=True)
async def test_a_process_that_ends_tells_what_it_has_published_last(remote, address):
    _, _, ear, _ = remote
    leaving = make_bus(address, NOWHERE)
    async with leaving.running():
        leaving.publish("game/a", 1)
    await ear.until(1)


@pytest.mark.parametrize("address", ["sqlite:///games.db", "amqp://host", "games", "", "redis"])
def test_an_address_that_names_no_bus_is_refused(address):
    with pytest.raises(BusError, match="a bus is redis://"):
        make_bus(address, NOWHERE)


def test_an_address_that_redis_cannot_read_is_refused_without_its_password():
    with pytest.raises(BusError, match="redis://host:many/0") as refused:
        make_bus("redis://ann:secret@host:many/0", NOWHERE)
    assert "secret" not in str(refused.value)
