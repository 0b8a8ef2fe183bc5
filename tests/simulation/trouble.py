"""What goes wrong: one thing after the other, by chance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from simulation.cluster import Cluster

EVERY = 1.0
"""Seconds from one trouble to the next, on average."""


async def trouble(cluster: Cluster, seconds: float) -> None:
    """Let things go wrong for so long."""
    due = cluster.loop.now + seconds
    await asyncio.sleep(cluster.chance.uniform(0.3, 1.5))
    while cluster.loop.now < due:
        cluster.chance.choice(TROUBLES)(cluster)
        await asyncio.sleep(cluster.chance.expovariate(1 / EVERY))


def _kill_one(cluster: Cluster) -> None:
    program, seconds = cluster.chance.choice(cluster.programs), cluster.chance.uniform(0.1, 3.0)
    cluster.at_some_await(program, lambda: cluster.kill(program, seconds))


def _kill_servers(cluster: Cluster) -> None:
    seconds = cluster.chance.uniform(0.5, 5.0)
    for server in cluster.servers:
        cluster.kill(server, seconds + cluster.chance.uniform(0.0, 1.0))


def _stop_one(cluster: Cluster) -> None:
    cluster.stop(cluster.chance.choice(cluster.programs), cluster.chance.uniform(0.1, 2.0))


def _pause_one(cluster: Cluster) -> None:
    program = cluster.chance.choice(cluster.programs)
    seconds = cluster.chance.choice([0.1, 1.0, 2.0, 6.0, 12.0]) * cluster.chance.uniform(0.5, 1.5)
    cluster.at_some_await(program, lambda: cluster.pause(program, seconds))


def _pause_servers(cluster: Cluster) -> None:
    seconds = cluster.chance.uniform(0.5, 4.0)
    for server in cluster.servers:
        cluster.pause(server, seconds)


TROUBLES: tuple[Callable[[Cluster], None], ...] = (
    _kill_one,
    _kill_one,
    _kill_servers,
    _stop_one,
    _pause_one,
    _pause_one,
    _pause_servers,
    lambda cluster: cluster.database_down(cluster.chance.uniform(0.05, 2.5)),
    lambda cluster: cluster.database_slow(cluster.chance.uniform(0.5, 2.0)),
    lambda cluster: cluster.bus_down(cluster.chance.uniform(0.5, 4.0)),
    lambda cluster: cluster.wire.cut(0.4, silently=True),
    lambda cluster: cluster.bus_fails(0.3, 0.3, cluster.chance.uniform(0.5, 4.0)),
    lambda cluster: cluster.cut_links(0.5, silently=False),
    lambda cluster: cluster.cut_links(0.3, silently=True),
)
