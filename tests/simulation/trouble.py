"""What goes wrong: one thing after the other, by chance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from simulation.cluster import Cluster
from simulation.virtual import LEASE_MS

Trouble: TypeAlias = Callable[[Cluster], None]


def kill_one(cluster: Cluster) -> None:
    """A process is killed at some await."""
    program, seconds = cluster.chance.choice(cluster.programs), cluster.chance.uniform(0.1, 3.0)
    cluster.at_some_await(program, lambda: cluster.kill(program, seconds))


def kill_one_that_commits(cluster: Cluster) -> None:
    """A process is killed when it has committed something and does not know it yet."""
    program, seconds = cluster.chance.choice(cluster.programs), cluster.chance.uniform(0.1, 3.0)
    cluster.at_some_commit(program, lambda: cluster.kill(program, seconds))


def kill_servers(cluster: Cluster) -> None:
    """For a while there is no server."""
    seconds = cluster.chance.uniform(0.5, 5.0)
    for server in cluster.servers:
        cluster.kill(server, seconds + cluster.chance.uniform(0.0, 1.0))


def kill_workers(cluster: Cluster) -> None:
    """All that work for servers are killed, each at some await."""
    for work in cluster.workers:
        cluster.at_some_await(work, partial(cluster.kill, work, cluster.chance.uniform(0.1, 1.0)))


def stop_one(cluster: Cluster) -> None:
    """A process ends well."""
    cluster.stop(cluster.chance.choice(cluster.programs), cluster.chance.uniform(0.1, 2.0))


def pause_one(cluster: Cluster) -> None:
    """A process stands still at some await."""
    program = cluster.chance.choice(cluster.programs)
    seconds = cluster.chance.choice([0.1, 1.0, 2.0, 6.0, 12.0]) * cluster.chance.uniform(0.5, 1.5)
    cluster.at_some_await(program, lambda: cluster.pause(program, seconds))


def pause_servers(cluster: Cluster) -> None:
    """All servers stand still."""
    seconds = cluster.chance.uniform(0.5, 4.0)
    for server in cluster.servers:
        cluster.pause(server, seconds)


def pause_workers(cluster: Cluster) -> None:
    """All that work for servers stand still until after their leases have ended."""
    for work in cluster.workers:
        seconds = LEASE_MS / 1000 * cluster.chance.uniform(1.0, 1.5)
        cluster.at_some_await(work, partial(cluster.pause, work, seconds))


def database_down(cluster: Cluster) -> None:
    """The database does not answer."""
    cluster.database_down(cluster.chance.uniform(0.05, 2.5))


def database_slow(cluster: Cluster) -> None:
    """The database takes its time."""
    cluster.database_slow(cluster.chance.uniform(0.5, 2.0))


def bus_down(cluster: Cluster) -> None:
    """There is no bus."""
    cluster.bus_down(cluster.chance.uniform(0.5, 4.0))


def bus_fails(cluster: Cluster) -> None:
    """The bus loses, doubles and delays messages."""
    cluster.bus_fails(0.3, 0.3, cluster.chance.uniform(0.5, 4.0))


def bus_falls_silent(cluster: Cluster) -> None:
    """Some servers hear nothing more, and do not notice it."""
    cluster.wire.cut(0.4, silently=True)


def cut_sockets(cluster: Cluster) -> None:
    """Clients lose their connections."""
    cluster.cut_links(0.5, silently=False)


def sockets_fall_silent(cluster: Cluster) -> None:
    """Clients lose their connections and do not notice it."""
    cluster.cut_links(0.3, silently=True)


TROUBLES: Sequence[Trouble] = (
    kill_one,
    kill_one_that_commits,
    kill_servers,
    stop_one,
    pause_one,
    pause_one,
    pause_servers,
    database_down,
    database_slow,
    bus_down,
    bus_falls_silent,
    bus_fails,
    cut_sockets,
    sockets_fall_silent,
)


@dataclass(frozen=True)
class Plan:
    """What a run is like; what is not said here is left to chance."""

    seconds: float = 2.4
    """For how long things go wrong."""
    every: float = 0.8
    """Seconds from one trouble to the next, on average."""
    troubles: Sequence[Trouble] = TROUBLES
    begins: float = 0.3
    """After how many seconds things begin to go wrong, and as many more at most."""
    elsewhere: float = 0.15
    """How probable it is that engines are processes of their own,"""
    flags_fall: float = 0.1
    """and that the end is only when the time of all who do not move is up."""


USUAL = Plan()


async def trouble(cluster: Cluster, plan: Plan) -> None:
    """Let things go wrong."""
    await asyncio.sleep(plan.begins * cluster.chance.uniform(1.0, 2.0))
    due = cluster.loop.now + plan.seconds
    while cluster.loop.now < due:
        cluster.chance.choice(plan.troubles)(cluster)
        await asyncio.sleep(cluster.chance.expovariate(1 / plan.every))
