"""Every attack there is, and attackers in a process of their own.

    PYTHONPATH=tests python -m attack.attackers http://127.0.0.1:PORT NAME [NAME ...] [--from 127.0.0.2]
        [--attackers 1] [--turn SECONDS] [--nice 0]

runs until its input ends. Several attackers have addresses of their own, from the given one on, and each
begins with another attack. When an attack ends, or its turn is over, the next one follows. For each line of
input, and at the end, the process prints how many answers of each status there were since the last time, and
how often attackers were thrown out.

An attack is an `async def` that takes an Attacker. A module of this package that has a tuple `ATTACKS` of
them takes part in the suite.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import ipaddress
import os
import re
import resource
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextvars import ContextVar
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import TypeAlias

from attack.client import ADDRESS, PERSON, THROWN_OUT, UPGRADE, Attacker, frame, quietly
from attack.reporting import report_when_asked

__all__ = ["ADDRESS", "PERSON", "THROWN_OUT", "UPGRADE", "Attacker", "attacks", "frame", "quietly"]
Attack: TypeAlias = Callable[[Attacker], Awaitable[None]]
FIRST_ANSWER = 150.0
"""Seconds after which an attack counts as begun even if the server has not answered it."""
BROKEN = "broken: "
"""Precedes what went wrong in an attack itself."""
_tasks: ContextVar[set[asyncio.Task]] = ContextVar("tasks")


@cache
def modules() -> dict[str, tuple[Attack, ...]]:
    """The attacks of each module. Only modules that have some are imported: others need what a test has."""
    found = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if re.search(r"^ATTACKS\b", file.read_text("utf-8"), re.MULTILINE):
            found[file.stem] = tuple(importlib.import_module(f"attack.{file.stem}").ATTACKS)
    return found


@cache
def attacks() -> dict[str, Attack]:
    """Every attack by its name."""
    found = [attack for of_module in modules().values() for attack in of_module]
    by_name = {attack.__name__: attack for attack in found}
    assert len(by_name) == len(found), "two attacks have the same name"
    return by_name


async def keep_attacking(attacker: Attacker, plan: Iterable[Attack], turn: float | None) -> None:
    """One attack after the other, for a turn each; without turns, until it ends."""
    for attack in plan:
        await _attack(attacker, attack, turn)
        await asyncio.sleep(0.2)


async def _attack(attacker: Attacker, attack: Attack, turn: float | None) -> None:
    tasks: set[asyncio.Task] = set()
    _tasks.set(tasks)
    limit = asyncio.timeout(turn)
    try:
        async with limit:
            await attack(attacker)
    except THROWN_OUT:
        if not limit.expired():
            attacker.seen["thrown out"] += 1
    except KeyError:
        attacker.seen["refused"] += 1  # The answer lacks what the attack needs to continue.
    except Exception as error:
        attacker.seen[f"{BROKEN}{attack.__name__}: {error!r}"] += 1
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        attacker.hang_up()


def _tracked(loop: asyncio.AbstractEventLoop, coroutine: Coroutine, **options) -> asyncio.Task:
    """A task that ends with the attack that made it."""
    task = asyncio.Task(coroutine, loop=loop, **options)
    tasks = _tasks.get(None)
    if tasks is not None:
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    return task


async def run(wishes: argparse.Namespace) -> None:
    """Attack until the input ends, whatever the server does."""
    asyncio.get_running_loop().set_task_factory(_tracked)
    first = ipaddress.ip_address(wishes.first)
    attackers = [Attacker(wishes.url, str(first + number)) for number in range(wishes.attackers)]
    chosen = [attacks()[name] for name in wishes.names]
    begun = [asyncio.ensure_future(attacker.begun.wait()) for attacker in attackers]
    attacking = [
        asyncio.ensure_future(keep_attacking(attacker, islice(cycle(chosen), number, None), wishes.turn))
        for number, attacker in enumerate(attackers)
    ]
    await asyncio.wait(begun, timeout=FIRST_ANSWER, return_when=asyncio.FIRST_COMPLETED)

    def news() -> dict:
        seen: Counter[str] = Counter()
        for attacker, work in zip(attackers, attacking, strict=True):
            seen += attacker.seen
            attacker.seen.clear()
            if work.done():
                work.result()
        return seen

    await report_when_asked(news)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("url")
    parser.add_argument("names", nargs="+", choices=attacks(), metavar="NAME", help=", ".join(attacks()))
    parser.add_argument("--from", dest="first", default=ADDRESS, help="the address of the first attacker")
    parser.add_argument("--attackers", type=int, default=1)
    parser.add_argument("--turn", type=float, help="seconds until an attacker goes on to the next attack")
    parser.add_argument("--nice", type=int, default=0, help="how much processor time to leave to others")
    wishes = parser.parse_args()
    os.nice(wishes.nice)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(run(wishes))


if __name__ == "__main__":
    main()
