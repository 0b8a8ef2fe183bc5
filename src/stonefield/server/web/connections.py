"""What lies below HTTP: how many connections there are, and what all of them have in common."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeAlias

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts as TrustedHosts

from stonefield.server import metrics
from stonefield.server.protocol.problems import problem_body
from stonefield.server.settings import Quotas
from stonefield.server.web.addresses import as_seen, household
from stonefield.server.web.budgets import Rates

STALLED_SECONDS = 20.0
"""How long what was sent may lie unread; closing in order would wait for the other end for ever."""
ARRIVALS = 4.0
"""Seconds in which a person may open as many connections as they may have: even a refusal costs time."""
UNKNOWN = 4
"""How many times the connections of a person a proxy may have open without saying for whom."""

_CODES = {
    400: "unreadable",
    408: "unreadable",
    413: "too_large",
    429: "too_many",
    431: "too_large",
    503: "too_many",
}
Problem: TypeAlias = tuple[int, str]
"""A status and the reason, for a connection that is turned away."""
_TOO_MANY: Problem = (429, "too many connections from your address")


@dataclass(slots=True)
class _Visit:
    """Whom a connection counts for, and the proxy it comes through, if any."""

    who: str
    proxy: str = ""


class Door:
    """Counts the connections there are, in all and of each person.

    A trusted proxy's connection counts for its visitor from the head of a request to the end of the answer,
    or as long as it is a WebSocket. Before and between requests it counts for the proxy.
    """

    def __init__(self, quotas: Quotas, proxies: Sequence[str], most: int) -> None:
        self.body_bytes, self.message_bytes = quotas.body_bytes, quotas.message_bytes
        self._most, self._most_of_one = most, quotas.connections_per_address
        self._arrivals = Rates(self._most_of_one / ARRIVALS, 2 * self._most_of_one)
        self._proxies = TrustedHosts(as_seen(proxies))
        self._inside: dict[asyncio.Transport, _Visit] = {}
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, transport: asyncio.Transport) -> Problem | None:
        """Let a connection in, or say why not."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if peer else "local"
        if len(self._inside) >= self._most:
            return 503, "the server is full"
        if host in self._proxies:
            visit = _Visit(f"proxy {host}", host)
            if self._of[visit.who] >= UNKNOWN * self._most_of_one:
                return 503, "too many connections of this proxy without a request"
        else:
            visit = _Visit(household(host))
            if self._of[visit.who] >= self._most_of_one or self._arrivals.take(visit.who):
                return _TOO_MANY
        self._inside[transport] = visit
        self._of[visit.who] += 1
        return None

    def recognise(
        self, transport: asyncio.Transport, headers: Iterable[tuple[bytes, bytes]]
    ) -> Problem | None:
        """A request has a head, so a proxy has said for whom it asks; or why that visitor has to wait."""
        visit = self._inside.get(transport)
        if visit is None or not visit.proxy:
            return None
        forwarded = b", ".join(value for name, value in headers if name == b"x-forwarded-for")
        host, _ = self._proxies.get_trusted_client_address(forwarded.decode("latin-1"))
        who = household(host or visit.proxy)
        if who != visit.who and self._of[who] >= self._most_of_one:
            return _TOO_MANY
        self._count(visit, who)
        return None

    def release(self, transport: asyncio.Transport) -> None:
        """All that was asked is answered: a proxy may use the connection for anyone now."""
        visit = self._inside.get(transport)
        if visit is not None and visit.proxy:
            self._count(visit, f"proxy {visit.proxy}")

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is over, if it was ever let in."""
        visit = self._inside.pop(transport, None)
        if visit is not None:
            self._count(visit, "")

    def _count(self, visit: _Visit, who: str) -> None:
        """Count a connection for someone else, or for no one any more."""
        self._of[visit.who] -= 1
        if not self._of[visit.who]:
            del self._of[visit.who]
        if who:
            self._of[who] += 1
        visit.who = who


class Config(uvicorn.Config):
    """The server's configuration, with the door that all connections come through."""

    def __init__(self, app: Any, door: Door, **options: Any) -> None:
        super().__init__(app, **options)
        self.door = door


def refusal(status: int, reason: str) -> bytes:
    """The whole answer to a connection that is closed then; it is counted, too."""
    metrics.refusals.labels(_CODES[status]).inc()
    body = problem_body(_CODES[status], reason)
    again = "Retry-After: 10\r\n" if status in (429, 503) else ""
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n{again}Connection: close\r\n\r\n"
    )
    return head.encode() + body


class Guarded(asyncio.Protocol):
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
