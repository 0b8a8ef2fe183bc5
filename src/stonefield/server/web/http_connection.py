"""A connection that speaks HTTP: how long a request may take, and how much it may say."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stonefield.server.web.connections import Guarded, refusal

HEAD_SECONDS, BODY_SECONDS, IDLE_SECONDS = 10.0, 30.0, 10.0
"""How long the whole head of a request may take, its whole body, and the pause between two requests."""
HEAD_BYTES, MOST_HEADERS, MOST_PIPELINED = 16_384, 100, 8
BODIES = 4
"""So many times the largest body may come in before it is cut off: its client hears of a refusal first."""
MOST_PARTS = 2_000
"""Parts in which a body may come: each costs time, however small it is, and no price counts them."""
PIECE = 4_096
"""What is read at once, so that the limits are looked at in time."""


class HttpConnection(Guarded, HttpToolsProtocol):
    """One connection that speaks HTTP."""

    _bytes = _parts = 0
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

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        # The two know each other; without this they would wait for a search for garbage.
        self.parser = None  # type: ignore[assignment]

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
        if (problem := self._door.recognise(self.transport, self.headers)) is not None:
            raise self._too_much(*problem)
        self._bytes = self._parts = 0
        self._in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise self._too_much(413, "the body comes in too many parts")
        super().on_body(body)

    def _too_much(self, status: int, reason: str) -> Exception:
        """What stops the parser, whose complaint then goes out with this status."""
        self._refusal = (status, reason)
        return ValueError(reason)

    def on_response_complete(self) -> None:
        is_last = not self.pipeline
        super().on_response_complete()
        if self.transport.is_closing():
            self._drop_later()
        elif is_last:
            self._door.release(self.transport)

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
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(refusal(status, reason))
        self.transport.close()
        self._drop_later()
