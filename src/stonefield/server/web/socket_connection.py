"""A connection that has become a WebSocket: parsed in small pieces, as fast as its messages are taken."""

from __future__ import annotations

import asyncio
import math
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from stonefield.server import metrics
from stonefield.server.web.connections import Guarded, refusal

HANDSHAKE_SECONDS = 10.0
"""From the change of protocol until the handshake is complete."""
PIECE, TURN = 256, 4_096
"""Bytes that are parsed at once (42 frames at most), and in one turn of the event loop."""
MOST_FRAMES, FRAMES_SECONDS = 50, 10.0
"""Pings, pongs and parts of messages that a socket may send in this many seconds; no budget counts them."""
MOST_AFTER_CLOSE = 50
"""Frames that may still come once we have said that we close: what a page sent before it heard of it."""
BACKLOG, BACKLOG_SECONDS = 4, 10.0
"""How many of the longest messages may wait here unparsed, and how long more than these may."""


class SocketConnection(Guarded, WebSocketsSansIOProtocol):
    """One connection that has become a WebSocket.

    The application takes one message at a time and pays for it from the person's budget. As long as one
    waits for it, nothing more is parsed; what has arrived already stays here, and nothing more is read.
    So a flood is parsed at the pace of its sender's budget, a piece at a time, with the turns of all others
    in between.
    """

    _turn: asyncio.Handle | None = None
    _handshake: asyncio.TimerHandle | None = None
    _flooded: asyncio.TimerHandle | None = None
    _frames, _after_close = 0, 0
    _counted_from = -math.inf
    _answering = False
    """Whether the application has to do with it."""

    def __init__(self, *rest: Any, **more: Any) -> None:
        super().__init__(*rest, **more)
        self._unparsed = bytearray()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._handshake = self.loop.call_later(
            HANDSHAKE_SECONDS, self._refuse, 408, "the handshake took too long"
        )

    def connection_lost(self, exc: Exception | None) -> None:
        for waiting in (self._turn, self._handshake, self._flooded):
            if waiting is not None:
                waiting.cancel()
        self._unparsed.clear()
        super().connection_lost(exc)
        self._let_go()

    # What arrives

    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        if self._turn is None:
            self._parse()

    @property
    def _may_parse(self) -> bool:
        """Whether there is something to parse, and no one to wait for: the application, or the handshake."""
        waits = self.read_paused or (self.handshake_initiated and not self.handshake_complete)
        return bool(self._unparsed) and not waits and not self.transport.is_closing()

    def _parse(self) -> None:
        """One turn: parse until the application has to take a message, or others have to have a turn."""
        self._turn = None
        left = TURN
        while self._may_parse and left > 0:
            piece = bytes(self._unparsed[:PIECE])
            del self._unparsed[:PIECE]
            left -= len(piece)
            super().data_received(piece)
            if self.conn.handshake_exc is not None:
                self._refuse(400, "this is no WebSocket handshake")
        if self.transport.is_closing():
            self._unparsed.clear()
            self._drop_later()
        else:
            self._continue()

    def _continue(self) -> None:
        """See to it that what has arrived is parsed before more is read."""
        if self._unparsed:
            self.transport.pause_reading()
            if self._may_parse and self._turn is None:
                self._turn = self.loop.call_soon(self._parse)
        elif not self.read_paused:
            self.transport.resume_reading()
        if len(self._unparsed) <= BACKLOG * self._door.message_bytes:
            if self._flooded is not None:
                self._flooded.cancel()
                self._flooded = None
        elif self._flooded is None:
            self._flooded = self.loop.call_later(BACKLOG_SECONDS, self._drop)

    # What the application does: uvicorn reads on in both, at once

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unparsed and not self.transport.is_closing():
            self._continue()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self._handshake is not None and self.handshake_complete:
            self._handshake.cancel()
            self._handshake = None
        if self._unparsed and not self.transport.is_closing():
            self._continue()

    # Frames

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._answering = hasattr(self, "scope")

    def handle_text(self, event: Frame) -> None:
        # Undecoded: what is no UTF-8 is an unreadable message, no mistake of ours for the log.
        self.handle_bytes(event)

    def handle_bytes(self, event: Frame) -> None:
        self._count_message()
        super().handle_bytes(event)

    def handle_ping(self) -> None:
        self._count_frame()
        if not self.transport.is_closing():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count_frame()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self._count_frame()
        super().handle_cont(event)

    def _count_frame(self) -> None:
        self._count_message()
        now = self.loop.time()
        if now - self._counted_from > FRAMES_SECONDS:
            self._frames, self._counted_from = 0, now
        self._frames += 1
        if self._frames > MOST_FRAMES:
            self._drop()

    def _count_message(self) -> None:
        """The person's budget counts messages, as long as the application takes them."""
        if self.close_sent:
            self._after_close += 1
            if self._after_close > MOST_AFTER_CLOSE:
                self._drop()

    # The end

    def _refuse(self, status: int, reason: str) -> None:
        """There will be no handshake."""
        if not self.transport.is_closing():
            self.transport.write(refusal(status, reason))
            self.transport.close()
            self._drop_later()

    def _drop(self) -> None:
        if not self.transport.is_closing():
            metrics.refusals.labels("too_many").inc()
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._drop_later()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.disconnected:
            self._drop_later()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._answering = False
        if self.disconnected:
            self._let_go()

    def _let_go(self) -> None:
        """Once connection and application have ended, undo the circles of references.

        Otherwise the hundred objects of each connection wait for a search for garbage, which a flood of
        connections makes long.
        """
        if not self._answering:
            for part in (self.conn.__dict__, self.__dict__.get("scope", {}), self.__dict__):
                part.clear()
