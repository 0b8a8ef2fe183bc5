"""A link can be cut, silenced and slowed, and works again afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from stonefield.cluster.programs import LOOPBACK

from .links import Link

PATIENCE = 60.0


@pytest.fixture
async def link():
    """A link to a program that says again what it hears."""

    async def echo(reader, writer):
        with contextlib.suppress(OSError):
            while piece := await reader.read(1000):
                writer.write(piece)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(echo, LOOPBACK, 0)
    async with Link(server.sockets[0].getsockname()[1]) as between:
        yield between
    server.close()


async def says(link: Link, text: bytes) -> tuple[bytes, asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(LOOPBACK, link.port)
    writer.write(text)
    return await asyncio.wait_for(reader.read(100), PATIENCE), reader, writer


async def test_what_goes_in_comes_out(link):
    heard, _, writer = await says(link, b"hello")
    assert heard == b"hello"
    writer.close()


async def test_a_cut_ends_connections_and_refuses_new_ones_until_it_is_healed(link):
    _, reader, _ = await says(link, b"hello")
    link.cut()
    assert await ends(reader.read(100))
    assert await ends(says(link, b"again"))
    link.heal()
    assert (await says(link, b"again"))[0] == b"again"


async def ends(reading) -> bool:
    """Whether a connection is closed or reset instead of an answer."""
    try:
        answer = await asyncio.wait_for(reading, PATIENCE)
    except ConnectionError:
        return True
    return answer == b"" or answer[0] == b""


async def test_silence_keeps_what_is_said_until_it_is_healed(link):
    _, reader, writer = await says(link, b"hello")
    link.silence()
    writer.write(b"are you there?")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(100), 0.2)
    link.heal()
    assert await asyncio.wait_for(reader.read(100), PATIENCE) == b"are you there?"


async def test_a_slow_link_takes_its_time(link):
    link.delay = 0.15
    began = time.monotonic()
    assert (await says(link, b"slowly"))[0] == b"slowly"
    assert time.monotonic() - began >= 0.3, "once for each way"
