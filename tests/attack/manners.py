"""Attackers of people: floods of chat, of reports and of blocks, in games that they play with themselves."""

from __future__ import annotations

import asyncio
import itertools

from attack.client import PERSON, Attacker

PAUSE = 0.02
NASTY = (
    "\u202e" * 300,
    "\u0301" * 300,
    "<script>alert(1)</script>" * 12,
    "https://example.org/ " * 14,
    "x" * 300,
)


async def _games(attacker: Attacker, count: int) -> list[tuple[str, list[str]]]:
    """Games with both of their seats, and the tokens of these."""
    found = []
    with attacker.preparing():
        for _ in range(count):
            wishes = {"game": "carnac", "seats": [PERSON, {"kind": "open"}]}
            made = await attacker.ask_patiently("token", "POST", "/api/games", wishes)
            join, path = {"invite": made["invite"], "name": "Mallory"}, f"/api/games/{made['game']}/join"
            joined = await attacker.ask_patiently("token", "POST", path, join)
            found.append((made["game"], [made["token"], joined["token"]]))
    return found


async def chat_floods(attacker: Attacker) -> None:
    """Lines as fast as they are taken, read again and again, on twenty connections."""

    async def one(game: str, tokens: list[str]) -> None:
        for number in itertools.count():
            token, path = tokens[number % 2], f"/api/games/{game}/chat"
            await attacker.ask("POST", path, {"text": NASTY[number % len(NASTY)]}, token=token)
            await attacker.ask("GET", path, token=token)
            await attacker.ask("PUT", f"{path}/muted", {"muted": bool(number % 2)}, token=token)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one(*game) for game in await _games(attacker, 4) for _ in range(5)))


async def report_floods(attacker: Attacker) -> None:
    """Reports of oneself by oneself, with as many words as there may be, and doors that are not one's own."""

    async def one(game: str, tokens: list[str]) -> None:
        for number in itertools.count():
            for reason in ("insults", "cheating", "leaving", "name", "other"):
                wanted = {"game": game, "reason": reason, "words": "w" * 1_000}
                await attacker.ask("POST", "/api/reports", wanted, token=tokens[number % 2])
            await attacker.ask("GET", "/api/moderation/reports")
            await attacker.ask("PUT", f"/api/accounts/me/manners/avoided/Name{number}", {"blocked": True})
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one(*game) for game in await _games(attacker, 2) for _ in range(5)))


ATTACKS = (chat_floods, report_floods)
