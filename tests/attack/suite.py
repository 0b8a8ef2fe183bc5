"""An innocent player beside an attacker: what they wait before and during each attack, and what it costs.

    PYTHONPATH=tests python -m attack.suite [--seconds 8] [--repeats 3] [NAME ...]

The player's game is at 127.0.0.1, the attacker at 127.0.0.2, both against one server process with its usual
limits. A move counts from its sending until `accepted` comes, the engine's answer until its move is seen.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import psutil

from attack.attackers import ATTACKS
from server.page import Page
from server.serverprocess import ServerProcess

AIM_MOVE, AIM_ANSWER, AIM_MEMORY = 0.25, 5.0, 300.0
"""Seconds for 99 of 100 moves, seconds for the engine's answer, megabytes above rest."""
PAUSE = 0.08
"""Between two moves of the innocent, who keeps within their own limits."""
FEWEST = 10
"""Moves that are measured, however long they take."""


@dataclass
class Waits:
    """What the innocent waited, in seconds, and what the server held, in megabytes."""

    moves: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    memory: float = 0.0
    faults: list[str] = field(default_factory=list)
    attacker: dict[str, int] = field(default_factory=dict)

    def share(self, percent: int) -> float:
        """So many of 100 moves were acknowledged within this time."""
        if len(self.moves) < 2:
            return float("inf")
        return statistics.quantiles(self.moves, n=100, method="inclusive")[percent - 1]

    @property
    def answer(self) -> float:
        """The longest wait for the engine."""
        return max(self.answers, default=float("inf"))


class Innocent:
    """Somebody who plays at one screen, and against level 1."""

    def __init__(self, server: ServerProcess) -> None:
        self.server, self.chance = server, random.Random(1)

    async def play(self, seconds: float) -> Waits:
        """Play on until the time is over, and until the engine has answered once."""
        waits = Waits()
        deadline = time.monotonic() + seconds
        watching = asyncio.ensure_future(self._watch(waits))
        try:
            await asyncio.gather(self._move(waits, deadline), self._ask(waits, deadline))
        except Exception as error:
            waits.faults.append(f"the innocent is lost: {error!r}")
        finally:
            watching.cancel()
        return waits

    async def _made(self, *seats: str) -> dict:
        return await asyncio.to_thread(self.server.make_game, *seats, board="medium")

    async def _move(self, waits: Waits, deadline: float) -> None:
        def goes_on() -> bool:
            return time.monotonic() < deadline or len(waits.moves) < FEWEST

        while goes_on():
            async with Page(self.server, await self._made("Ann", "Ben")) as page:
                while goes_on() and page.state["status"] == "playing":
                    move = page.choice(self.chance)
                    began = time.monotonic()
                    answer = await page.move(move)
                    waits.moves.append(time.monotonic() - began)
                    if answer["type"] != "accepted":
                        waits.faults.append(f"a move was refused: {answer['code']}")
                    await asyncio.sleep(PAUSE)

    async def _ask(self, waits: Waits, deadline: float) -> None:
        while not waits.answers or time.monotonic() < deadline:
            async with Page(self.server, await self._made("Ann", "level 1")) as page:
                while page.state["status"] == "playing" and (
                    not waits.answers or time.monotonic() < deadline
                ):
                    await page.until_state(lambda state: state["may"]["move"] or state["status"] == "over")
                    if not page.state["may"]["move"]:
                        break
                    began = time.monotonic()
                    accepted = await page.move(page.choice(self.chance))
                    if page.state["may"]["move"] or page.state["status"] == "over":
                        continue  # An answer and a placement belong together.
                    version = accepted["version"]
                    await page.until_state(lambda state, ours=version: state["version"] > ours)
                    waits.answers.append(time.monotonic() - began)

    async def _watch(self, waits: Waits) -> None:
        while True:
            waits.memory = max(waits.memory, memory_of(self.server))
            await asyncio.sleep(0.2)


def memory_of(server: ServerProcess) -> float:
    """Megabytes that the server and its helpers hold; what processes share is counted once."""
    held = 0.0
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(server.process.pid)
        for each in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                held += each.memory_full_info().pss / 2**20
    return held


async def attacked(server: ServerProcess, name: str, seconds: float) -> Waits:
    """The innocent's waits while one attack goes on."""
    command = [sys.executable, "-m", "attack.attackers", name, server.url]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    attacker = await asyncio.create_subprocess_exec(
        *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert await attacker.stdout.readline() == b"begun\n"
    waits = await Innocent(server).play(seconds)
    said, _ = await attacker.communicate(b"")
    waits.attacker = json.loads(said)
    failed = sum(count for status, count in waits.attacker.items() if status.startswith("5"))
    refused = waits.attacker.get("503", 0)
    if failed > refused:
        waits.faults.append(f"{failed - refused} answers of 5xx")
    if server.process.poll() is not None:
        waits.faults.append("the server is gone")
    waits.faults += [line for line in server.said if "Traceback" in line]
    return waits


@dataclass
class Row:
    """One attack, several rounds of it: what the innocent waited right before, and during it."""

    name: str
    before: list[Waits]
    during: list[Waits]
    rest: float

    @property
    def memory(self) -> float:
        return max(waits.memory for waits in self.during) - self.rest

    @property
    def faults(self) -> list[str]:
        return [fault for waits in self.during for fault in waits.faults]

    @property
    def missed(self) -> list[str]:
        """The aims that most rounds miss."""
        rounds = zip(self.before, self.during, strict=True)
        missed = Counter(aim for before, during in rounds for aim in late(before, during))
        often = [aim for aim, times in missed.items() if times > len(self.during) / 2]
        return often + (["memory"] if self.memory > AIM_MEMORY else [])

    def __str__(self) -> str:
        figures = f"{_figures(self.before):20} {_figures(self.during):20}{self.memory:9.0f}"
        seen = " ".join(f"{what} {count}" for what, count in sorted(self.during[-1].attacker.items()))
        told = self.faults + [f"missed: {aim}" for aim in self.missed]
        return f"{self.name:18}{figures}   {seen} {'; '.join(told)}"


def late(before: Waits, during: Waits) -> Iterator[str]:
    """The aims that a round misses. Where others use the machine, three times the waits before it count."""
    if during.share(99) > max(AIM_MOVE, 3 * before.share(99)):
        yield "99 of 100 moves"
    if during.answer > max(AIM_ANSWER, 3 * before.answer):
        yield "level 1"


def _figures(rounds: list[Waits]) -> str:
    p50, p99 = (1000 * statistics.median(waits.share(of) for waits in rounds) for of in (50, 99))
    return f"{p50:6.0f}{p99:7.0f}{statistics.median(waits.answer for waits in rounds):7.1f}"


HEAD = f"{'':18}{'before: p50, p99 ms, level 1 s':>20} {'during: the same':>20}{'MB':>9}   the attacker got"


async def suite(server: ServerProcess, names: Sequence[str], seconds: float, repeats: int) -> list[Row]:
    """All attacks one after the other, each against a server that has been left alone for a moment."""
    await Innocent(server).play(2)  # The engine is ready, and what is worked out once is there.
    rows = []
    for name in names:
        rest = memory_of(server)
        before, during = [], []
        for _ in range(repeats):
            before.append(await Innocent(server).play(seconds))
            during.append(await attacked(server, name, seconds))
            await asyncio.sleep(1)
        rows.append(Row(name, before, during, rest))
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help=f"of {', '.join(ATTACKS)}; all if none is given")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--repeats", type=int, default=3)
    wishes = parser.parse_args()
    print(HEAD)
    for name in wishes.names or ATTACKS:
        with tempfile.TemporaryDirectory(prefix="stonefield-attack-") as folder:
            server = ServerProcess(f"sqlite:///{folder}/games.db", "--rate", "1").start()
            try:
                asyncio.run(suite(server, [name], wishes.seconds, wishes.repeats))
            finally:
                server.kill()


if __name__ == "__main__":
    main()
