"""Faults in a real cluster while people play, one after the other, and whether all that was said was kept.

    PYTHONPATH=tests python -m cluster.nemesis [--minutes 30] [--seed 1] [--no-redis] [--no-haproxy]
        [--only WORDS]

Three servers, two engine workers, a task worker, PostgreSQL, Redis and HAProxy in processes of their own, and
people who play quickly. Each fault is followed by a wait until everyone is level again, which is measured. At
the end everything that people were told is compared with the stored games (`histories.py`). It prints a line
per fault and a table; the exit status is 1 if anything was lost, doubled or shown wrongly. `--only` takes the
faults whose names have these words in them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from histories import History, check
from stonefield.cluster.cluster import Plan

from .faults import Fault, faults_for
from .site import Site, moment
from .town import PATIENCE, Town

TABLES = [
    *[("people", 0.1)] * 14,
    *[("two tabs", 0.1)] * 2,
    *[("flag", 0.3)] * 2,
    *[("engine", 0.3)] * 2,
    ("strong engine", 0.3),
]
"""Kinds of games, and the longest pause before a decision in each."""
CALM = 2.0
"""Seconds between being level and the next fault."""
CLOCK_SLACK = 30_000
"""Milliseconds that a clock may differ from the time that a player could use: the machine is busy, and a
server that stands still does not know when the others could have taken a move."""


@dataclass
class Report:
    """What a run has shown."""

    recoveries: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By the name of the fault: the seconds from its end until everyone was level."""
    engines: dict[str, float] = field(default_factory=dict)
    """By the name of the fault: the seconds until all engines that had to move had moved."""
    lags: dict[str, float] = field(default_factory=dict)
    """By the name of the fault: how much later than its acknowledgement a move was seen by the last one."""
    wrong: list[str] = field(default_factory=list)
    actions: int = 0
    acknowledged: int = 0
    reads: int = 0
    games: int = 0
    losses: int = 0

    @property
    def faults(self) -> int:
        return sum(map(len, self.recoveries.values()))


class Nemesis:
    """Strikes a cluster in which people play."""

    def __init__(self, site: Site, town: Town, seed: int, tell=print) -> None:
        self._site, self._town, self._tell = site, town, tell
        self._chance = random.Random(seed)
        self.report = Report()

    async def strike(self, fault: Fault) -> None:
        """One fault, and the wait until everyone is level."""
        began = moment()
        await fault.strike(self._site, self._chance)
        struck_for, over = (moment() - began) / 1000, moment()
        waiting = self._town.waiting_for_engines()
        level = await self._town.until_level(over)
        answered = await self._town.until_engines_have_moved(waiting, over)
        lag, who = longest_lag(self._town.history, began, moment())
        self.report.recoveries[fault.name].append(level)
        self.report.engines[fault.name] = max(answered, self.report.engines.get(fault.name, 0))
        self.report.lags[fault.name] = max(lag, self.report.lags.get(fault.name, 0))
        aim = f" (aim {fault.aim:g})" if fault.aim else ""
        self._tell(
            f"{time.strftime('%H:%M:%S')}  {fault.name:36} lasted {struck_for:5.1f} s, "
            f"level after {level:5.2f} s, engines moved after {answered:5.2f} s, "
            f"furthest behind {lag:5.2f} s {who}{aim}"
        )
        await self._site.until_ready(*self._site.parts)
        await asyncio.sleep(CALM)

    async def run(self, *, minutes: float = 0.0, rounds: int = 0, only: str = "") -> None:
        """Every fault once per round, each time in another order, until the minutes or rounds are over."""
        ends = time.monotonic() + 60 * minutes
        faults = [fault for fault in faults_for(self._site) if only in fault.name]
        done = 0
        while done < rounds or time.monotonic() < ends:
            for fault in self._chance.sample(faults, len(faults)):
                await self.strike(fault)
                if not rounds and time.monotonic() > ends:
                    return
            done += 1

    async def until_all_is_seen(self, seconds: float = PATIENCE) -> None:
        """Wait until everyone has seen all that is stored of their game; report those who do not."""
        ends = time.monotonic() + seconds
        while True:
            there = {name: (player.game, player.version) for name, player in self._town.players.items()}
            stored = await self._site.stored({game for game, _ in there.values()})
            behind = [
                f"{game}: {name} sees version {version}, stored are {len(stored[game][1])}"
                for name, (game, version) in there.items()
                if version != len(stored[game][1])
            ]
            if not behind:
                return
            if time.monotonic() > ends:
                self.report.wrong += behind
                return
            await asyncio.sleep(0.5)

    async def judge(self) -> Report:
        """Compare all that was said with what is stored; everyone has gone to sleep."""
        town, report = self._town, self.report
        stored = await self._site.stored(town.games)
        history = town.history
        report.wrong += town.wrong
        report.wrong += check(history, stored, outages=self._site.outages, slack=CLOCK_SLACK)
        report.actions, report.reads, report.games = len(history.acts), len(history.reads), len(stored)
        report.acknowledged = sum(act.outcome == "ok" for act in history.acts)
        report.losses = town.losses
        return report


def longest_lag(history: History, since: float, until: float) -> tuple[float, str]:
    """How many seconds after its acknowledgement a move was shown to the last who saw it, and to whom."""
    seen: dict[tuple[str, str], tuple[list[int], list[float]]] = {}
    for read in reversed(history.reads):
        if read.at < since:
            break
        versions, times = seen.setdefault((read.game, read.client), ([], []))
        if not versions or read.version < versions[-1]:
            versions.append(read.version)
            times.append(read.at)
        elif read.version == versions[-1]:
            # Shown once more, on another connection: the first time counts.
            times[-1] = read.at
    readers = defaultdict(list)
    for (game, client), (versions, times) in seen.items():
        readers[game].append((versions[::-1], times[::-1], client))
    longest, who = 0.0, ""
    for act in reversed(history.acts):
        if act.begun < since - 60_000:
            break
        if act.outcome != "ok" or not since <= act.ended <= until:
            continue
        for versions, times, client in readers[act.game]:
            place = bisect_left(versions, act.version)
            if place < len(versions) and times[place] - act.ended > 1000 * longest:
                longest, who = (times[place] - act.ended) / 1000, f"({client} in {act.game})"
    return longest, who


def told(report: Report, faults: list[Fault]) -> str:
    """The table of a run: seconds until all are level (median, worst), until engines have moved (worst), and
    from an acknowledgement until the last one was shown the move."""
    aims = {fault.name: fault.aim for fault in faults}
    lines = [f"{'fault':36}{'times':>6}{'level':>8}{'worst':>9}{'engines':>10}{'aim':>5}{'behind':>10}"]
    for name, seconds in sorted(report.recoveries.items()):
        middle = sorted(seconds)[len(seconds) // 2]
        aim = f"{aims[name]:g}" if aims.get(name) else ""
        lines.append(
            f"{name:36}{len(seconds):6}{middle:6.2f} s{max(seconds):7.2f} s{report.engines[name]:8.2f} s"
            f"{aim:>5}{report.lags[name]:8.2f} s"
        )
    lines.append(
        f"{report.faults} faults, {report.games} games, {report.actions} actions, {report.acknowledged} "
        f"acknowledged, {report.reads} states shown, {report.losses} connections lost"
    )
    lines += [f"WRONG: {one}" for one in report.wrong[:50]]
    lines.append(f"{len(report.wrong)} wrong: nothing lost, nothing twice" if not report.wrong else
                 f"{len(report.wrong)} wrong")  # fmt: skip
    return "\n".join(lines)


async def run(site: Site, *, seed: int, tables=TABLES, **how) -> Report:
    """A whole run on a cluster that is up; ``how`` is what `Nemesis.run` takes."""
    town = Town([site.url] if site.with_haproxy else site.server_urls)
    nemesis = Nemesis(site, town, seed)
    async with town.playing(tables):
        await asyncio.sleep(CALM)
        await nemesis.run(**how)
        # The last words: no one decides any more, and everyone sees all there is.
        town.quiet = True
        await nemesis.until_all_is_seen()
    return await nemesis.judge()


async def _main(wanted: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="stonefield-cluster-") as folder:
        os.chmod(folder, 0o755)
        options = ("--rate", "100000")
        plan = Plan(Path(folder), port=0, redis=wanted.redis, haproxy=wanted.haproxy, options=options)
        async with Site(plan) as site:
            print(f"load of the machine beforehand: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            report = await run(site, seed=wanted.seed, minutes=wanted.minutes, only=wanted.only)
            print(told(report, faults_for(site)))
    return 1 if report.wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--redis", action=argparse.BooleanOptionalAction)
    parser.add_argument("--haproxy", action=argparse.BooleanOptionalAction)
    parser.add_argument("--only", default="", help="faults whose names have this in them")
    return asyncio.run(_main(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
