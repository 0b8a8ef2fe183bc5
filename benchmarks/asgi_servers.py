"""What lies below our application, compared with what could: the same small application under each server.

    python benchmarks/asgi_servers.py [--seconds 4] [NAME ...]

Prints requests per second, the server's processor time for each request and each WebSocket message (an echo),
and how long another client waits at most while one connection sends 1 MB of empty WebSocket frames per
second. Servers that are not installed are left out: `pip install hypercorn granian wsproto` adds them.
`uvicorn, h11 and wsproto` shows what parsers in Python cost, as a layer of our own over them would.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable

import psutil

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
ANSWER = b'{"status":"ok"}'
MESSAGE = b"\x81\xbc\0\0\0\0" + b"m" * 60
EMPTY = b"\x81\x80\0\0\0\0"
CONNECTIONS = 16
FLOOD, STEP = 1_000_000, 0.02
"""Bytes per second, and seconds between two writes."""


async def application(scope, receive, send) -> None:
    """Answers requests, and echoes what is no empty message."""
    if scope["type"] == "http":
        headers = [(b"content-type", b"application/json"), (b"content-length", b"15")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": ANSWER})
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            if text := message.get("text") or message.get("bytes"):
                await send(
                    {"type": "websocket.send", "text": text if isinstance(text, str) else text.decode()}
                )
    else:
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})


def ours(port: int) -> None:
    import uvicorn

    from stonefield.server.settings import Quotas
    from stonefield.server.web.connections import Config, Door
    from stonefield.server.web.http_connection import HttpConnection
    from stonefield.server.web.socket_connection import SocketConnection

    protocols = {"http": HttpConnection, "ws": SocketConnection}
    uvicorn.Server(Config(application, Door(Quotas(), [], 1_000), port=port, **QUIET, **protocols)).run()


QUIET = {"log_level": "critical", "access_log": False, "ws_per_message_deflate": False}


def plain_uvicorn(port: int) -> None:
    import uvicorn

    uvicorn.run(application, port=port, http="httptools", ws="websockets-sansio", **QUIET)


def uvicorn_in_python(port: int) -> None:
    import uvicorn

    uvicorn.run(application, port=port, http="h11", ws="wsproto", **QUIET)


def hypercorn(port: int) -> None:
    import uvloop
    from hypercorn.asyncio import serve
    from hypercorn.config import Config

    config = Config()
    config.bind, config.errorlog = [f"127.0.0.1:{port}"], None
    uvloop.run(serve(application, config))


def granian(port: int) -> None:
    from granian.server.embed import Server

    asyncio.run(Server(application, port=port, interface="asgi", log_enabled=False).serve())


SERVERS: dict[str, tuple[Callable[[int], None], tuple[str, ...]]] = {
    "ours (over uvicorn)": (ours, ()),
    "uvicorn": (plain_uvicorn, ()),
    "uvicorn, h11 and wsproto": (uvicorn_in_python, ("wsproto",)),
    "hypercorn": (hypercorn, ("hypercorn",)),
    "granian": (granian, ("granian",)),
}


async def exchange(port: int, opening: bytes, said: bytes, answer: bytes, seconds: float) -> int:
    """Say something again and again on some connections, each time when it is answered; how often it was."""

    async def one() -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if opening:
            writer.write(opening)
            await reader.readuntil(b"\r\n\r\n")
        done, due = 0, time.monotonic() + seconds
        while time.monotonic() < due:
            writer.write(said)
            await reader.readuntil(answer)
            done += 1
        writer.close()
        return done

    return sum(await asyncio.gather(*(one() for _ in range(CONNECTIONS))))


async def longest_wait(port: int, seconds: float) -> float:
    """How long a client waits at most while another floods."""

    async def flood() -> None:
        with contextlib.suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            while True:
                writer.write(EMPTY * int(FLOOD * STEP / len(EMPTY)))
                await writer.drain()
                await asyncio.sleep(STEP)

    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    flooding = asyncio.ensure_future(flood())
    worst, due = 0.0, time.monotonic() + seconds
    while (began := time.monotonic()) < due:
        writer.write(REQUEST)
        await reader.readuntil(ANSWER)
        worst = max(worst, time.monotonic() - began)
        await asyncio.sleep(0.01)
    flooding.cancel()
    writer.close()
    return worst


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def measure(name: str, seconds: float) -> str:
    port = free_port()
    process = subprocess.Popen([sys.executable, __file__, "--serve", name, str(port)], env=os.environ)
    try:
        for _ in range(200):
            time.sleep(0.05)
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
        server = psutil.Process(process.pid)

        def spent() -> float:
            return sum(sum(one.cpu_times()[:2]) for one in (server, *server.children(recursive=True)))

        costs = []
        rates = []
        for opening, said, answer in ((b"", REQUEST, ANSWER), (UPGRADE, MESSAGE, b"m" * 60)):
            asyncio.run(exchange(port, opening, said, answer, 0.5))
            before = spent()
            done = asyncio.run(exchange(port, opening, said, answer, seconds))
            costs.append(1e6 * (spent() - before) / done)
            rates.append(done / seconds)
        wait = asyncio.run(longest_wait(port, seconds))
        return f"{name:26}{rates[0]:10,.0f}{costs[0]:10.0f}{costs[1]:10.0f}{1000 * wait:14,.0f}"
    finally:
        process.kill()
        process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SERVERS)}; all if none is given")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.serve:
        SERVERS[wishes.names[0]][0](int(wishes.names[1]))
        return
    print(f"{'':26}{'requests':>10}{'µs per':>10}{'µs per':>10}{'wait beside':>14}")
    print(f"{'':26}{'per s':>10}{'request':>10}{'message':>10}{'a flood, ms':>14}")
    for name in wishes.names or SERVERS:
        missing = [module for module in SERVERS[name][1] if importlib.util.find_spec(module) is None]
        print(
            f"{name:26}{missing[0]} is not installed" if missing else measure(name, wishes.seconds),
            flush=True,
        )


if __name__ == "__main__":
    main()
