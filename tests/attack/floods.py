"""Attacks by number and size: costly records and boards, floods of requests, sockets that misbehave."""

from __future__ import annotations

import asyncio
import contextlib

from attack.client import PERSON, THROWN_OUT, Attacker, frame, quietly
from attack.payloads import long_record, own_board
from records.hostile import FAMILIES

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


ATTACKS = (
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
