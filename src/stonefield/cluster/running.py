"""`stonefield cluster`: a cluster that runs until it is interrupted."""

from __future__ import annotations

import asyncio
import os
import signal

from stonefield.cluster.cluster import Cluster, Plan
from stonefield.cluster.programs import ClusterError


async def run(plan: Plan) -> None:
    """Run a cluster until SIGINT or SIGTERM; SIGHUP restarts one server after the other."""
    loop, stopped, restarts = asyncio.get_running_loop(), asyncio.Event(), asyncio.Queue[None]()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    loop.add_signal_handler(signal.SIGHUP, restarts.put_nowait, None)
    cluster = Cluster(plan, _say)
    _say(f"Starting in {plan.folder} …")
    starting = asyncio.ensure_future(cluster.start())
    interrupted = asyncio.ensure_future(stopped.wait())
    await asyncio.wait((starting, interrupted), return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
        await asyncio.wait((starting,))
        return
    starting.result()
    restarting = asyncio.ensure_future(_restart(cluster, restarts))
    try:
        _tell_parts(cluster)
        await interrupted
        _say("Stopping …")
    finally:
        restarting.cancel()
        await asyncio.wait((restarting,))
        await cluster.stop()


async def _restart(cluster: Cluster, wanted: asyncio.Queue[None]) -> None:
    while True:
        await wanted.get()
        # Those who ask meanwhile are served by this restart.
        while not wanted.empty():
            wanted.get_nowait()
        _say("Restarting one server after the other …")
        try:
            await cluster.restart_servers()
        except ClusterError as error:
            _say(f"{error}; the others are left as they are")


def _tell_parts(cluster: Cluster) -> None:
    for name, part in cluster.parts.items():
        _say(f"  {name:<10} {part.part.address or '–'}  pid {part.pid or '–'}")
    _say(f"  logs in {cluster.plan.folder / 'logs'}")
    if not cluster.with_redis:
        _say("  without Redis: servers tell each other by PostgreSQL's NOTIFY")
    if not cluster.with_haproxy:
        others = ", ".join(f"{url}/" for url in cluster.server_urls[1:])
        _say(f"  without HAProxy: each server has an address of its own, the others {others or 'none'}")
    _say(f"kill -HUP {os.getpid()} restarts one server after the other")
    _say(f"Stonefield is at {cluster.url}/ (stop with Ctrl+C)")


def _say(text: str) -> None:
    print(text, flush=True)
