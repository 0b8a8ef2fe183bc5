"""Attackers of people who would like to meet: floods of games in the lobby, challenges and guessed links."""

from __future__ import annotations

import asyncio
import itertools
from functools import reduce

from attack.client import PERSON, UPGRADE, Attacker, frame, quietly

PAUSE = 0.02
DAYS = {"bank_hours": 240, "increment_hours": 36}
LIVE = {"seconds": 600, "increment": 10}
SQUARES = [f"{column}{row}" for row in "12345" for column in "abcd"]
LINE = [text for square in SQUARES for text in (f"{square}rw", "-")]
"""Megaliths that are all left standing: the longest plan there may be."""
PLAN = reduce(lambda then, move: [{"move": move, "then": then}], reversed(LINE), [])


def _wishes(**more: object) -> dict:
    return {"game": "carnac", "seats": [PERSON, {"kind": "open"}], **more}


async def lobby_floods(attacker: Attacker) -> None:
    """Games listed, looked for, taken and withdrawn without end, while fifty sockets hear of each of them."""

    async def listen() -> None:
        while True:
            reader, writer = await attacker.connect()
            head = f"GET /api/lobby/socket HTTP/1.1\r\nHost: {attacker.host}:{attacker.port}\r\n{UPGRADE}"
            writer.write(head.encode())
            attacker.count((await reader.readuntil(b"\r\n\r\n")).decode("latin-1"))
            writer.write(frame({"type": "hello", "token": None}))
            await quietly(attacker.discard(reader))
            await asyncio.sleep(1)

    async def one(number: int) -> None:
        for turn in itertools.count():
            clock = LIVE if (number + turn) % 2 else DAYS
            made = await attacker.ask("POST", "/api/seeks", {"game": _wishes(clock=clock)})
            await attacker.ask("POST", "/api/seeks/pair", {"game": _wishes(clock=clock)})
            for seek in (await attacker.ask("GET", "/api/lobby")).get("seeks", [])[:3]:
                await attacker.ask("POST", f"/api/seeks/{seek['game']}/take", {"name": "Mallory"})
            if "token" in made:
                await attacker.ask("DELETE", f"/api/seeks/{made['game']}", token=made["token"])
            await asyncio.sleep(PAUSE)

    listening = (quietly(listen()) for _ in range(50))
    await asyncio.gather(*listening, *(one(number) for number in range(20)))


async def challenge_floods(attacker: Attacker) -> None:
    """Challenges for anyone, accepted by their maker; in each game a plan as long as it may be."""

    async def one() -> None:
        for _ in itertools.count():
            made = await attacker.ask("POST", "/api/challenges", {"wishes": _wishes(clock=DAYS)})
            path = f"/api/challenges/{made.get('challenge', {}).get('challenge', 'none')}"
            seated = await attacker.ask("POST", f"{path}/accept", {"name": "Mallory"})
            game, token = f"/api/games/{seated.get('game', 'none')}", made.get("token", "")
            state = seated.get("state", {})
            plan = {"version": state.get("version", 0), "tree": PLAN}
            await attacker.ask("PUT", f"{game}/plan", plan, token=token)
            await attacker.ask("GET", f"{game}/plan", token=token)
            await attacker.ask("POST", "/api/moments", {"position": state.get("position"), "moves": LINE})
            await attacker.ask("POST", f"{path}/withdraw", token=token)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one() for _ in range(20)))


async def guessed_links(attacker: Attacker) -> None:
    """Links of mails, feeds and lists that end mails, guessed; mails to people whom no one knows."""

    async def one(number: int) -> None:
        for turn in itertools.count():
            token = f"{number:04d}{turn:036d}"
            await attacker.ask("POST", "/api/sessions/mail", {"name": f"Name.{number}.{turn}"})
            await attacker.ask("POST", "/api/sessions/mail-link", {"token": token})
            await attacker.ask("POST", "/api/notifications/confirm", {"token": token})
            await attacker.ask("POST", f"/api/notifications/unsubscribe/{token}")
            await attacker.ask("GET", f"/api/notifications/feed/{token}")
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one(number) for number in range(30)))


ATTACKS = (lobby_floods, challenge_floods, guessed_links)
