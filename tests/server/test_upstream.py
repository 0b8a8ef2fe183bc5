"""What our connections override and use of uvicorn and websockets is still there, and still does the same.

pyproject.toml admits only versions that these tests have passed. If one fails after an update, read what the
library has changed, follow it in `web/connections.py`, `http_connection.py` or `socket_connection.py`, and
raise the limit in pyproject.toml then.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from importlib.metadata import version

import pytest
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

from stonefield.server.serving import Server
from stonefield.server.settings import Quotas
from stonefield.server.web.connections import Config, Door, Guarded
from stonefield.server.web.http_connection import HttpConnection
from stonefield.server.web.socket_connection import SocketConnection

from .test_connections import UPGRADE

VERSIONS = (
    f"uvicorn {version('uvicorn')}, websockets {version('websockets')}, httptools {version('httptools')}"
)
PAIRS = [
    (HttpConnection, HttpToolsProtocol),
    (SocketConnection, WebSocketsSansIOProtocol),
    (Guarded, HttpToolsProtocol),
    (Guarded, WebSocketsSansIOProtocol),
    (Server, uvicorn.Server),
]
USED = {
    HttpToolsProtocol: ("transport", "loop", "cycle", "pipeline", "headers"),
    WebSocketsSansIOProtocol: (
        *("transport", "loop", "conn", "queue"),
        *("read_paused", "handshake_initiated", "handshake_complete", "close_sent", "disconnected"),
    ),
    RequestResponseCycle: ("response_started", "response_complete", "more_body"),
    uvicorn.Server: ("config", "servers", "started", "force_exit"),
    ServerProtocol: ("handshake_exc", "parser_exc", "events"),
}
"""Attributes that our classes read."""
HEAD = b"GET /socket HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE
EMPTY, CLOSE = b"\x81\x80\0\0\0\0", b"\x88\x80\0\0\0\0"


def of(upstream: type) -> str:
    return f"{upstream.__module__}.{upstream.__name__} ({VERSIONS})"


def own(ours: type) -> dict[str, object]:
    return {name: value for name, value in vars(ours).items() if not name.startswith("__")}


async def application(scope, receive, send) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.Event().wait()


class Wire(asyncio.Transport):
    """Notes what a protocol does to its transport."""

    def __init__(self) -> None:
        super().__init__()
        self.reading, self.closing, self.written = True, False, b""

    def get_extra_info(self, name, default=None):
        return default

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def write(self, data) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing


def made(upstream: type):
    """One of uvicorn's protocols, as it makes them, and its wire."""
    config = uvicorn.Config(application, ws_per_message_deflate=False)
    config.load()
    protocol, wire = upstream(config=config, server_state=ServerState(), app_state={}), Wire()
    protocol.connection_made(wire)
    return protocol, wire


async def example(upstream: type) -> object:
    if upstream in (HttpToolsProtocol, WebSocketsSansIOProtocol):
        return made(upstream)[0]
    if upstream is RequestResponseCycle:
        protocol, _ = made(HttpToolsProtocol)
        protocol.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return protocol.cycle
    if upstream is uvicorn.Server:
        server = uvicorn.Server(uvicorn.Config(application))
        server.servers = getattr(server, "servers", [])  # set when it starts
        return server
    return ServerProtocol()


@pytest.mark.parametrize(("ours", "upstream"), PAIRS, ids=lambda one: one.__name__)
def test_every_method_overrides_one_that_is_there(ours, upstream):
    for name, method in own(ours).items():
        if name.startswith("_") or not callable(method):
            continue
        theirs = getattr(upstream, name, None)
        assert theirs is not None, (
            f"{of(upstream)} has no `{name}` any more: {ours.__name__} overrides nothing"
        )
        wanted, found = (list(inspect.signature(one).parameters) for one in (method, theirs))
        assert wanted == found, f"`{name}` of {of(upstream)} takes {found}, {ours.__name__} expects {wanted}"
        both = inspect.iscoroutinefunction(method), inspect.iscoroutinefunction(theirs)
        assert both[0] == both[1], f"`{name}` of {of(upstream)} is a coroutine now, or none any more"


@pytest.mark.parametrize(("ours", "upstream"), PAIRS, ids=lambda one: one.__name__)
async def test_no_name_of_ours_is_taken(ours, upstream):
    theirs = {*dir(upstream), *vars(await example(upstream))}
    mine = {name for name in own(ours) if name.startswith("_")} | {"_door", "_unparsed"}
    assert not mine & theirs, f"{of(upstream)} has names of its own that {ours.__name__} uses for itself"


@pytest.mark.parametrize("upstream", USED, ids=lambda one: one.__name__)
async def test_every_attribute_that_we_read_is_there(upstream):
    one = await example(upstream)
    missing = [name for name in USED[upstream] if not hasattr(one, name)]
    assert not missing, f"{of(upstream)} has no {', '.join(missing)} any more"


async def test_a_socket_is_initiated_by_the_head_and_complete_when_it_is_accepted():
    protocol, wire = made(WebSocketsSansIOProtocol)
    protocol.data_received(HEAD)
    assert protocol.handshake_initiated, VERSIONS
    assert not protocol.handshake_complete, VERSIONS
    assert await protocol.receive() == {"type": "websocket.connect"}
    await protocol.send({"type": "websocket.accept"})
    assert protocol.handshake_complete, VERSIONS
    assert wire.written.startswith(b"HTTP/1.1 101 "), VERSIONS


async def opened():
    protocol, wire = made(WebSocketsSansIOProtocol)
    protocol.data_received(HEAD)
    await protocol.receive()
    await protocol.send({"type": "websocket.accept"})
    return protocol, wire


async def test_a_message_pauses_reading_until_it_is_taken_and_nobody_else_has_a_turn_meanwhile():
    protocol, wire = await opened()
    protocol.data_received(EMPTY + EMPTY)
    assert (protocol.read_paused, wire.reading) == (True, False), VERSIONS
    assert (await protocol.receive())["type"] == "websocket.receive"
    assert (protocol.read_paused, wire.reading) == (True, False), "one more is in the queue"
    turns: list[None] = []
    asyncio.get_running_loop().call_soon(turns.append, None)
    await protocol.receive()
    assert (protocol.read_paused, wire.reading) == (False, True), VERSIONS
    assert not turns, f"{VERSIONS}: between reading on and returning others have a turn; ours pauses too late"


async def test_a_close_reads_on_until_it_is_answered():
    protocol, wire = await opened()
    protocol.data_received(EMPTY)
    await protocol.send({"type": "websocket.close", "code": 1000})
    assert (protocol.close_sent, protocol.read_paused, wire.reading) == (True, False, True), VERSIONS
    protocol.data_received(EMPTY * 10)
    assert not protocol.read_paused, VERSIONS
    assert not wire.closing, VERSIONS
    protocol.data_received(CLOSE)
    assert wire.closing, VERSIONS


async def test_every_kind_of_frame_has_its_method(monkeypatch):
    protocol, _ = await opened()
    heard = []
    for name in ("handle_text", "handle_bytes", "handle_cont", "handle_ping", "handle_pong"):
        monkeypatch.setattr(protocol, name, lambda *_, name=name: heard.append(name))
    for opcode in (0x01, 0x80, 0x82, 0x89, 0x8A):
        protocol.data_received(bytes([opcode, 0x80, 0, 0, 0, 0]))
    assert heard == ["handle_text", "handle_cont", "handle_bytes", "handle_ping", "handle_pong"], VERSIONS


async def test_what_is_no_handshake_is_known():
    protocol, _ = made(WebSocketsSansIOProtocol)
    protocol.data_received(b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\n")
    assert protocol.conn.handshake_exc is not None, VERSIONS


async def test_an_error_while_the_head_is_parsed_ends_in_a_400():
    said = []

    class Failing(HttpToolsProtocol):
        def on_headers_complete(self) -> None:
            raise ValueError

        def send_400_response(self, msg: str) -> None:
            said.append(msg)

    made(Failing)[0].data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert len(said) == 1, VERSIONS


async def test_headers_are_known_in_small_letters_before_the_application_is_asked():
    seen = []

    class Looking(HttpToolsProtocol):
        def on_headers_complete(self) -> None:
            seen.extend(self.headers)

    made(Looking)[0].data_received(b"GET / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.7\r\n")
    assert not seen, VERSIONS
    made(Looking)[0].data_received(b"GET / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n")
    assert seen == [(b"x-forwarded-for", b"192.0.2.7")], VERSIONS


@pytest.mark.parametrize(
    "forwarded",
    [
        "192.0.2.7",
        "192.0.2.9, 192.0.2.7",
        "192.0.2.7:123, 10.1.1.1",
        "[2001:db8::1]:80",
        "10.0.0.1",
        "",
        "x, y",
    ],
)
async def test_the_door_counts_a_connection_for_whom_the_application_is_told(forwarded):
    """For one visitor there is one connection, so the second is refused only if it is the same person."""
    told = []

    async def ask(scope, receive, send) -> None:
        told.append(scope["client"][0])

    class Line(Wire):
        def __init__(self, host: str) -> None:
            super().__init__()
            self.host = host

        def get_extra_info(self, name, default=None):
            return self.host, 1

    headers = [(b"x-forwarded-for", forwarded.encode())]
    scope = {"type": "http", "client": ("10.0.0.5", 1), "headers": headers}
    await ProxyHeadersMiddleware(ask, ["10.0.0.0/8"])(scope, None, None)
    door = Door(Quotas(connections_per_address=1), ["10.0.0.0/8"], most=9)
    first, second = Line("10.0.0.5"), Line("10.0.0.5")
    assert [door.enter(first), door.enter(second)] == [None, None]
    assert door.recognise(first, headers) is None
    same, other = ([(b"x-forwarded-for", host.encode())] for host in (told[0], "198.51.100.1"))
    if told[0] not in ("10.0.0.5", "10.0.0.1"):
        assert door.recognise(second, same)[0] == 429, VERSIONS
    assert door.recognise(second, other) is None


def test_the_configuration_takes_our_protocols():
    config = Config(
        application, Door(Quotas(), [], 1), http=HttpConnection, ws=SocketConnection, forwarded_allow_ips=[]
    )
    config.load()
    assert config.http_protocol_class is HttpConnection, VERSIONS
    assert config.ws_protocol_class is SocketConnection, VERSIONS
