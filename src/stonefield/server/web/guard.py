"""What stands between the network and the application: headers, hosts, origins, sizes and rates."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stonefield.server import metrics
from stonefield.server.logs import request_id
from stonefield.server.protocol.problems import STATUS, problem_body
from stonefield.server.settings import ServerSettings
from stonefield.server.web.addresses import person
from stonefield.server.web.budgets import SOCKET, Rates, cost, makes

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
REFUSALS, PAUSE = 20.0, 1.0
"""Requests too many of a person that are refused at once each second; the others after so many seconds."""
logger = logging.getLogger(__name__)


class Guard:
    """Lets through what may pass, and puts the headers on everything that goes out."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app, self._settings = app, settings
        quotas = settings.quotas
        self._requests = Rates(quotas.requests_per_second, quotas.requests_per_second * quotas.burst_seconds)
        self._refusals = Rates(REFUSALS, 2 * REFUSALS)
        self._games = Rates(quotas.games_per_minute / 60, quotas.games_per_minute / 2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id.set(secrets.token_hex(8))
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            problem = self._stranger(Headers(scope=scope), unsafe=True)
            if problem is not None:
                await _refuse_socket(*problem, receive, send)
            elif wait := self._requests.take(address_of(scope), SOCKET):
                await self._hold_back(scope)
                await _close_socket(
                    4429, f"too many requests from your address; wait {wait:.1f} s", receive, send
                )
            else:
                await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.monotonic(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request_id.get()
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        problem = self._problem(scope)
        if problem is None:
            body = _Body(receive, self._settings.quotas.body_bytes)
            await self._app(scope, body.receive, send_with_headers)
        else:
            if problem[0] == "too_many":
                await self._hold_back(scope)
            await _refuse(*problem, send_with_headers)
        if logger.isEnabledFor(logging.INFO):
            _log(scope, status, time.monotonic() - began)

    async def _hold_back(self, scope: Scope) -> None:
        """Whoever goes on although they were told to wait is kept waiting: refusing costs time as well."""
        if self._refusals.take(address_of(scope)):
            await asyncio.sleep(PAUSE)

    def _problem(self, scope: Scope) -> tuple[str, str, float | None] | None:
        headers = Headers(scope=scope)
        unsafe = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        stranger = self._stranger(headers, unsafe=unsafe)
        if stranger is not None:
            return (*stranger, None)
        address, method, path = address_of(scope), scope["method"], scope["path"]
        wait = self._requests.take(address, cost(method, path))
        if not wait and makes(method, path):
            wait = self._games.take(address)
        if wait:
            return "too_many", "too many requests from your address", wait
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length) > self._settings.quotas.body_bytes:
            return "too_large", f"a body is at most {self._settings.quotas.body_bytes} bytes", None
        return None

    def _stranger(self, headers: Headers, *, unsafe: bool) -> tuple[str, str] | None:
        """A name we do not answer to (DNS rebinding), or a page of another site."""
        host = headers.get("host", "")
        if self._settings.hosts and _name(host) not in self._settings.hosts:
            return "wrong_host", f"this server does not answer to the name {_name(host)[:80]!r}"
        origin = headers.get("origin")
        if unsafe and origin is not None and origin not in self._settings.origins:
            try:
                same = urlsplit(origin).netloc.lower() == host.lower()
            except ValueError:
                same = False
            if not same:
                return "bad_origin", "pages of other sites may not use this server"
        return None


class _Body:
    """Counts what comes in, where no length was announced."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._most, self._seen = receive, most, 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        if self._seen > self._most:
            raise HTTPException(413, f"a body is at most {self._most} bytes")
        return message


def address_of(scope: Scope) -> str:
    """Whom to count a request for."""
    client = scope.get("client")
    return person(str(client[0])) if client else "local"


def _log(scope: Scope, status: int, seconds: float) -> None:
    """One line for a request: what it was, without whose it was or which game it was about."""
    route = getattr(scope.get("route"), "path", "page")
    fields = {"method": scope["method"], "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    words = " ".join(str(field) for field in fields.values())
    logger.info("%s ms", words, extra={"fields": fields})


def _name(host: str) -> str:
    """The host without its port."""
    if host.startswith("["):
        return host.partition("]")[0][1:].lower()
    return host.partition(":")[0].lower()


async def _refuse(code: str, detail: str, retry_after: float | None, send: Send) -> None:
    metrics.refusals.labels(code).inc()
    body = problem_body(code, detail)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if retry_after is not None:
        headers.append((b"retry-after", str(int(retry_after) + 1).encode()))
    await send({"type": "http.response.start", "status": STATUS[code], "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _close_socket(code: int, reason: str, receive: Receive, send: Send) -> None:
    """Only a socket that was opened can be told why it is closed."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})


async def _refuse_socket(code: str, detail: str, receive: Receive, send: Send) -> None:
    await receive()
    # Never opened, so a page of another site learns nothing: it sees HTTP 403 at the most.
    await send({"type": "websocket.close", "code": 4403, "reason": f"{code}: {detail}"[:120]})
