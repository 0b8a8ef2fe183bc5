"""Attackers of accounts: guessed passwords, made-up names, cookies that are none."""

from __future__ import annotations

import asyncio
import itertools

from attack.client import Attacker

PAUSE = 0.02


async def guessed_passwords(attacker: Attacker) -> None:
    """Passwords for one name and for many, recovery codes and challenges, on thirty connections."""

    async def one(number: int) -> None:
        for guess in itertools.count():
            name = "Admiral.Nelson" if number % 2 else f"Name.{number}.{guess}"
            await attacker.ask("POST", "/api/sessions", {"name": name, "password": f"guess {guess} of many"})
            await attacker.ask("POST", "/api/sessions/recovery", {"name": name, "code": f"aaaa{guess}"})
            await attacker.ask("POST", "/api/sessions/passkey-options")
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one(number) for number in range(30)))


async def accounts_by_the_dozen(attacker: Attacker) -> None:
    """Accounts, each with five hundred games that it does not hold, and names that are asked for."""
    games = [{"game": f"{number:016d}", "token": "none"} for number in range(500)]

    async def one(number: int) -> None:
        for turn in itertools.count():
            name = f"Made.{'abcdefghjk'[number % 10]}.{turn}"
            await attacker.ask("GET", f"/api/accounts/names?name={name}")
            wishes = {"name": name, "password": "one of very many", "along": {"games": games}}
            await attacker.ask("POST", "/api/accounts", wishes)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one(number) for number in range(20)))


ATTACKS = (guessed_passwords, accounts_by_the_dozen)
