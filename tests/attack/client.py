"""Raw connections to a server, from any address of the loopback network, and what became of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import weakref
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass

ADDRESS = "127.0.0.2"
"""Where an attacker comes from unless told otherwise: the server counts each address of 127/8 on its own."""
PATIENCE = 180.0
"""Seconds that an answer may take."""
THROWN_OUT = (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, OSError)
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PERSON = {"kind": "person", "name": "Mallory"}


@dataclass(frozen=True)
class Answer:
    """An answer over HTTP."""

    status: int
    body: bytes
    retry_after: float | None
    """Seconds, where the server names them."""

    @property
    def json(self) -> dict:
        """What it says; empty if that is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return {}


class Client:
    """Requests from one address, and how many answers of each status there were."""

    def __init__(self, url: str, address: str) -> None:
        self.host, port = url.removeprefix("http://").rstrip("/").split(":")
        self.port, self.address = int(port), address
        self.seen: Counter[str] = Counter()
        self._transports: weakref.WeakSet[asyncio.WriteTransport] = weakref.WeakSet()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        origin = (self.address, 0)
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=origin, limit=2**20)
        self._transports.add(writer.transport)
        return reader, writer

    def hang_up(self) -> None:
        """Close every connection at once."""
        for transport in list(self._transports):
            transport.abort()

    async def answered(self, method: str, path: str, body: object = None, token: str = "") -> Answer:
        """The answer to a request on a connection of its own."""
        reader, writer = await self.connect()
        try:
            writer.write(self.request(method, path, body, token))
            return await self.read(reader)
        finally:
            writer.transport.abort()

    def request(self, method: str, path: str, body: object = None, token: str = "") -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{bearer}"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        return head.encode() + content

    async def read(self, reader: asyncio.StreamReader) -> Answer:
        """The next answer on a connection."""
        async with asyncio.timeout(PATIENCE):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            headers = self.count(head)
            body = await reader.readexactly(int(headers.get("content-length", "0")))
        retry_after = headers.get("retry-after")
        return Answer(int(head.split()[1]), body, None if retry_after is None else float(retry_after))

    def count(self, head: str) -> dict[str, str]:
        """Note the status of an answer; its headers. A plain `503` is one that says when to come back."""
        lines = head.lower().split("\r\n")[1:]
        headers = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
        status = head.split()[1]
        silent = status == "503" and "retry-after" not in headers
        self.seen["503 without Retry-After" if silent else status] += 1
        return headers


def failures(seen: Counter[str]) -> Counter[str]:
    """The answers that no server under attack may give: 5xx, except a 503 that says when to come back."""
    return Counter({what: n for what, n in seen.items() if what[:1] == "5" and what != "503"})


class Attacker(Client):
    """Someone who means harm, and what the server did about it."""

    def __init__(self, url: str, address: str = ADDRESS) -> None:
        super().__init__(url, address)
        self.reading: set[asyncio.Future[None]] = set()
        self.begun = asyncio.Event()
        self._prepares = False

    @contextlib.contextmanager
    def preparing(self) -> Iterator[None]:
        """Answers to what is asked for meanwhile do not mean that the attack has begun."""
        self._prepares = True
        try:
            yield
        finally:
            self._prepares = False

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> dict:
        """One request on a connection of its own; the answer, empty if it is no JSON."""
        return (await self.answered(method, path, body, token)).json

    async def ask_patiently(
        self, key: str, method: str, path: str, body: object = None, token: str = ""
    ) -> dict:
        """Ask until the answer has what it is asked for."""
        while True:
            answer = await self.ask(method, path, body, token)
            if key in answer:
                return answer
            await asyncio.sleep(1)

    async def answer(self, reader: asyncio.StreamReader) -> dict:
        return (await self.read(reader)).json

    def count(self, head: str) -> dict[str, str]:
        if not self._prepares:
            self.begun.set()
        return super().count(head)

    async def again(self, *requests: bytes) -> None:
        """The same requests on one connection, as fast as they are answered; a new one when thrown out."""
        while True:
            try:
                reader, writer = await self.connect()
                while True:
                    for request in requests:
                        writer.write(request)
                        await self.answer(reader)
            except THROWN_OUT:
                self.seen["thrown out"] += 1
                await asyncio.sleep(0.2)

    async def make(self, *seats: dict, game: str = "carnac", **options) -> dict:
        return await self.ask("POST", "/api/games", {"game": game, "options": options, "seats": list(seats)})

    async def socket(
        self, game: str, token: str = "", *, hello: bool = True
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A socket to a game; the caller decides whether to read from it."""
        reader, writer = await self.connect()
        writer.write(
            f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{UPGRADE}".encode()
        )
        self.count((await reader.readuntil(b"\r\n\r\n")).decode("latin-1"))
        if hello:
            writer.write(frame({"type": "hello", "token": token or None}))
        return reader, writer

    def forget(self, reader: asyncio.StreamReader) -> None:
        """Read and throw away what comes."""
        reading = asyncio.ensure_future(quietly(self.discard(reader)))
        self.reading.add(reading)
        reading.add_done_callback(self.reading.discard)

    async def discard(self, reader: asyncio.StreamReader) -> None:
        while await reader.read(2**16):
            pass
        raise ConnectionError


def frame(message: object) -> bytes:
    """A masked text frame."""
    text = json.dumps(message).encode()
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + text


async def quietly(work: Awaitable[None]) -> None:
    with contextlib.suppress(*THROWN_OUT):
        await work
