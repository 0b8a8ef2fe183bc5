"""What lies below HTTP: connections whose other end has stopped reading are dropped."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

STALLED_SECONDS = 20.0
"""How long what was sent may lie unread; closing in order would wait for the other end for ever."""


class _DropsStalled(asyncio.Protocol):
    """Drops a connection whose send buffer has been full, or whose end has been due, for too long."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._drop_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self._keep()

    def connection_lost(self, exc: Exception | None) -> None:
        self._keep()
        super().connection_lost(exc)

    def _drop_later(self) -> None:
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def _keep(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class HttpConnection(_DropsStalled, HttpToolsProtocol):
    """One connection that speaks HTTP."""

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._drop_later()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._drop_later()


class SocketConnection(_DropsStalled, WebSocketsSansIOProtocol):
    """One connection that has become a WebSocket."""

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._drop_later()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.disconnected:
            self._drop_later()
