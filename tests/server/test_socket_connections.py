"""Below the messages of a socket: its handshake, its frames, and whose turn it is on the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
import time
from collections import Counter

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.server import ServerProtocol

from stonefield.server.settings import Quotas
from stonefield.server.web import socket_connection
from stonefield.server.web.conversation import UNREADABLE
from stonefield.server.web.socket import Sockets
from stonefield.server.web.socket_connection import MOST_AFTER_CLOSE, MOST_FRAMES, PIECE, TURN

from .page import PATIENCE, Page
from .test_connections import UPGRADE, answer_of, dial, push

MASKED = b"\0\0\0\0"
EMPTY = b"\x81\x80" + MASKED
"""A text frame with nothing in it: 6 bytes."""
HELLO = b"\x81\x90" + MASKED + b'{"type":"hello"}'
PING = b"\x81\x8f" + MASKED + b'{"type":"ping"}'
"""A message of ours, not a control frame."""
CLOSE = b"\x88\x80" + MASKED
FEW = Quotas(messages_per_second=0.01, burst_seconds=1_000)
"""Ten messages, and no more for a long time."""


def ask_for_socket(server, game: str) -> socket.socket:
    line = dial(server)
    line.sendall(f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: localhost\r\n".encode() + UPGRADE)
    return line


def open_socket(server, game: str) -> socket.socket:
    line = ask_for_socket(server, game)
    assert read_until(line, b"\r\n\r\n").startswith(b"HTTP/1.1 101 ")
    return line


def read_until(line: socket.socket, end: bytes) -> bytes:
    heard = b""
    while end not in heard:
        piece = line.recv(1)
        assert piece, heard
        heard += piece
    return heard


class Turns:
    """What each turn of a server's event loop parses of each socket."""

    def __init__(self, monkeypatch) -> None:
        self.now = 0
        self.bytes: Counter[tuple[int, int]] = Counter()
        self.frames: Counter[tuple[int, int]] = Counter()
        feed, handle = WebSocketsSansIOProtocol.data_received, WebSocketsSansIOProtocol.handle_events

        def fed(connection, data: bytes) -> None:
            self.bytes[self.now, id(connection)] += len(data)
            feed(connection, data)

        def handled(connection) -> None:
            frames = sum(isinstance(event, Frame) for event in connection.conn.events)
            self.frames[self.now, id(connection)] += frames
            handle(connection)

        monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", fed)
        monkeypatch.setattr(WebSocketsSansIOProtocol, "handle_events", handled)

    def count(self, server) -> None:
        """One callback more among all others: it has its turn when they have theirs."""

        def beat() -> None:
            self.now += 1
            server.loop.call_soon(beat)

        server.loop.call_soon_threadsafe(beat)


@pytest.fixture
def turns(monkeypatch):
    return Turns(monkeypatch)


# Frames


@pytest.mark.full
def test_frames_are_parsed_only_as_fast_as_the_application_takes_messages(server_here, turns):
    server = server_here(quotas=FEW)
    game = server.make_game("Ann", "Ben")["game"]
    with contextlib.ExitStack() as lines:
        flooding = [lines.enter_context(open_socket(server, game)) for _ in range(5)]
        turns.count(server)
        for line in flooding:
            line.sendall(HELLO + EMPTY * 40_000)
        with server.client() as client:
            for _ in range(20):
                assert client.get("/api/health").status_code == 200
        assert max(turns.frames.values()) <= PIECE // len(EMPTY) + 1
        # A piece when the socket is opened, one for each pause, and what the budget lets through.
        assert sum(turns.frames.values()) < 5_000


def test_a_long_message_leaves_turns_to_others(server_here, turns):
    server = server_here()
    game = server.make_game("Ann", "Ben")["game"]
    long = json.dumps({"type": "x" * 16_000}).encode()
    with open_socket(server, game) as line:
        turns.count(server)
        line.sendall(HELLO + b"\x81\xfe" + len(long).to_bytes(2, "big") + MASKED + long)
        assert b"invalid" in read_until(line, b"refused")[-5:] + line.recv(65_536)
    assert sum(turns.bytes.values()) > 16_000
    assert max(turns.bytes.values()) <= TURN


def test_all_messages_of_a_burst_are_answered(server):
    game = server.make_game("Ann", "Ben")["game"]
    with open_socket(server, game) as line:
        line.sendall(HELLO + PING * 500)
        heard = b""
        while heard.count(b'"pong"') < 500:
            piece = line.recv(65_536)
            assert piece, heard
            heard += piece


def test_what_is_no_text_is_refused_and_not_logged(server_here, caplog):
    server = server_here()
    with open_socket(server, server.make_game("Ann", "Ben")["game"]) as line:
        line.sendall(HELLO + b"\x81\x81" + MASKED + b"\xff")
        read_until(line, b'"refused"')
        line.sendall(b"\x81\x81" + MASKED + b"\xff" + CLOSE)
        answer_of(line)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_flood_that_does_not_end_is_dropped(server_here, monkeypatch):
    monkeypatch.setattr(socket_connection, "BACKLOG_SECONDS", 0.5)
    server = server_here(quotas=FEW)
    with open_socket(server, server.make_game("Ann", "Ben")["game"]) as line:
        line.sendall(HELLO)
        assert push(line, EMPTY * 10_000, 300_000_000) < 30_000_000


def test_nothing_is_parsed_after_a_close_but_what_was_under_way(server_here, turns):
    server = server_here()
    game = server.make_game("Ann", "Ben")["game"]
    with open_socket(server, game) as line:
        turns.count(server)
        assert push(line, EMPTY * 10_000, 300_000_000) < 30_000_000
    assert sum(turns.frames.values()) <= MOST_AFTER_CLOSE + 2 * PIECE // len(EMPTY)


def test_what_was_under_way_when_the_socket_was_closed_does_no_harm(server):
    game = server.make_game("Ann", "Ben")["game"]
    with open_socket(server, game) as line:
        line.sendall(EMPTY + PING * (MOST_AFTER_CLOSE - 1))
        assert UNREADABLE.to_bytes(2, "big") in line.recv(65_536)
        line.sendall(CLOSE)
        assert line.recv(65_536) == b"", "closed in order"


async def is_hung_up(page: Page) -> bool:
    """Whether the server ends a socket without a word."""
    await asyncio.wait_for(page.socket.wait_closed(), PATIENCE)
    return page.socket.protocol.close_rcvd is None


async def test_a_flood_of_pings_ends_the_socket(server):
    async with Page(server, server.make_game("Ann", "Ben")) as page:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(MOST_FRAMES * 10):
                await page.socket.ping()
        assert await is_hung_up(page)


async def test_a_message_in_a_thousand_parts_ends_the_socket(server):
    async with Page(server, server.make_game("Ann", "Ben")) as page:
        with contextlib.suppress(ConnectionClosed):
            await page.socket.send(" " for _ in range(1_000))
        assert await is_hung_up(page)


# The handshake


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\nHost: localhost\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 9_000 + b"\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n",
    ],
    ids=["long line", "long header", "POST"],
)
@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_what_is_no_handshake_is_refused(request, head, loop):
    server = (
        request.getfixturevalue("server") if loop == "uvloop" else request.getfixturevalue("server_here")()
    )
    with dial(server) as line:
        line.sendall(head + UPGRADE + b"body" * head.startswith(b"POST"))
        answer, _, body = answer_of(line).partition(b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["code"] == "unreadable"


@pytest.fixture
def reluctant_server(server_here, monkeypatch):
    """A server that accepts no socket, and refuses none."""

    async def serve(_, websocket, opening) -> None:
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass

    monkeypatch.setattr(Sockets, "serve", serve)
    return server_here()


def test_a_handshake_has_a_deadline(reluctant_server, monkeypatch):
    monkeypatch.setattr(socket_connection, "HANDSHAKE_SECONDS", 1.0)
    with ask_for_socket(reluctant_server, "x") as line:
        assert answer_of(line).startswith(b"HTTP/1.1 408 ")


def test_frames_wait_for_the_handshake(reluctant_server, monkeypatch, caplog, turns):
    monkeypatch.setattr(socket_connection, "HANDSHAKE_SECONDS", 3.0)
    with ask_for_socket(reluctant_server, "x") as line:
        while not reluctant_server.running.server_state.tasks:
            time.sleep(0.01)
        line.sendall(b"\xff" * 1_000)
        assert answer_of(line).startswith(b"HTTP/1.1 408 ")
    assert sum(turns.bytes.values()) < 1_000
    assert not [record for record in caplog.records if record.name == "asyncio"]


def test_a_socket_that_has_ended_waits_for_no_search_for_garbage(server):
    game = server.make_game("Ann", "Ben")["game"]
    gc.collect()
    gc.disable()
    try:
        for said in (b"", HELLO, CLOSE, b"\xff" * 20):
            line = open_socket(server, game)
            line.sendall(said)
            line.close()
        deadline = time.monotonic() + PATIENCE
        while any(isinstance(thing, ServerProtocol) for thing in gc.get_objects()):
            assert time.monotonic() < deadline, "a connection is still there"
            time.sleep(0.1)
    finally:
        gc.enable()
