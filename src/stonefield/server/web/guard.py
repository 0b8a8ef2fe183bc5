"""What stands between the network and the application: headers, hosts, origins, sizes and rates."""

from __future__ import annotations

import logging
import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stonefield.server import metrics
from stonefield.server.accounts.sessions import Sessions
from stonefield.server.domain.people.caller import Caller
from stonefield.server.logs import request_id
from stonefield.server.protocol.problems import Code, Refusal, problem_body
from stonefield.server.settings import ServerSettings
from stonefield.server.threads import asking
from stonefield.server.web.addresses import household
from stonefield.server.web.budgets import KNOCK, SOCKET, Purses
from stonefield.server.web.cookies import own_origins, session_token

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
CLOSED = "the handler is closed"
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_HOST = re.compile(r"(?:\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<name>[^\[\]:]+))(?::\d{1,5})?")
logger = logging.getLogger(__name__)


class Guard:
    """Lets through what may pass, and puts the headers on everything that goes out."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, purses: Purses) -> None:
        self._app, self._settings, self._purses = app, settings, purses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            request_id.set(secrets.token_hex(8))
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self._stranger(scope, unsafe=True)
        if problem is not None:
            await _refuse_socket(*problem, receive, send)
            return
        try:
            await self._purses.of(await self._recognise(scope)).pay(SOCKET)
        except Refusal as refusal:
            code = 4429 if refusal.code == "too_many" else 1013
            reason = f"{refusal.detail}; wait {refusal.retry_after or 1:.1f} s"
            await _close_socket(code, reason, receive, send)
            return
        await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.monotonic(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request_id.get()
                framed = "frame-ancestors *" in headers.get("Content-Security-Policy", "")
                for name, value in HEADERS.items():
                    if not (framed and name == "X-Frame-Options"):
                        headers.setdefault(name, value)
                # What does not say that it may be kept is private: a game, a study, a profile.
                headers.setdefault("Cache-Control", "no-store")
            try:
                await send(message)
            except RuntimeError as error:
                # The client has gone, and uvicorn has not heard of it yet: uvloop says so in this way only.
                if not str(error).endswith(CLOSED):
                    raise

        try:
            await self._let_in(scope)
        except Refusal as refusal:
            await _refuse(refusal, send_with_headers)
        else:
            body = _Body(receive, self._settings.quotas.body_bytes)
            await self._app(scope, body.receive, send_with_headers)
        if logger.isEnabledFor(logging.INFO):
            _log(scope, status, time.monotonic() - began)

    async def _let_in(self, scope: Scope) -> None:
        """Let a request go on to its route; Refusal if it may not."""
        headers = Headers(scope=scope)
        stranger = self._stranger(scope, unsafe=scope["method"] not in ("GET", "HEAD", "OPTIONS"))
        if stranger is not None:
            raise Refusal(*stranger)
        scope["purse"] = purse = self._purses.of(await self._recognise(scope))
        await purse.pay(KNOCK)
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length) > self._settings.quotas.body_bytes:
            raise Refusal("too_large", f"a body is at most {self._settings.quotas.body_bytes} bytes")

    async def _recognise(self, scope: Scope) -> Caller:
        """Who it is: a cookie becomes the account whose session it is; Refusal if that cannot be known."""
        caller = caller_of(scope)
        token = session_token(scope, self._settings) if scope["path"].startswith("/api/") else None
        if token is not None:
            sessions: Sessions = scope["app"].state.application.people.sessions
            if not sessions.is_fresh(token):
                # It may be any cookie: looking it up is paid for by the address.
                await self._purses.of(caller).pay(KNOCK)
            known = await sessions.find(token)
            if known is not None:
                caller = Caller(caller.address, known.session.id, known.session.account, known.name)
                scope["caller"] = caller
                scope["app"].state.application.messages.presence.saw(known.session.account)
        asking.set(caller.key)
        return caller

    def _stranger(self, scope: Scope, *, unsafe: bool) -> tuple[Code, str] | None:
        """A name we do not answer to (DNS rebinding), or a page of another site.

        Browsers send the cookie by themselves, so a request with it must say that the page is exactly ours.
        """
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if self._settings.hosts and _name(host) not in self._settings.hosts:
            return "wrong_host", f"this server does not answer to the name {host[:80]!r}"
        origin = headers.get("origin")
        ours = (f"http://{host}", f"https://{host}", *self._settings.origins)
        if unsafe and origin is not None and origin.lower() not in ours:
            return "bad_origin", "pages of other sites may not use this server"
        if unsafe and session_token(scope, self._settings) is not None:
            own = own_origins(scope, self._settings)
            if origin is None or origin.lower() not in own:
                return "bad_origin", "with a session, a request has an Origin, and it is exactly this site's"
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


def caller_of(scope: Scope) -> Caller:
    """Who a request or a socket comes from."""
    caller: Caller | None = scope.get("caller")
    if caller is None:
        client = scope.get("client")
        address = household(str(client[0])) if client else "local"
        caller = scope["caller"] = Caller(address)
    return caller


def _log(scope: Scope, status: int, seconds: float) -> None:
    """One line for a request: what it was, without whose it was or which game it was about."""
    route = getattr(scope.get("route"), "path", "page")
    fields = {"method": scope["method"], "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    words = " ".join(str(field) for field in fields.values())
    logger.info("%s ms", words, extra={"fields": fields})


def _name(host: str) -> str:
    """The host without its port, empty if it is none."""
    found = _HOST.fullmatch(host)
    return (found["ipv6"] or found["name"]) if found else ""


async def _refuse(refusal: Refusal, send: Send) -> None:
    metrics.refusals.labels(refusal.code).inc()
    body = problem_body(refusal.code, refusal.detail)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.retry_after is not None:
        headers.append((b"retry-after", str(int(refusal.retry_after) + 1).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
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
