"""Attackers with boards and pieces of their own, and with records and studies as large as may be sent."""

from __future__ import annotations

import asyncio

from attack.attackers import Attacker
from games.caminos.own_boards import geometry
from stonefield import carnac

BY_MINUTE = 60


def wide_record(games: int) -> str:
    """Games with every first placement as a variation, hundreds of nodes each."""
    first, *others = map(str, carnac.start("large").legal_moves())
    variations = " ".join(f"(1. {move})" for move in others)
    return f'[Game "carnac"]\n[Board "large"]\n\n1. {first} {variations} *\n\n' * games


async def geometries(attacker: Attacker) -> None:
    """Records on boards of ever new names and shapes, just below the most placements, one each second."""
    for number in range(10_000):
        board, pieces = geometry(number)
        for name in (f"b{number}", f"again{number}"):
            renamed = board.replace(f"b{number}=", f"{name}=", 1)
            text = f'[Game "caminos"][Board "{renamed}"][Pieces "{pieces}"] *'
            made = await attacker.ask("POST", "/api/imports", {"text": text})
            if "game" in made:
                await attacker.ask("GET", f"/api/games/{made['game']}")
        await asyncio.sleep(60 / BY_MINUTE)


async def large_imports(attacker: Attacker) -> None:
    """Studies made of wide records, copied and deleted again: thousands of rows in the journal each time."""
    record = wide_record(4)

    async def one() -> None:
        while True:
            source = {"kind": "record", "text": record}
            made = await attacker.ask("POST", "/api/studies", {"source": source})
            if "study" in made:
                path, token = f"/api/studies/{made['study']}", made["token"]
                copied = await attacker.ask("POST", f"{path}/duplicate", token=token)
                for study, key in ((made["study"], token), (copied.get("study"), copied.get("token", ""))):
                    if study:
                        await attacker.ask("DELETE", f"/api/studies/{study}", token=key)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(4)))


ATTACKS = (geometries, large_imports)
