"""Attackers of studies: what they hold in memory, and what edits write."""

from __future__ import annotations

import asyncio
import itertools
import random

from attack.attackers import THROWN_OUT, UPGRADE, Attacker, frame
from stonefield import records
from stonefield.games.game import find_game

CHAPTERS, NODES = 10, 2_000
LONGEST_TEXT = 190_000


def fat_chapter(seed: int, nodes: int = NODES) -> str:
    """A record of Caminos with as many variations as fit into a chapter."""
    chance = random.Random(seed)
    start = find_game("caminos").start()
    lines, count = [], 1
    while count < nodes:
        position, moves = start, []
        while not position.is_over and count + len(moves) < nodes:
            moves.append(str(chance.choice(position.legal_moves())))
            position = position.play(moves[-1])
        lines.append(moves)
        count += len(moves)
    first, *others = lines
    beside = " ".join(f"({' '.join(moves)})" for moves in others)
    text = records.write(records.Record.of(start, first[:1]))
    head = text[: text.index(first[0])]
    return f"{head}{first[0]} {beside} {' '.join(first[1:-1])} *\n"[:LONGEST_TEXT]


async def _fat_study(attacker: Attacker, chapters: int) -> dict:
    source = {"kind": "start", "game": "caminos"}
    made = await attacker.ask_patiently("token", "POST", "/api/studies", {"source": source})
    for number in range(chapters):
        action = {
            "type": "chapter_add",
            "id": f"c{number}",
            "source": {"kind": "record", "text": fat_chapter(number)},
        }
        path = f"/api/studies/{made['study']}/actions"
        await attacker.ask_patiently("version", "POST", path, action, made["token"])
    return made


async def fat_studies(attacker: Attacker) -> None:
    """A study of ten chapters with 2,000 nodes each, copied again and again, every chapter looked at."""
    with attacker.preparing():
        made = await _fat_study(attacker, CHAPTERS)
    for number in itertools.count():
        copy = await attacker.ask("POST", f"/api/studies/{made['study']}/duplicate", None, made["token"])
        if "token" not in copy:
            await asyncio.sleep(0.2)
            continue
        for chapter in range(1, CHAPTERS + 2):
            path = f"/api/studies/{copy['study']}/chapters/{chapter}"
            await attacker.ask("GET", path, None, copy["token"])
        attacker.seen["copies"] = number


async def large_edits(attacker: Attacker) -> None:
    """Eight sockets that delete a chapter of 2,000 nodes and take it back, without a pause."""
    with attacker.preparing():
        made = await _fat_study(attacker, 1)
    await asyncio.gather(*(_deleting(attacker, made, number) for number in range(8)))


async def _deleting(attacker: Attacker, made: dict, number: int) -> None:
    for turn in itertools.count():
        try:
            reader, writer = await attacker.connect()
            writer.write(
                f"GET /api/studies/{made['study']}/socket HTTP/1.1\r\n"
                f"Host: {attacker.host}:{attacker.port}\r\n{UPGRADE}".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame({"type": "hello", "token": made["token"]}))
            attacker.begun.set()
            attacker.forget(reader)
            for again in itertools.count():
                name = f"{number}-{turn}-{again}"
                writer.write(frame({"type": "chapter_delete", "id": f"d{name}", "chapter": 2}))
                writer.write(frame({"type": "undo", "id": f"u{name}"}))
                await writer.drain()
                await asyncio.sleep(0.05)
        except THROWN_OUT:
            attacker.seen["thrown out"] += 1
            await asyncio.sleep(0.2)


ATTACKS = (fat_studies, large_edits)
