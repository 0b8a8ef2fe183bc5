"""Those who do not read, and those who never say who they are."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.client import connect

from stonefield.server.web import connections
from stonefield.server.web import conversation as sockets

from .page import PATIENCE, Page
from .test_socket import address, closing_code


async def open_deaf_socket(server, game: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket that has said hello, of which nobody reads a byte more."""
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
    writer.write(
        f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame({"type": "hello"}))
    reader._transport.pause_reading()
    return reader, writer


def frame(message: dict) -> bytes:
    """A masked text frame of fewer than 126 bytes."""
    text = json.dumps(message).encode()
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@pytest.mark.full
async def test_a_reader_who_does_not_read_is_dropped_and_costs_little(server_here, monkeypatch):
    monkeypatch.setattr(connections, "STALLED_SECONDS", 1.0)
    largest = 0
    post = sockets.Conversation.post

    def measured(connection, message) -> None:
        nonlocal largest
        post(connection, message)
        largest = max(largest, sum(map(len, connection._outbox)))

    monkeypatch.setattr(sockets.Conversation, "post", measured)
    server = server_here()
    made = server.make_game("Ann", "Ben")
    _, writer = await open_deaf_socket(server, made["game"])
    async with Page(server, made) as page:
        await page.until_state(lambda state: state["watchers"] == 1)
        for number in range(4000):
            writer.write(frame({"type": "move", "id": str(number), "version": 0, "text": "x"}))
        await page.until_state(lambda state: state["watchers"] == 0)
    writer.transport.abort()
    assert largest <= sockets.MOST_WAITING_BYTES


async def test_junk_gives_nobody_more_time_for_hello(server_here, monkeypatch):
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 1.0)
    server = server_here()
    made = server.make_game("Ann", "Ben")
    async with connect(address(server, made["game"]), proxy=None, open_timeout=PATIENCE) as socket:

        async def babble() -> None:
            while True:
                await socket.send('{"type": "dance"}')
                await asyncio.sleep(0.4)

        babbling = asyncio.ensure_future(babble())
        assert await asyncio.wait_for(closing_code(socket), PATIENCE) == 4401
        babbling.cancel()
        await asyncio.gather(babbling, return_exceptions=True)
