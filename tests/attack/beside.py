"""Attackers of what is worked out beside the event loop: films, records, proofs, threads."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

from attack.payloads import long_game

if TYPE_CHECKING:
    from attack.attackers import Attacker

WIDTHS = itertools.cycle(range(700, 801))


async def long_films(attacker: Attacker) -> None:
    """Films as large as they may be, several at once, each of another width."""
    text = long_game()

    async def one() -> None:
        while True:
            wanted = {"text": text, "kind": "webp", "size": next(WIDTHS), "last": 90}
            await attacker.ask("POST", "/api/films", wanted)

    await asyncio.gather(*(one() for _ in range(6)))


async def hung_up(attacker: Attacker) -> None:
    """Expensive requests that are sent and hung up on at once."""
    text = long_game()
    made = await attacker.ask("POST", "/api/imports", {"text": text})
    if "game" not in made:
        raise ConnectionError("refused; later")
    game = made["game"]
    tries = itertools.count()

    def wanted(number: int) -> bytes:
        width = 300 + number % 500
        match number % 4:
            case 0:
                return attacker.request("GET", f"/api/games/{game}/film.gif?size={width}&last=60")
            case 1:
                return attacker.request("GET", f"/api/games/{game}/picture.png?size={width}")
            case 2:
                return attacker.request("POST", "/api/positions", {"source": text, "edits": [f"x{number}"]})
            case _:
                return attacker.request("GET", f"/api/games/{game}/record/formats")

    async def one() -> None:
        while True:
            _, writer = await attacker.connect()
            writer.write(wanted(next(tries)))
            await writer.drain()
            await asyncio.sleep(0.05)
            writer.transport.abort()
            attacker.seen["hung up"] += 1

    await asyncio.gather(*(one() for _ in range(10)))


ATTACKS = (long_films, hung_up)
