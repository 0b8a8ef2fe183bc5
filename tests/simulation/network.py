"""WebSockets between clients and servers: in order while they last, until they are cut or fall silent."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from simulation.loop import Loop, Process

LATENCY = 0.01
REFUSED_SECONDS = 0.02
NOTICED_SECONDS = 8.0
"""After this long a server closes a socket on which nothing comes back."""


class End(Protocol):
    """The client's end of a socket."""

    def opened(self, link: Link) -> None: ...

    def heard(self, link: Link, text: str) -> None: ...

    def closed(self, link: Link, code: int) -> None: ...


class Link:
    """One WebSocket; the server has it as ASGI's `receive` and `send`."""

    def __init__(self, loop: Loop, end: End, server: Process) -> None:
        self._loop, self._end, self.server = loop, end, server
        self.is_open = True
        """Whether what is sent arrives."""
        self._arrived: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._up = self._down = 0.0
        self._arrived.put_nowait({"type": "websocket.connect"})

    # The client's side

    def say(self, text: str) -> None:
        """The client sends something."""
        self._to_server({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """The client closes the socket."""
        self._to_server({"type": "websocket.disconnect", "code": 1000})
        self.is_open = False

    def cut(self, *, silently: bool = False) -> None:
        """The connection is lost; both ends notice it soon, or ``silently`` only the server, and late."""
        if not self.is_open:
            return
        self.is_open = False
        gone = {"type": "websocket.disconnect", "code": 1006}
        later = NOTICED_SECONDS if silently else self._latency()
        self._loop.after(later, self.server, self._arrived.put_nowait, gone)
        if not silently:
            self._loop.after(self._latency(), self._loop.outside, self._end.closed, self, 1006)

    # The server's side

    async def receive(self) -> dict[str, Any]:
        return await self._arrived.get()

    async def send(self, message: Any) -> None:
        if not self.is_open:
            return
        if message["type"] == "websocket.accept":
            self._to_client(self._end.opened, self)
        elif message["type"] == "websocket.send":
            self._to_client(self._end.heard, self, message["text"])
        elif message["type"] == "websocket.close":
            self._to_client(self._close, message.get("code", 1000))

    def _close(self, code: int) -> None:
        self.is_open = False
        self._end.closed(self, code)

    # On the way

    def _latency(self) -> float:
        return self._loop.chance.expovariate(1 / LATENCY)

    def _to_server(self, message: dict[str, Any]) -> None:
        self._up = max(self._up, self._loop.now + self._latency())
        self._loop.after(self._up - self._loop.now, self._loop.outside, self._arrive, message)

    def _arrive(self, message: dict[str, Any]) -> None:
        if self.is_open or message["type"] == "websocket.disconnect":
            self._loop.after(0.0, self.server, self._arrived.put_nowait, message)

    def _to_client(self, hear: Any, *words: Any) -> None:
        self._down = max(self._down, self._loop.now + self._latency())
        self._loop.after(self._down - self._loop.now, self._loop.outside, self._hear, hear, words)

    def _hear(self, hear: Any, words: Any) -> None:
        if self.is_open:
            hear(*words)
