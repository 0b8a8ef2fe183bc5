"""Running the application from the command line."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import ipaddress
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from typing import Literal
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from stonefield.server.app import create_app
from stonefield.server.bus import Bus, BusError, make_bus
from stonefield.server.domain.lobby.meeting import read_meeting
from stonefield.server.garbage import keep_searches_short
from stonefield.server.jobs.working import check_database
from stonefield.server.logs import LogFormat, LogLevel, set_up
from stonefield.server.notify.mail import MailServer
from stonefield.server.settings import Outgoing, Quotas, ServerSettings
from stonefield.server.store import DatabaseError, claimed
from stonefield.server.web.addresses import as_seen
from stonefield.server.web.application import Application
from stonefield.server.web.connections import Config, Door
from stonefield.server.web.http_connection import IDLE_SECONDS, HttpConnection
from stonefield.server.web.socket_connection import SocketConnection

DRAIN_SECONDS, LAST_SECONDS = 5.0, 3
"""How long sockets have to end when the server stops, and whatever is left after that."""
THIS_MACHINE = ("127.0.0.1/32", "::1/128")
EVERY_INTERFACE = ("0.0.0.0", "::")  # noqa: S104 (recognised here, not bound)
LOOPBACK = ("localhost", "127.0.0.1", "::1")
SWITCH_SECONDS = 0.001
"""How long a thread keeps the interpreter while another waits for it."""
logger = logging.getLogger(__name__)
MOST_FILES, OTHER_FILES = 65_536, 128
"""File descriptors that are asked for, and how many of them the database, engines and the page need."""


def run(
    *,
    host: str,
    port: int,
    database: str | None,
    bus: str | None,
    open_browser: bool,
    engines: int | None,
    workers: Literal["here", "elsewhere"],
    public_url: str | None,
    outgoing: Outgoing,
    trusted_proxies: Sequence[str],
    rate: float,
    keep_days: int,
    meeting: str | None,
    metrics: Sequence[str],
    log_format: LogFormat,
    log_level: LogLevel,
) -> int:
    """Serve until interrupted; the exit code."""
    set_up(log_format, log_level)
    try:
        origins, hosts = _public(public_url, _hosts(host))
        _check_outgoing(outgoing, origins)
        proxies = _networks("--trusted-proxy", trusted_proxies)
        watchers = _networks("--metrics", metrics)
        if meeting is not None:
            read_meeting(meeting)
    except ValueError as error:
        return _complain(str(error))
    if origins:
        proxies = (*proxies, *THIS_MACHINE)
    usual = ServerSettings()
    settings = dataclasses.replace(
        usual,
        database=usual.database if database is None else database,
        bus=bus,
        engines=usual.engines if engines is None else engines,
        workers=workers,
        quotas=Quotas().scaled(rate),
        hosts=hosts,
        origins=origins,
        public_url="".join(origins),
        outgoing=outgoing,
        proxies=proxies,
        metrics=watchers,
        keep_days=keep_days,
        meeting=meeting,
    )
    try:
        make_bus(settings.bus, settings.database)
        asyncio.run(_try_database(settings))
        listening = _listen(host, port)
    except (BusError, DatabaseError, OSError) as error:
        return _complain(_reason(error, host, port))
    if host in EVERY_INTERFACE:
        settings = dataclasses.replace(settings, lan_port=listening.getsockname()[1])
    return _serve(settings, listening, host, open_browser)


def _networks(option: str, named: Sequence[str]) -> tuple[str, ...]:
    try:
        return tuple(str(ipaddress.ip_network(network)) for network in named)
    except ValueError as error:
        raise ValueError(f"{option}: {error}; a network reads like 10.0.0.0/8 or 10.0.0.5") from None


async def _try_database(settings: ServerSettings) -> None:
    """Bring the tables up to date now, so that whatever is in the way is said in one line."""
    if settings.workers == "elsewhere":
        check_database(settings.database)
    async with claimed(settings.database, alone=False):
        pass


def configured(settings: ServerSettings, bus: Bus | None = None) -> Config:
    """The application with all that lies below it."""
    return Config(
        create_app(settings, bus),
        Door(settings.quotas, settings.proxies, max(16, _raise_file_limit() - OTHER_FILES)),
        http=HttpConnection,
        ws=SocketConnection,
        # Its loggers speak as all others do, and only of our own mistakes: strangers make many.
        log_config=None,
        log_level="error",
        access_log=False,
        timeout_keep_alive=int(IDLE_SECONDS),
        ws_max_size=settings.quotas.message_bytes,
        ws_per_message_deflate=False,
        server_header=False,
        # Known proxies say for whom they ask; no other client is believed.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=as_seen(settings.proxies),
        timeout_graceful_shutdown=LAST_SECONDS,
        lifespan="on",
    )


def _raise_file_limit() -> int:
    """Take as many file descriptors as the system allows, within reason; how many there are now."""
    try:
        import resource
    except ImportError:
        return 512  # what Windows waits for at once
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


def _serve(settings: ServerSettings, listening: socket.socket, host: str, open_browser: bool) -> int:
    server = _Announcing(configured(settings), _address(host, listening.getsockname()[1]), open_browser)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if server.started:
        return 0
    return 1


class Server(uvicorn.Server):
    """Before it stops it takes no connections, answers what has begun, and tells the others to come back."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        here: Application = self._app.state.application
        here.readiness.draining = True
        logger.info("going down: %d sockets are told to come back", len(here.sockets))
        here.sockets.drain()
        clock = asyncio.get_running_loop().time
        due = clock() + DRAIN_SECONDS
        while len(here.sockets) and clock() < due and not self.force_exit:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)

    @property
    def _app(self) -> FastAPI:
        app: FastAPI = self.config.app  # type: ignore[assignment]
        return app


class _Announcing(Server):
    """Says where the page is once it can be reached."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._address, self._open_browser = address, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        keep_searches_short()
        # While a thread judges a reviewed decision, a move changes threads some ten times on its way.
        sys.setswitchinterval(SWITCH_SECONDS)
        print(f"Stonefield is at {self._address} (stop with Ctrl+C)", flush=True)
        if self._open_browser and _has_desktop():
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def _has_desktop() -> bool:
    """Whether a browser would open in a window, and not take over the terminal."""
    return not sys.platform.startswith("linux") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def _public(url: str | None, hosts: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The origin of a public address if there is one, and the hosts that are answered to besides."""
    if url is None:
        return (), hosts
    try:
        address = urlsplit(url)
        there = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError:
        there = False
    if not there:
        raise ValueError(f"`{url}`: a public address reads like https://stones.example.org")
    origin = f"{address.scheme}://{address.netloc}".lower()
    return (origin,), (*hosts, str(address.hostname)) if hosts else ()


def _check_outgoing(outgoing: Outgoing, origins: tuple[str, ...]) -> None:
    """ValueError if messages could not be sent."""
    if not (outgoing.smtp or outgoing.telegram):
        return
    if not origins:
        raise ValueError("messages hold links: say with --public-url where people reach this server")
    if outgoing.smtp:
        MailServer.read(outgoing.smtp, str(urlsplit(origins[0]).hostname))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if host == "::":
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def _hosts(host: str) -> tuple[str, ...]:
    """On loopback only our own names are answered to, so that no web page can reach us by one of its own."""
    return LOOPBACK if _is_loopback(host) else ()


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _address(host: str, port: int) -> str:
    # What is shown, not what is listened on.
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"


def _reason(error: Exception, host: str, port: int) -> str:
    if isinstance(error, OSError) and not isinstance(error, DatabaseError):
        return f"{host} port {port}: {error.strerror or error}; choose another with --port"
    return str(error)


def _complain(text: str) -> int:
    print(f"stonefield: {text}", file=sys.stderr)
    return 1
