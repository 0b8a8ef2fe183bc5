"""A long run with everyone at once: attackers of different kinds, people, and a probe that looks for freezes.

    PYTHONPATH=tests python -m attack.mixed [--minutes 60] [--attackers 20] [--turn 180]

One server with its usual limits. The first line is without attackers. Each attacker has an address of its own
and goes on to another attack after each turn, so that as many kinds as possible take part at any time, and in
the end all. The attackers run at nice 10, for elsewhere they would not use the processor of the server; the
server, the people and the probe run at ordinary priority. A line per minute, then a verdict; the exit status
is 1 if an aim is missed. Of the memory, `held` is what games and studies take: both have limits of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from attack.attackers import BROKEN, attacks
from attack.client import failures
from attack.innocent import EDIT, FILM, LEVEL_1, MOVES, PUZZLE, REVIEW, Innocent, Waits, share
from attack.probe import ADDRESS as PROBE
from attack.reporting import Tireless
from attack.suite import memory_of
from server.serverprocess import ServerProcess

AIM_FREEZE = 1.0
"""Seconds that the server may leave everyone without an answer."""
AIM_GROWTH = 1.1
"""The memory in the last third of the run, as a multiple of that in the second third."""
PROCESSES, NICE = 2, 10
"""Of the attackers."""
MEMORY_EVERY = 10.0
CALM = 0.1
"""The share of a run of less than ten minutes that is without attackers; of a longer one it is a minute."""
SHOWN = {MOVES: 99, LEVEL_1: 100, PUZZLE: 100, FILM: 100, EDIT: 99, REVIEW: 100}
"""What is shown of each kind of wait: this many of 100."""
FREEZES = ("health", "socket", "queued", "own")
TOLD = ("429", "503", "thrown out", "refused")
ENDED = "a process of the attackers or the probe ended, and was started again"
HEAD = (
    f"{'':6}{'freeze, longest s':>32}{'loop':>6}{'waits, s':>48}{'MB':>7}{'held':>6}"
    f"   answers to attackers\n{'min':>6}"
    + "".join(f"{name:>8}" for name in FREEZES)
    + f"{'> 1 s':>6}"
    + "".join(f"{kind:>8}" for kind in SHOWN)
)


@dataclass
class Line:
    """What was seen in a minute."""

    at: float
    """Minutes since the beginning."""
    attacked: bool
    probe: dict
    waits: dict[str, list[float]]
    memory: list[float]
    """Megabytes of the server and its helpers, every ten seconds."""
    attackers: Counter[str]
    """What they got."""
    people: Counter[str]
    """What everyone else got, the probe included."""
    lost: Counter[str]
    """What people did not get at all."""

    @property
    def freeze(self) -> float:
        return max(self.probe.get("health", float("inf")), self.probe.get("socket", float("inf")))

    @property
    def failed(self) -> Counter[str]:
        broken = {what: count for what, count in self.attackers.items() if what.startswith(BROKEN)}
        return failures(self.attackers + self.people) + Counter(broken)

    def __str__(self) -> str:
        freeze = "".join(f"{self.probe.get(name, float('inf')):8.2f}" for name in FREEZES)
        late = self.probe.get("late")
        waits = "".join(
            f"{share(self.waits[kind], percent):8.2f}" if self.waits.get(kind) else f"{'-':>8}"
            for kind, percent in SHOWN.items()
        )
        told = {what: self.attackers[what] for what in TOLD}
        told |= {f"people's {what}": self.people[what] for what in ("429", "503")}
        told |= self.failed + self.lost
        words = "  ".join(f"{what}: {count}" for what, count in told.items() if count)
        late = "-" if late is None else f"{late:.0f}"
        held = self.probe.get("held") or 0.0
        return f"{self.at:6.1f}{freeze}{late:>6}{waits}{max(self.memory):7.0f}{held:6.0f}   {words}"


class MixedRun:
    """Everyone at once on one server."""

    def __init__(self, server: ServerProcess, attackers: int, turn: float) -> None:
        self.server, self.waits = server, Waits()
        self.lines: list[Line] = []
        self._lost: Counter[str] = Counter()
        self._began = time.monotonic()
        self._people = [Innocent(server.url, f"127.0.1.{1 + number}", self.waits) for number in range(7)]
        self._probe = Tireless("probe", server.url, str(server.process.pid), "--from", PROBE)
        bounds = [number * attackers // PROCESSES for number in range(PROCESSES + 1)]
        self._crews = [self._crew(first, last - first, turn) for first, last in pairwise(bounds)]

    def _crew(self, first: int, size: int, turn: float) -> Tireless:
        """A process of attackers; the first of them begins where the crew before it ends."""
        names = list(attacks())
        begin = first % len(names)
        return Tireless(
            "attackers",
            *(self.server.url, *names[begin:], *names[:begin]),
            *("--from", f"127.0.2.{1 + first}", "--attackers", str(size)),
            *("--turn", str(turn), "--nice", str(NICE)),
        )

    async def run(self, minutes: float) -> None:
        """All of it, a line per minute."""
        ends = self._began + 60 * minutes
        await self._probe.report()
        working = [asyncio.ensure_future(self._keep(work)) for work in self._works()]
        try:
            await self._look(min(60.0, CALM * 60 * minutes), [])
            await asyncio.gather(*(crew.report() for crew in self._crews))
            while (left := ends - time.monotonic()) > 0 and self.server.process.poll() is None:
                await self._look(min(60.0, left), self._crews)
        finally:
            for task in working:
                task.cancel()
            for process in (self._probe, *self._crews):
                await process.stop()

    def _works(self) -> Iterator[Callable[[], Awaitable[None]]]:
        screen, level, study, editor, puzzles, films, reviews = self._people
        yield lambda: screen.play_at_one_screen(_always)
        yield lambda: level.play_level_1(_always)
        yield lambda: study.edit_together(_always, editor.address)
        yield lambda: puzzles.solve_puzzles(_always)
        yield lambda: films.watch_films(_always)
        yield lambda: reviews.review_games(_always)

    async def _keep(self, work: Callable[[], Awaitable[None]]) -> None:
        """What people do, whatever happens to them."""
        while True:
            try:
                await work()
            except Exception as error:
                self._lost[f"lost: {error!r}"[:160]] += 1
            await asyncio.sleep(1)

    async def _look(self, seconds: float, crews: Sequence[Tireless]) -> None:
        """Wait for this long, and print what was seen meanwhile."""
        until, held = time.monotonic() + seconds, []
        while (left := until - time.monotonic()) > 0:
            held.append(await asyncio.to_thread(memory_of, self.server))
            await asyncio.sleep(min(MEMORY_EVERY, left))
        probe, *reports = await asyncio.gather(*(process.report() for process in (self._probe, *crews)))
        attackers = sum((Counter(report) for report in reports), Counter())
        people = sum((person.seen for person in self._people), Counter(probe.get("seen", {})))
        for person in self._people:
            person.seen.clear()
        lost = Counter(f"lost: {fault}" for fault in self.waits.faults) + self._lost
        lost[ENDED] = sum(process.ended for process in (self._probe, *crews))
        waits, self.waits.seconds = self.waits.seconds, defaultdict(list)
        self.waits.faults.clear()
        self._lost.clear()
        self.lines.append(
            Line(
                (time.monotonic() - self._began) / 60,
                bool(crews),
                probe,
                waits,
                held,
                attackers,
                people,
                lost,
            )
        )
        print(self.lines[-1], flush=True)


def missed(lines: Sequence[Line]) -> Iterator[str]:
    """The aims that a run has not met, and whatever else went wrong."""
    attacked = [line for line in lines if line.attacked]
    for line in attacked:
        if line.freeze > AIM_FREEZE:
            queued = line.probe.get("queued", 0.0)
            yield (
                f"minute {line.at:.0f}: no answer for {line.freeze:.1f} s, "
                f"in which the server waited {queued:.1f} s for a processor"
            )
    growth = _growth([held for line in attacked for held in line.memory])
    if growth > AIM_GROWTH:
        yield f"memory grew by a factor of {growth:.2f} from the second third of the run to the last"
    for what, count in sum((line.failed + line.lost for line in attacked), Counter()).items():
        yield f"{what}: {count} times"
    # A run in which nothing happens proves nothing.
    if not any(line.attackers for line in attacked):
        yield "no attacker was heard of"
    for kind in SHOWN:
        if not any(line.waits.get(kind) for line in attacked):
            yield f"{kind}: there was none"


def _growth(memory: Sequence[float]) -> float:
    """The median of the last third, as a multiple of that of the second; infinite if there is too little."""
    third = len(memory) // 3
    if not third:
        return float("inf")
    return statistics.median(memory[2 * third :]) / statistics.median(memory[third : 2 * third])


def _always() -> bool:
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--attackers", type=int, default=20)
    parser.add_argument(
        "--turn", type=float, default=180, help="seconds that an attacker stays with an attack"
    )
    wishes = parser.parse_args()
    print(
        f"{wishes.minutes:g} minutes, {wishes.attackers} attackers of {len(attacks())} kinds at nice {NICE}"
    )
    print(HEAD)
    with tempfile.TemporaryDirectory(prefix="stonefield-attack-") as folder:
        server = ServerProcess(f"sqlite:///{folder}/games.db", "--rate", "1", "--metrics", PROBE).start()
        try:
            run = MixedRun(server, wishes.attackers, wishes.turn)
            asyncio.run(run.run(wishes.minutes))
            wrong = list(missed(run.lines))
            wrong += [line.strip() for line in server.said if "Traceback" in line]
            if server.process.poll() is not None:
                wrong.append("the server is gone")
        finally:
            server.kill()
    print(
        "\nThe server about its event loop:",
        *(line.strip() for line in server.said if "held up" in line),
        sep="\n",
    )
    print(f"\nAims: no freeze over {AIM_FREEZE:g} s, memory on a plateau, no 5xx but a 503 with Retry-After.")
    print(*(f"Missed: {what}" for what in wrong), sep="\n")
    print(f"{len(wrong)} things went wrong." if wrong else "All aims are met.")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
