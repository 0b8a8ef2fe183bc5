"""What can go wrong in a cluster. A fault strikes, lasts, and is over when its function returns."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from .site import FAKE_TIME, Site, moment

Strike = Callable[[Site, random.Random], Awaitable[None]]
LEASE = 10.0
"""Seconds that a worker holds a job without a word; a server holds periodic work for five."""


@dataclass(frozen=True)
class Fault:
    """A fault, and within how many seconds after it everyone should be level again."""

    name: str
    strike: Strike
    aim: float | None = None


def _one(site: Site, chance: random.Random, kind: str) -> str:
    return chance.choice([name for name in site.parts if name.startswith(kind)])


def killing(kind: str) -> Strike:
    async def kill(site: Site, chance: random.Random) -> None:
        site.parts[_one(site, chance, kind)].signal(signal.SIGKILL)

    return kill


def stopping(kind: str, seconds: float) -> Strike:
    """A process that stands still, as on a machine that swaps or a virtual one that is moved."""

    async def stop(site: Site, chance: random.Random) -> None:
        part = site.parts[_one(site, chance, kind)]
        if part.signal(signal.SIGSTOP):
            try:
                await asyncio.sleep(seconds)
            finally:
                part.signal(signal.SIGCONT)

    return stop


async def restart_postgres(site: Site, _: random.Random) -> None:
    """As `pg_ctl restart -m immediate` does it: no goodbye to anyone, and recovery from the log."""
    with outage(site):
        postgres = site.parts["postgres"]
        starts = postgres.starts
        postgres.signal(signal.SIGQUIT)
        while postgres.starts == starts:
            await asyncio.sleep(0.02)
        await site.until_ready("postgres")


@contextlib.contextmanager
def outage(site: Site) -> Iterator[None]:
    """No server can take a move meanwhile."""
    began = moment()
    try:
        yield
    finally:
        site.outages.append((began, moment()))


async def cut_from_database(site: Site, chance: random.Random) -> None:
    link = site.database_links[_one(site, chance, "server")]
    link.cut()
    await asyncio.sleep(chance.uniform(1, 6))
    link.heal()


async def hear_nothing_of_database(site: Site, chance: random.Random) -> None:
    """Packets are lost: connections stay open, and nothing comes."""
    link = site.database_links[_one(site, chance, "server")]
    link.silence()
    await asyncio.sleep(chance.uniform(3, 9))
    link.heal()


async def slow_links(site: Site, chance: random.Random) -> None:
    links = [*site.database_links.values(), *site.bus_links.values()]
    for link in chance.sample(links, len(links) // 2):
        link.delay = chance.uniform(0.02, 0.2)
    await asyncio.sleep(8)
    site.heal_links()


async def lose_the_bus(site: Site, _: random.Random) -> None:
    for link in site.bus_links.values():
        link.cut()
    await asyncio.sleep(10)
    for link in site.bus_links.values():
        link.heal()


async def set_a_clock(site: Site, chance: random.Random) -> None:
    """The time of day jumps, and jumps back."""
    name = _one(site, chance, "server")
    site.set_clock(name, chance.choice([-3600, -60, 60, 3600]))
    await asyncio.sleep(5)
    site.set_clock(name, 0)


async def restart_servers(site: Site, _: random.Random) -> None:
    await site.restart_servers()


def faults_for(site: Site) -> list[Fault]:
    """All that can be done to this cluster here."""
    found = [
        Fault("kill -9 a server", killing("server"), 3),
        Fault("kill -9 an engine worker", killing("engine"), 13),
        Fault("kill -9 the task worker", killing("tasks")),
        Fault("restart PostgreSQL, immediately", restart_postgres, 5),
        Fault("stop a server for 12 s", stopping("server", LEASE + 2)),
        Fault("stop an engine worker for 15 s", stopping("engine", LEASE + 5)),
        Fault("cut a server from PostgreSQL", cut_from_database),
        Fault("PostgreSQL's answers do not arrive", hear_nothing_of_database),
        Fault("slow links", slow_links),
        Fault("no bus for 10 s", lose_the_bus, 2.5),
        Fault("restart one server after the other", restart_servers),
    ]
    if site.with_redis:
        found.append(Fault("kill -9 Redis", killing("redis")))
    if site.with_haproxy:
        found.append(Fault("kill -9 HAProxy", killing("haproxy")))
    if FAKE_TIME:
        found.append(Fault("set a server's clock", set_a_clock))
    return found
