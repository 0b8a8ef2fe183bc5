"""How long a message takes from one process to another over a bus.

    python benchmarks/bus.py ADDRESS … [--rate 300] [--seconds 20]

An address is that of a bus, as `stonefield serve --bus` takes it: redis://… or postgresql://…. One process
publishes versions of 500 games, the other one notes when it hears of each; both are on this machine, so that
they have the same clock. The time includes the moment for which messages are gathered.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import multiprocessing.connection
import random
import statistics
import time

import uvloop

from stonefield.server.bus import make_bus

GAMES = 500
NOWHERE = "sqlite:///games.db"
"""A database that no bus is made of."""


def microseconds() -> int:
    return time.monotonic_ns() // 1_000


def listen(address: str, ours: multiprocessing.connection.Connection) -> None:
    """Tell when everything is ready, and when the other end has done, how long each message took."""

    async def listening() -> None:
        bus, taken = make_bus(address, NOWHERE), []
        async with bus.running():
            if not bus.connected:
                ours.send(None)
                return
            for game in range(GAMES):
                bus.subscribe(f"game/{game}", lambda sent: taken.append(microseconds() - sent))
            ours.send(True)
            await asyncio.to_thread(ours.recv)
            await asyncio.sleep(0.5)
            ours.send(taken)

    uvloop.run(listening())


async def publish(address: str, rate: float, seconds: float) -> tuple[int, float]:
    """Publish at random moments; how many, and the processor time that took."""
    bus, chance, sent = make_bus(address, NOWHERE), random.Random(1), 0
    async with bus.running():
        began, due = time.process_time(), time.monotonic()
        until = due + seconds
        while due < until:
            due += chance.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            bus.publish(f"game/{chance.randrange(GAMES)}", microseconds())
            sent += 1
        await asyncio.sleep(0.5)
        return sent, time.process_time() - began


def measure(address: str, rate: float, seconds: float) -> str:
    ours, theirs = multiprocessing.Pipe()
    listener = multiprocessing.get_context("spawn").Process(target=listen, args=(address, theirs))
    listener.start()
    if ours.recv() is None:
        listener.join()
        return f"{address}: not reached"
    sent, busy = uvloop.run(publish(address, rate, seconds))
    ours.send(True)
    taken = ours.recv()
    listener.join()
    cuts = statistics.quantiles(taken, n=100)
    return (
        f"{address.partition(':')[0]}: {sent} published at {rate:g}/s, {len(taken)} heard; "
        f"median {statistics.median(taken) / 1000:.1f} ms, p99 {cuts[98] / 1000:.1f} ms, "
        f"longest {max(taken) / 1000:.1f} ms; {1e6 * busy / sent:.0f} µs of the publisher for each"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", nargs="+", help="redis://… or postgresql://…")
    parser.add_argument("--rate", type=float, default=300.0, help="messages per second")
    parser.add_argument("--seconds", type=float, default=20.0)
    wishes = parser.parse_args()
    for address in wishes.address:
        print(measure(address, wishes.rate, wishes.seconds), flush=True)


if __name__ == "__main__":
    main()
