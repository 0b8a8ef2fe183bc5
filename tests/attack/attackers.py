"""Attackers of a server, each in a process and at an address of its own.

    PYTHONPATH=tests python -m attack.attackers NAME http://127.0.0.1:PORT

prints `begun`, goes on until its input ends, and then tells what came back: how many answers of each status,
and how often it was thrown out.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Awaitable, Callable

from attack.payloads import long_record, own_board
from records.hostile import FAMILIES

ADDRESS = "127.0.0.2"
"""Where attackers come from: on loopback everything in 127/8 is somebody."""
THROWN_OUT = (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, OSError)
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Attacker:
    """Raw connections to a server, and what became of them."""

    def __init__(self, url: str) -> None:
        self.host, port = url.removeprefix("http://").rstrip("/").split(":")
        self.port = int(port)
        self.seen: Counter[str] = Counter()
        self.reading: list[asyncio.Future[None]] = []
        self.begun = asyncio.Event()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, local_addr=(ADDRESS, 0), limit=2**20)

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> dict:
        """One request on a connection of its own; the answer, empty if it is no JSON."""
        reader, writer = await self.connect()
        try:
            writer.write(self.request(method, path, body, token))
            return await self.answer(reader)
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

    async def answer(self, reader: asyncio.StreamReader) -> dict:
        async with asyncio.timeout(60):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        self.seen[head.split()[1]] += 1
        self.begun.set()
        lengths = [line for line in head.lower().split("\r\n") if line.startswith("content-length:")]
        body = await reader.readexactly(int(lengths[0].split(":")[1])) if lengths else b""
        try:
            return json.loads(body)
        except ValueError:
            return {}

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
        """A socket to a game; whoever gets it may read, or not."""
        reader, writer = await self.connect()
        writer.write(
            f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{UPGRADE}".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        self.seen[head.split()[1].decode()] += 1
        if hello:
            writer.write(frame({"type": "hello", "token": token or None}))
        return reader, writer

    def forget(self, reader: asyncio.StreamReader) -> None:
        """Let somebody read what comes, whatever it is."""
        self.reading.append(asyncio.ensure_future(quietly(self.discard(reader))))

    async def discard(self, reader: asyncio.StreamReader) -> None:
        while await reader.read(2**16):
            pass
        raise ConnectionError


def frame(message: object) -> bytes:
    """A masked text frame."""
    text = json.dumps(message).encode()
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + text


PERSON = {"kind": "person", "name": "Mallory"}
MOVES = [
    {"type": "move", "id": "a", "version": 0, "text": "z9zz"},
    {"type": "undo", "id": "b", "version": 999},
    {"type": "accept", "id": "c", "kind": "draw"},
]


async def hostile_records(attacker: Attacker) -> None:
    """Texts that were once read in quadratic or cubic time, as long as may be sent."""
    texts = [make(100_000)[:190_000] for _, make in list(FAMILIES.values())[:7]]
    requests = [attacker.request("POST", "/api/imports", {"text": text}) for text in texts]
    await asyncio.gather(*(attacker.again(*requests[number:], *requests[:number]) for number in range(4)))


async def own_boards(attacker: Attacker) -> None:
    """Records on large boards with many pieces, and hints there."""
    for number in range(1000):
        made = await attacker.ask("POST", "/api/imports", {"text": own_board(number)})
        if "token" in made:
            reader, writer = await attacker.socket(made["game"], made["token"])
            writer.write(frame({"type": "hint", "id": "h"}))
            attacker.forget(reader)
        await asyncio.sleep(0.05)


async def many_engines(attacker: Attacker) -> None:
    """Games against the strongest engine, and games between engines that nobody watches."""
    strongest = {"kind": "engine", "level": 10}
    for number in range(1000):
        seats = (strongest, strongest) if number % 3 == 0 else (strongest, PERSON)
        made = await attacker.make(*seats, game="caminos", board="octagon")
        if "token" in made and number < 100:
            reader, _ = await attacker.socket(made["game"], made["token"])
            attacker.forget(reader)
        await asyncio.sleep(0.02)


async def endless_headers(attacker: Attacker) -> None:
    """Headers without end on some connections."""

    async def one() -> None:
        while True:
            with contextlib.suppress(*THROWN_OUT):
                _, writer = await attacker.connect()
                attacker.begun.set()
                writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
                for number in range(10_000):
                    writer.write(b"X-%d: " % number + b"a" * 60_000 + b"\r\n")
                    await writer.drain()
            attacker.seen["thrown out"] += 1
            await asyncio.sleep(0.1)

    await asyncio.gather(*(one() for _ in range(4)))


async def half_requests(attacker: Attacker) -> None:
    """As many connections as there may be, each with half a request."""
    held = []
    while True:
        try:
            async with asyncio.timeout(5):
                _, writer = await attacker.connect()
            attacker.begun.set()
            writer.write(b"GET /api/health HTTP/1.1\r\nHost: x\r\n")
            held.append(writer)
        except THROWN_OUT:
            attacker.seen["thrown out"] += 1
            await asyncio.sleep(0.05)
        if len(held) >= 3_000:
            await asyncio.sleep(1)


async def deaf_readers(attacker: Attacker) -> None:
    """Sockets that ask for the whole game again and again, and do not read it."""
    made = await attacker.ask("POST", "/api/imports", {"text": long_record(100_000)})

    async def one() -> None:
        while True:
            with contextlib.suppress(*THROWN_OUT):
                reader, writer = await attacker.socket(made["game"], made["token"])
                reader._transport.pause_reading()
                while not writer.transport.is_closing():
                    writer.write(frame({"type": "hello", "token": made["token"]}) + frame(MOVES[0]))
                    async with asyncio.timeout(10):
                        await writer.drain()
                    await asyncio.sleep(0.1)
            attacker.seen["thrown out"] += 1
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(60)))


async def refused_actions(attacker: Attacker) -> None:
    """Two hundred sockets with sixteen refused actions a second each."""
    made = await attacker.make(PERSON, PERSON)

    async def one() -> None:
        while True:
            with contextlib.suppress(*THROWN_OUT):
                reader, writer = await attacker.socket(made["game"], made["token"])
                reading = asyncio.ensure_future(quietly(attacker.discard(reader)))
                while not reading.done():
                    writer.write(b"".join(map(frame, MOVES)) + frame(MOVES[0]))
                    await asyncio.sleep(0.25)
            attacker.seen["thrown out"] += 1
            await asyncio.sleep(0.5)

    await asyncio.gather(*(one() for _ in range(200)))


async def junk_before_hello(attacker: Attacker) -> None:
    """Sockets that talk without ever saying hello."""
    made = await attacker.make(PERSON, PERSON)

    async def one() -> None:
        while True:
            with contextlib.suppress(*THROWN_OUT):
                reader, writer = await attacker.socket(made["game"], hello=False)
                reading = asyncio.ensure_future(quietly(attacker.discard(reader)))
                while not reading.done():
                    writer.write(frame({"type": "dance", "text": "x" * 10_000}))
                    await asyncio.sleep(0.25)
            attacker.seen["thrown out"] += 1
            await asyncio.sleep(0.5)

    await asyncio.gather(*(one() for _ in range(100)))


async def heavy_answers(attacker: Attacker) -> None:
    """The formats, the export and the picture of a long record."""
    made = await attacker.ask("POST", "/api/imports", {"text": long_record(150_000)})
    paths = ("record/formats", "record?format=json", "picture.svg?view=isometric", "record?format=boardspace")
    requests = [attacker.request("GET", f"/api/games/{made['game']}/{path}") for path in paths]
    await asyncio.gather(*(attacker.again(*requests) for _ in range(30)))


async def static_files(attacker: Attacker) -> None:
    """The page, its files and the API's description, as fast as they come."""
    requests = [attacker.request("GET", path) for path in ("/", "/openapi.json", "/g/x", "/api/catalogue")]
    await asyncio.gather(*(attacker.again(*requests) for _ in range(30)))


async def import_flood(attacker: Attacker) -> None:
    """Long records that are sound, and bodies that are too long."""
    sound = attacker.request("POST", "/api/imports", {"text": long_record(150_000)})
    large = attacker.request("POST", "/api/imports", {"text": "x" * 390_000})
    await asyncio.gather(*(attacker.again(sound, large) for _ in range(8)))


async def quietly(work: Awaitable[None]) -> None:
    with contextlib.suppress(*THROWN_OUT):
        await work


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    attack.__name__: attack
    for attack in (
        hostile_records,
        own_boards,
        many_engines,
        endless_headers,
        half_requests,
        deaf_readers,
        refused_actions,
        junk_before_hello,
        heavy_answers,
        static_files,
        import_flood,
    )
}


async def attack(name: str, url: str) -> None:
    """Go on until the input ends, whatever the server does; then tell what came back, and be gone."""
    attacker = Attacker(url)

    async def on_and_on() -> None:
        while True:
            await quietly(ATTACKS[name](attacker))
            attacker.seen["thrown out"] += 1
            await asyncio.sleep(0.2)

    attacking = asyncio.ensure_future(on_and_on())
    over = asyncio.ensure_future(asyncio.to_thread(sys.stdin.read))
    await attacker.begun.wait()
    print("begun", flush=True)
    await asyncio.wait([attacking, over], return_when=asyncio.FIRST_COMPLETED)
    if attacking.done():
        attacking.result()
    print(json.dumps(attacker.seen), flush=True)
    os._exit(0)


def main() -> None:
    name, url = sys.argv[1:]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(attack(name, url))


if __name__ == "__main__":
    main()
