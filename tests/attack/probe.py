"""How long a server leaves everyone without an answer.

    PYTHONPATH=tests python -m attack.probe http://127.0.0.1:PORT PID [--from 127.0.3.1]

asks for /api/health and pings an open socket ten times a second, until its input ends. For each line of
input, and at the end, it prints the longest waits since the last time, in seconds; a connection that fails
counts until the next one is answered. Two figures show what is due to the machine: `queued` is how long the
server, whose process is PID, waited for a processor during the longest of these waits, and `own` is how late
the probe itself was woken. `late` is how often the server's event loop was more than a second late since its
start, for an address that may read /metrics.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

from websockets.asyncio.client import connect

from attack.client import PERSON, Client
from attack.reporting import report_when_asked

EVERY = 0.1
"""Seconds between two questions."""
ANSWER_SECONDS = 10.0
"""Seconds after which a connection is given up, and another one is tried."""
ADDRESS = "127.0.3.1"
METRICS_EVERY = 10.0
NEW_GAME = {"game": "carnac", "seats": [PERSON, PERSON]}
LOOP_DELAYS = re.compile(r"^stonefield_loop_delay_seconds_bucket\{le=\"(1\.0|\+Inf)\"\} (\S+)$", re.MULTILINE)
LIVE_BYTES = re.compile(r"^stonefield_live_bytes\{.*\} (\S+)$", re.MULTILINE)


class Longest:
    """The longest wait since the last report, the one that still lasts included."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._longest = (0.0, 0.0)
        self._since: tuple[float, float] | None = None

    def begin(self) -> None:
        """Something was asked; only the first of several tries counts."""
        if self._since is None:
            self._since = (time.monotonic(), queued(self._process))

    def end(self) -> None:
        """It was answered."""
        self._longest = max(self._longest, self._lasting())
        self._since = None

    def _lasting(self) -> tuple[float, float]:
        if self._since is None:
            return 0.0, 0.0
        at, before = self._since
        return time.monotonic() - at, max(0.0, queued(self._process) - before)

    def take(self) -> tuple[float, float]:
        """The wait, and how much of it the server waited for a processor."""
        longest, self._longest = max(self._longest, self._lasting()), (0.0, 0.0)
        return longest


def queued(process: int) -> float:
    """Seconds that a process's main thread has waited for a processor; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text("ascii").split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


class Probe(Client):
    """Someone who does nothing but ask whether the server is there."""

    def __init__(self, url: str, process: int, address: str) -> None:
        super().__init__(url, address)
        self.health, self.socket = Longest(process), Longest(process)
        self._own = 0.0
        self._failed = 0
        self._late: float | None = None
        self._held: float | None = None
        """Megabytes that games and studies take, by the server's own estimate."""

    async def ask_for_health(self) -> None:
        """On one connection, as long as it lasts."""
        self.health.begin()
        reader, writer = await self.connect()
        try:
            while True:
                self.health.begin()
                writer.write(self.request("GET", "/api/health"))
                async with asyncio.timeout(ANSWER_SECONDS):
                    answer = await self.read(reader)
                if answer.status != 200:
                    raise ConnectionError(answer.status)
                self.health.end()
                await asyncio.sleep(EVERY)
        finally:
            writer.transport.abort()

    async def ping_a_socket(self) -> None:
        """The socket of a game that was made for it."""
        self.socket.begin()
        async with asyncio.timeout(ANSWER_SECONDS):
            made = (await self.answered("POST", "/api/games", NEW_GAME)).json
            url = f"ws://{self.host}:{self.port}/api/games/{made['game']}/socket"
            socket = await connect(url, proxy=None, max_size=None, local_addr=(self.address, 0))
        async with socket:
            await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
            while True:
                self.socket.begin()
                await socket.send(json.dumps({"type": "ping"}))
                async with asyncio.timeout(ANSWER_SECONDS):
                    while json.loads(await socket.recv())["type"] != "pong":
                        pass
                self.socket.end()
                await asyncio.sleep(EVERY)

    async def read_metrics(self) -> None:
        """How often the event loop was late, and what is held, where the server tells this address."""
        while True:
            answer = await self.answered("GET", "/metrics")
            if answer.status == 200:
                counts = {bound: float(count) for bound, count in LOOP_DELAYS.findall(answer.body.decode())}
                self._late = counts["+Inf"] - counts["1.0"]
                self._held = sum(map(float, LIVE_BYTES.findall(answer.body.decode()))) / 1e6
            await asyncio.sleep(METRICS_EVERY)

    async def sleep(self) -> None:
        """Be woken, and see how late."""
        while True:
            due = time.monotonic() + EVERY
            await asyncio.sleep(EVERY)
            self._own = max(self._own, time.monotonic() - due)

    async def keep(self, work: Callable[[], Awaitable[None]]) -> None:
        """Begin again whenever it fails."""
        while True:
            try:
                await work()
            except Exception:
                self._failed += 1
            await asyncio.sleep(EVERY)

    def news(self) -> dict:
        own, self._own = self._own, 0.0
        failed, self._failed = self._failed, 0
        seen, self.seen = self.seen, Counter()
        health, socket = self.health.take(), self.socket.take()
        longest = {"health": health[0], "socket": socket[0], "queued": max(health, socket)[1], "own": own}
        return {**longest, "failed": failed, "late": self._late, "held": self._held, "seen": seen}


async def run(probe: Probe) -> None:
    works = (probe.ask_for_health, probe.ping_a_socket, probe.read_metrics, probe.sleep)
    probing = [asyncio.ensure_future(probe.keep(work)) for work in works]
    await report_when_asked(probe.news)
    await asyncio.gather(*probing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("url")
    parser.add_argument("process", type=int, help="the server's")
    parser.add_argument("--from", dest="address", default=ADDRESS)
    wishes = parser.parse_args()
    asyncio.run(run(Probe(wishes.url, wishes.process, wishes.address)))


if __name__ == "__main__":
    main()
