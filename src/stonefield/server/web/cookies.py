"""The cookie that a session is known by, and which pages may use it."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from stonefield.server.domain.people.account import SECOND, SESSION_LASTS
from stonefield.server.settings import ServerSettings

NAME, SECURE_NAME = "stonefield", "__Host-stonefield"
"""Browsers take a name with this beginning only over https, and only for exactly this host."""
LONGEST = 128


def is_secure(scope: Scope, settings: ServerSettings) -> bool:
    """Whether the browser has come over https: by this connection, or by the site's public address."""
    host = Headers(scope=scope).get("host", "").lower()
    public = (urlsplit(origin) for origin in settings.origins)
    return scope.get("scheme") in ("https", "wss") or any(
        there.scheme == "https" and there.netloc == host for there in public
    )


def own_origins(scope: Scope, settings: ServerSettings) -> tuple[str, ...]:
    """The origins of our own pages, exactly."""
    scheme = "https" if is_secure(scope, settings) else "http"
    return (f"{scheme}://{Headers(scope=scope).get('host', '').lower()}", *settings.origins)


def session_token(scope: Scope, settings: ServerSettings) -> str | None:
    """The token in the session's cookie, if there is one."""
    sent = b"; ".join(value for name, value in scope.get("headers", ()) if name == b"cookie")
    if b"stonefield=" not in sent:
        return None
    wanted = SECURE_NAME if is_secure(scope, settings) else NAME
    for pair in sent.decode("latin-1").split(";"):
        name, _, value = pair.strip().partition("=")
        if name == wanted and 0 < len(value) <= LONGEST:
            return value
    return None


def give(response: Response, scope: Scope, settings: ServerSettings, token: str) -> None:
    """Let the browser be known by a session from now on."""
    secure = is_secure(scope, settings)
    response.set_cookie(
        SECURE_NAME if secure else NAME,
        token,
        max_age=SESSION_LASTS // SECOND,
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )


def take_away(response: Response, scope: Scope, settings: ServerSettings) -> None:
    """Let the browser forget its session."""
    secure = is_secure(scope, settings)
    name = SECURE_NAME if secure else NAME
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")
