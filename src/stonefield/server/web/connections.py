"""What lies below HTTP: how many connections there are, how long each may take, and how much it may say."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from stonefield.server import metrics
from stonefield.server.protocol.problems import problem_body
from stonefield.server.settings import Quotas
from stonefield.server.web.addresses import Networks, person

STALLED_SECONDS = 20.0
"""How long what was sent may lie unread; closing in order would wait for the other end for ever."""
HEAD_SECONDS, BODY_SECONDS, IDLE_SECONDS = 10.0, 30.0, 10.0
"""How long the whole head of a request may take, its whole body, and the pause between two requests."""
HEAD_BYTES, MOST_HEADERS, MOST_PIPELINED = 16_384, 100, 8
BODIES = 4
"""So many times the largest body may come in before it is cut off: whoever was refused hears of it first."""
PIECE = 4_096
"""What is read at once, so that the limits are looked at in time."""
MOST_FRAMES, FRAMES_SECONDS = 50, 10.0
"""Pings, pongs and parts of messages that a socket may send in so many seconds; no budget counts them."""

_CODES = {
    400: "unreadable",
    408: "unreadable",
    413: "too_large",
    429: "too_many",
    431: "too_large",
    503: "too_many",
}


class Door:
    """Counts the connections there are, in all and of each person."""

    def __init__(self, quotas: Quotas, proxies: Sequence[str], most: int) -> None:
        self.body_bytes = quotas.body_bytes
        self._most, self._most_of_one = most, quotas.connections_per_address
        self._proxies = Networks(proxies)
        self._inside: dict[asyncio.Transport, str] = {}
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, transport: asyncio.Transport) -> tuple[int, str] | None:
        """Let a connection in, or say why not. A trusted proxy's count for nobody but all together."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if peer else "local"
        if len(self._inside) >= self._most:
            return 503, "the server is full"
        who = "" if host in self._proxies else person(host)
        if who and self._of[who] >= self._most_of_one:
            return 429, "too many connections from your address"
        self._inside[transport] = who
        self._of[who] += 1
        return None

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is over, if it was ever let in."""
        who = self._inside.pop(transport, None)
        if who is not None:
            self._of[who] -= 1
            if not self._of[who]:
                del self._of[who]


class Config(uvicorn.Config):
    """The server's configuration, with the door that all connections come through."""

    def __init__(self, app: Any, door: Door, **options: Any) -> None:
        super().__init__(app, **options)
        self.door = door


class _Guarded(asyncio.Protocol):
    """Drops a connection whose send buffer has been full, or whose end has been due, for too long."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    def __init__(self, config: Config, *rest: Any, **more: Any) -> None:
        super().__init__(config, *rest, **more)  # type: ignore[call-arg]  # uvicorn's protocols follow
        self._door = config.door

    def pause_writing(self) -> None:
        super().pause_writing()
        self._drop_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self._keep()

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.leave(self.transport)
        self._keep()
        super().connection_lost(exc)

    def _drop_later(self) -> None:
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def _keep(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class HttpConnection(_Guarded, HttpToolsProtocol):
    """One connection that speaks HTTP."""

    _bytes = 0
    _in_head = False
    _waits_for = ""
    _due: asyncio.TimerHandle | None = None
    _refusal = (400, "this is no HTTP request")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        problem = self._door.enter(transport)
        if problem is None:
            self._look_at_time()
        else:
            self._turn_away(*problem)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for("")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            super().data_received(piece)
            if self._is_over:
                break
            # Counted here, for the parser tells of a line only when it has the whole.
            self._bytes += len(piece)
            if self._in_head and self._bytes > HEAD_BYTES:
                self._turn_away(431, "the head of the request is too long")
            elif self._bytes > BODIES * self._door.body_bytes:
                self._turn_away(413, "the request is too long")
        self._look_at_time()

    @property
    def _is_over(self) -> bool:
        """Whether nothing more is to be read here: it closes, or it has become a WebSocket."""
        return self.transport.is_closing() or self.transport.get_protocol() is not self

    # What the parser tells

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._bytes = 0
        self._in_head = True

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            raise self._too_much(431, "the request has too many headers")

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            raise self._too_much(400, "wait for answers before you ask more")
        self._bytes = 0
        self._in_head = False
        super().on_headers_complete()

    def _too_much(self, status: int, reason: str) -> Exception:
        """What stops the parser, whose complaint then goes out with this status."""
        self._refusal = (status, reason)
        return ValueError(reason)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._drop_later()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._drop_later()

    # Time

    def _look_at_time(self) -> None:
        """A request has one deadline for its head and one for its body, however busily it is sent."""
        if self._is_over:
            self._wait_for("")
        elif self.cycle is None or self.cycle.response_complete:
            self._wait_for("head")
        else:
            self._wait_for("body" if self.cycle.more_body else "")

    def _wait_for(self, part: str) -> None:
        if part == self._waits_for:
            return
        self._waits_for = part
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if part:
            seconds = HEAD_SECONDS if part == "head" else BODY_SECONDS
            self._due = self.loop.call_later(seconds, self._turn_away, 408, f"the {part} took too long")

    def send_400_response(self, msg: str) -> None:
        self._turn_away(*self._refusal)

    def _turn_away(self, status: int, reason: str) -> None:
        """Close the connection; say why, where no other answer has begun."""
        if self.transport.is_closing():
            return
        metrics.refusals.labels(_CODES[status]).inc()
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = problem_body(_CODES[status], reason)
            again = "Retry-After: 10\r\n" if status in (429, 503) else ""
            head = (
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n{again}Connection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.transport.close()
        self._drop_later()


class SocketConnection(_Guarded, WebSocketsSansIOProtocol):
    """One connection that has become a WebSocket."""

    _frames = 0
    _counted_from = 0.0

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self.transport.is_closing():
                return

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count_frame()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count_frame()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._count_frame()

    def _count_frame(self) -> None:
        now = self.loop.time()
        if now - self._counted_from > FRAMES_SECONDS:
            self._frames, self._counted_from = 0, now
        self._frames += 1
        if self._frames > MOST_FRAMES:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._drop_later()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.disconnected:
            self._drop_later()
