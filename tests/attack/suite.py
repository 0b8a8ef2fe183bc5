"""The innocent and an attacker: what people wait before and during each attack, and what it costs the server.

    PYTHONPATH=tests python -m attack.suite [--seconds 8] [--repeats 3] [NAME ...]

The innocent are at 127.0.0.1, the attacker at 127.0.0.2. Each attack has a server of its own with the usual
limits: one that was attacked before has memory to spare, and would seem to take none. A move counts from its
sending until `accepted` comes, the engine's answer until its move is seen, a puzzle from asking for it until
a try is judged. A request that the server puts off counts until it is granted. `queued` is the percentage of
the time in which the server waited for a processor: where it is high before the attack, others use the
machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import psutil

from attack.attackers import BROKEN, attacks
from attack.client import failures
from attack.innocent import FILM, LEVEL_1, MOVES, PUZZLE, Innocent, Waits
from attack.probe import queued
from attack.reporting import Reporter
from server.serverprocess import ServerProcess


@dataclass(frozen=True)
class Aim:
    """What the innocent may have to wait at most, whatever one attacker does."""

    kind: str
    percent: int
    """This share of the waits; 100: all of them."""
    seconds: float


AIMS = (Aim(MOVES, 99, 0.25), Aim(LEVEL_1, 100, 5.0), Aim(PUZZLE, 100, 5.0), Aim(FILM, 100, 5.0))
AIM_MEMORY = 300.0
"""Megabytes above rest."""
FEWEST = {MOVES: 10, LEVEL_1: 1, PUZZLE: 1, FILM: 1}
"""Waits that are measured, however long they take."""
TAKES_ROOM = 3.0
"""Where others use the machine, this many times the wait before the attack is allowed."""


@dataclass
class Round:
    """What the innocent waited for a while, and what the server held, in megabytes."""

    waits: Waits
    memory: float = 0.0
    queued: float = 0.0
    """The share of the time in which the server waited for a processor."""
    attacker: Counter[str] = field(default_factory=Counter)

    def within(self, aim: Aim) -> float:
        return self.waits.within(aim.kind, aim.percent)


async def played(server: ServerProcess, seconds: float) -> Round:
    """Let the innocent be until the time is over, and until they have had one of everything."""
    waits = Waits()
    round = Round(waits)
    innocent = Innocent(server.url, "127.0.0.1", waits)
    began, before = time.monotonic(), queued(server.process.pid)
    deadline = began + seconds

    async def watch() -> None:
        while True:
            round.memory = max(round.memory, memory_of(server))
            await asyncio.sleep(0.2)

    watching = asyncio.ensure_future(watch())
    try:
        async with asyncio.TaskGroup() as group:
            for kind, work in (
                (MOVES, innocent.play_at_one_screen),
                (LEVEL_1, innocent.play_level_1),
                (PUZZLE, innocent.solve_puzzles),
                (FILM, innocent.watch_films),
            ):

                def going(kind: str = kind) -> bool:
                    return time.monotonic() < deadline or len(waits.seconds[kind]) < FEWEST[kind]

                group.create_task(work(going))
    except ExceptionGroup as lost:
        waits.faults.append(f"the innocent is lost: {lost.exceptions[0]!r}")
    finally:
        watching.cancel()
        round.queued = (queued(server.process.pid) - before) / (time.monotonic() - began)
    waits.faults += [f"{n} answers of {what} to the innocent" for what, n in failures(innocent.seen).items()]
    return round


def memory_of(server: ServerProcess) -> float:
    """Megabytes that the server and its helpers hold; what processes share is counted once."""
    held = 0.0
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(server.process.pid)
        for each in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                held += each.memory_full_info().pss / 2**20
    return held


async def attacked(server: ServerProcess, name: str, seconds: float) -> Round:
    """The innocent's waits while one attack continues."""
    attacker = Reporter("attackers", server.url, name)
    await attacker.start()
    round = await played(server, seconds)
    round.attacker = Counter(await attacker.end())
    faults = round.waits.faults
    faults += [f"{n} answers of {what}" for what, n in failures(round.attacker).items()]
    faults += [what for what in round.attacker if what.startswith(BROKEN)]
    if server.process.poll() is not None:
        faults.append("the server is gone")
    faults += [line for line in server.said if "Traceback" in line]
    return round


@dataclass
class Row:
    """One attack, several rounds of it: what the innocent waited right before, and during it."""

    name: str
    before: list[Round]
    during: list[Round]
    rest: float

    @property
    def memory(self) -> float:
        return max(round.memory for round in self.during) - self.rest

    @property
    def faults(self) -> list[str]:
        return [fault for round in self.during for fault in round.waits.faults]

    @property
    def missed(self) -> list[str]:
        """The aims that most rounds miss."""
        rounds = zip(self.before, self.during, strict=True)
        missed = Counter(aim for before, during in rounds for aim in late(before, during))
        often = [aim for aim, times in missed.items() if times > len(self.during) / 2]
        return often + (["memory"] if self.memory > AIM_MEMORY else [])

    def __str__(self) -> str:
        figures = f"{_figures(self.before)}  |{_figures(self.during)}{self.memory:7.0f}"
        seen = " ".join(f"{what} {count}" for what, count in sorted(self.during[-1].attacker.items()))
        told = self.faults + [f"missed: {aim}" for aim in self.missed]
        return f"{self.name:20}{figures}   {seen} {'; '.join(told)}"


def late(before: Round, during: Round) -> Iterator[str]:
    """The aims that a round misses."""
    for aim in AIMS:
        if during.within(aim) > max(aim.seconds, TAKES_ROOM * before.within(aim)):
            yield aim.kind


def _figures(rounds: Sequence[Round]) -> str:
    half = statistics.median(round.waits.within(MOVES, 50) for round in rounds)
    moves, *others = (statistics.median(round.within(aim) for round in rounds) for aim in AIMS)
    share = statistics.median(round.queued for round in rounds)
    waits = "".join(f"{wait:8.1f}" for wait in others)
    return f"{1000 * half:6.0f}{1000 * moves:7.0f}{waits}{100 * share:8.0f}"


_WAITS = f"{'p50':>6}{'p99':>7}" + "".join(f"{aim.kind:>8}" for aim in AIMS[1:]) + f"{'queued':>8}"
HEAD = (
    f"{'':20}{'before: moves ms, longest s, %':>{len(_WAITS)}}  |"
    f"{'during the attack':>{len(_WAITS)}}{'MB':>7}\n"
    f"{'':20}{_WAITS}  |{_WAITS}{'+':>7}   the attacker got"
)


async def suite(
    server: ServerProcess, names: Sequence[str], seconds: float, repeats: int, *, beside: bool = True
) -> list[Row]:
    """Attacks one after the other, each against a server that has been left alone for a moment.

    Without ``beside`` nothing is measured before an attack: no wait is held against another.
    """
    await played(server, 2)  # The engine is ready, and what is worked out once is there.
    rows = []
    for name in names:
        rest = memory_of(server)
        before, during = [], []
        for _ in range(repeats):
            before.append(await played(server, seconds) if beside else Round(Waits()))
            during.append(await attacked(server, name, seconds))
            await asyncio.sleep(1)
        rows.append(Row(name, before, during, rest))
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help=f"of {', '.join(attacks())}; all if none is given")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--repeats", type=int, default=3)
    wishes = parser.parse_args()
    for aim in AIMS:
        share = "the longest" if aim.percent == 100 else f"{aim.percent} of 100"
        print(f"aim: {aim.kind}, {share} within {aim.seconds:g} s")
    print(f"aim: at most {AIM_MEMORY:.0f} MB above rest; no 5xx but a 503 with Retry-After\n\n{HEAD}")
    rows = []
    for name in wishes.names or attacks():
        with tempfile.TemporaryDirectory(prefix="stonefield-attack-") as folder:
            server = ServerProcess(f"sqlite:///{folder}/games.db", "--rate", "1").start()
            try:
                rows += asyncio.run(suite(server, [name], wishes.seconds, wishes.repeats))
            finally:
                server.kill()
    missed = [row.name for row in rows if row.faults + row.missed]
    print(f"\n{len(rows) - len(missed)} of {len(rows)} attacks meet every aim", *missed, sep="\n  missed: ")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
