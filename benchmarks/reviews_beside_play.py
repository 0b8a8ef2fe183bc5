"""Whether reviews disturb play: an innocent game beside four reviews, and the same game alone.

    python benchmarks/reviews_beside_play.py [--seconds 20] [--reviews 4]

A server process of its own. Somebody moves at one screen ten times a second (a move is acknowledged when it
is committed), somebody else plays level 1. First alone, then while as many reviews run, each of another medium
game, to 3,000 simulations a position. Printed for both: the acknowledgements' median and 99th percentile, and
the longest answer of level 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time

import httpx
from websockets.asyncio.client import connect

from stonefield.games import carnac

SERVE = (sys.executable, "-m", "stonefield", "serve")


class Page:
    """A socket, and the messages it has not looked at yet."""

    def __init__(self, url: str, path: str, token: str) -> None:
        self._url, self._token = url.replace("http", "ws", 1) + path, token

    async def __aenter__(self) -> Page:
        self.socket = await connect(self._url, max_size=None, proxy=None)
        await self.send(type="hello", token=self._token)
        self.state = await self.until("state")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, *types: str) -> dict:
        while True:
            message = json.loads(await self.socket.recv())
            if message["type"] in types:
                return message


def random_game(chance: random.Random, length: int) -> list[str]:
    position, moves = carnac.start(), []
    while len(moves) < length and not position.is_over:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return moves


def make_game(client: httpx.Client, *seats: dict) -> dict:
    return client.post("/api/games", json={"game": "carnac", "seats": seats}).json()


async def acknowledgements(url: str, client: httpx.Client, until: float) -> list[float]:
    """Milliseconds from a move to its acknowledgement, ten moves a second."""
    found: list[float] = []
    chance = random.Random(1)
    while time.monotonic() < until:
        made = make_game(client, {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"})
        async with Page(url, f"/api/games/{made['game']}/socket", made["token"]) as page:
            version = 0
            for text in random_game(chance, 1_000):
                began = time.monotonic()
                await page.send(type="move", id=str(version), version=version, text=text)
                version = (await page.until("accepted"))["version"]
                found.append(1000 * (time.monotonic() - began))
                await asyncio.sleep(0.1)
                if time.monotonic() >= until:
                    break
    return found


async def answers(url: str, client: httpx.Client, until: float) -> list[float]:
    """Seconds from a decision to level 1's last decision of its turn."""
    found: list[float] = []
    chance = random.Random(2)
    while time.monotonic() < until:
        made = make_game(client, {"kind": "person", "name": "Ann"}, {"kind": "engine", "level": 1})
        async with Page(url, f"/api/games/{made['game']}/socket", made["token"]) as page:
            state, began = page.state, None
            while time.monotonic() < until and state["status"] == "playing":
                if not state["may"]["move"]:
                    state = {**state, **await page.until("update")}
                    continue
                if began is not None:
                    found.append(time.monotonic() - began)
                text = str(chance.choice(carnac.parse(state["position"]).legal_moves()))
                await page.send(type="move", id=f"m{state['version']}", version=state["version"], text=text)
                state = {**state, **await page.until("update")}
                began = time.monotonic() if not state["may"]["move"] else None
    return found


async def review(url: str, made: dict, running: asyncio.Event) -> None:
    async with Page(url, f"/api/studies/{made['study']}/socket", made["token"]) as page:
        await page.send(type="review", chapter=1, on=True, simulations=3000)
        await page.until("review")
        running.set()
        while True:
            await page.until("review")


async def measure(url: str, client: httpx.Client, seconds: float) -> str:
    until = time.monotonic() + seconds
    acknowledged, answered = await asyncio.gather(
        acknowledgements(url, client, until), answers(url, client, until)
    )
    p99 = statistics.quantiles(acknowledged, n=100)[98]
    return (
        f"acknowledgement {statistics.median(acknowledged):.1f} ms, p99 {p99:.1f} ms ({len(acknowledged)}); "
        f"level 1 at most {max(answered):.2f} s ({len(answered)})"
    )


async def run(seconds: float, reviews: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = (
            "--no-browser",
            "--port",
            "0",
            "--rate",
            "1000",
            "--database",
            f"sqlite:///{folder}/games.db",
        )
        server = subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, text=True)
        try:
            url = next(line.split()[3].rstrip("/") for line in server.stdout or () if "is at" in line)
            client = httpx.Client(base_url=url, timeout=120)
            await measure(url, client, 3.0)  # the engine gets ready
            print("alone:            ", await measure(url, client, seconds), flush=True)
            tasks, began = [], []
            for seed in range(reviews):
                record = f'[Game "carnac"]\n\n{" ".join(random_game(random.Random(seed), 60))} *\n'
                made = client.post("/api/studies", json={"source": {"kind": "record", "text": record}}).json()
                began.append(asyncio.Event())
                tasks.append(asyncio.create_task(review(url, made, began[-1])))
            await asyncio.gather(*(one.wait() for one in began))
            print(f"beside {reviews} reviews: ", await measure(url, client, seconds), flush=True)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--reviews", type=int, default=4)
    chosen = parser.parse_args()
    asyncio.run(run(chosen.seconds, chosen.reviews))
