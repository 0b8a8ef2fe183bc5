"""What several servers over one PostgreSQL carry, and what each part of it costs.

    python benchmarks/cluster.py [--servers 3] [--games 300] [--rate 300] [--seconds 10] [--bus both]
    python benchmarks/cluster.py --levels [5 10]

A cluster of its own, as `stonefield cluster` starts it, without and with Redis; client and cluster share this
machine. First both players of a game are where HAProxy sends them (where it is installed): how long moves
take, and the processor time of all parts for 1,000 moves. Then the two players of each game are on different
servers: how long after its acknowledgement a move is shown by the other one. `--levels` measures what a game
against each level costs an engine worker instead.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import resource
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path

import asyncpg
import psutil
from comparison import tell_machine

from server import Game, Socket, at_a_rate, connect, make_games, shown
from stonefield.cluster.cluster import Cluster, Plan
from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.engine.levels import LEVELS, MORE_THAN_ANY_LEVEL
from stonefield.engine.thinker import Limits, Settings
from stonefield.games import find_game

VERSION = re.compile(rb'"version":(\d+)')
AIM_P99, AIM_PROCESSOR = 25, 0.8
AIM_HEARD = {"notify": 20, "redis": 10}
"""Milliseconds, and seconds for 1,000 moves."""


class SpreadGame:
    """Plays a scripted game whose players are on two servers, and notes when each hears of a move."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._acknowledged: dict[int, float] = {}
        self.lags: list[float] = []
        """Seconds from an acknowledgement to the other player's update."""
        self._early: dict[int, float] = {}
        """When an update came before the acknowledgement that the other server sent."""

    async def open(self, ports: tuple[int, int]) -> None:
        self.game.sockets = []
        for seat, port in enumerate(ports):
            heard = lambda text, seat=seat: self._hear(seat, text)  # noqa: E731
            socket = await connect("127.0.0.1", port, self.game.id, heard)
            socket.send({"type": "hello", "token": self.game.tokens[seat]})
            self.game.sockets.append(socket)

    def _hear(self, seat: int, text: bytes) -> None:
        now = time.perf_counter()
        if b'"type":"accepted"' in text[:60]:
            version = self.game.version + 1
            if (early := self._early.pop(version, None)) is not None:
                self.lags.append(min(0.0, early - now))
            else:
                self._acknowledged[version] = now
        elif b'"type":"update"' in text[:60] and seat != self._mover(text):
            version = int(VERSION.search(text)[1])
            if (acknowledged := self._acknowledged.pop(version, None)) is not None:
                self.lags.append(now - acknowledged)
            else:
                self._early[version] = now
        self.game._hear(seat, text)

    def _mover(self, text: bytes) -> int | None:
        """The seat whose decision an update tells of: a version is one decision here, after the join."""
        ply = int(VERSION.search(text)[1]) - 2
        return self.game.script[ply][0] if 0 <= ply < len(self.game.script) else None


class Parts:
    """Processor time of all parts of a cluster from here on, with the processes they have started."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._before, self._client, self._received = self._now(), time.process_time(), Socket.received

    def _now(self) -> dict[str, float]:
        spent: dict[str, float] = {}
        for name, part in self._cluster.parts.items():
            kind = name.split("-")[0]
            process = psutil.Process(part.pid)
            for one in (process, *process.children(recursive=True)):
                # What has ended meanwhile is in the time of its parent.
                spent[kind] = spent.get(kind, 0.0) + sum(one.cpu_times()[:4])
        return spent

    def idle(self, seconds: float) -> str:
        """What a second has cost, in words."""
        return f"  a second costs {self._parts(seconds)} s of processor time"

    def for_each(self, moves: int) -> str:
        """What 1,000 moves have cost, in words."""
        client = (time.process_time() - self._client) * 1000 / moves
        received = (Socket.received - self._received) / moves
        return (
            f"  1,000 moves cost {self._parts(moves / 1000)} s of processor time (aim: ≤ {AIM_PROCESSOR}); "
            f"the client {client:.2f}; the two pages get {received:.0f} bytes per move"
        )

    def _parts(self, units: float) -> str:
        now = self._now()
        spent = {kind: (now[kind] - self._before[kind]) / units for kind in now}
        parts = ", ".join(f"{kind} {seconds:.2f}" for kind, seconds in spent.items() if seconds >= 0.005)
        return f"{sum(spent.values()):.2f} ({parts})"


async def measure(cluster: Cluster, bus: str, wanted: argparse.Namespace) -> None:
    games = await make_games(cluster.url, wanted.games)
    entrance = "behind HAProxy" if cluster.with_haproxy else "all on the first server"
    for game in games:
        await game.open("127.0.0.1", cluster.port)
    await asyncio.sleep(2)
    held = sum(
        psutil.Process(part.pid).memory_info().rss for name, part in cluster.parts.items() if "serv" in name
    )
    print(
        f"{2 * len(games)} sockets open; the {len(cluster.server_ports)} servers hold {held / 2**20:.0f} MB"
    )
    parts = Parts(cluster)
    await asyncio.sleep(wanted.seconds)
    print(f"while no one moves\n{parts.idle(wanted.seconds)}")
    await at_a_rate(games, wanted.rate, 2)
    parts = Parts(cluster)
    count, latencies = await at_a_rate(games, wanted.rate, wanted.seconds)
    aim = f"(aim: p99 ≤ {AIM_P99} ms)"
    print(f"{entrance}, at {wanted.rate:g} moves/s: {count} acknowledged   {shown(latencies)}   {aim}")
    print(parts.for_each(count))
    for game in games:
        for socket in game.sockets:
            socket.transport.abort()
    ports, spread = cluster.server_ports, [SpreadGame(game) for game in games]
    for number, game in enumerate(spread):
        await game.open((ports[number % len(ports)], ports[(number + 1) % len(ports)]))
    await asyncio.sleep(2)
    parts = Parts(cluster)
    count, latencies = await at_a_rate(games, wanted.rate, wanted.seconds)
    print(f"players on two servers, at {wanted.rate:g} moves/s: {count} acknowledged   {shown(latencies)}")
    print(parts.for_each(count))
    await asyncio.sleep(3)
    lags = [lag for game in spread for lag in game.lags]
    print(f"heard on the other server by {bus}: {len(lags)} moves, after the acknowledgement "
          f"{shown(lags)}   (aim: p99 ≤ {AIM_HEARD[bus]} ms)")  # fmt: skip


async def measure_rows(cluster: Cluster) -> None:
    """What games take in the database."""
    connection = await asyncpg.connect(cluster.postgres.url)
    try:
        moves, games = await connection.fetchrow(
            "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM games)"
        )
        size = "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest($1::text[]) AS name"
        events = await connection.fetchval(size, ["events"])
        others = await connection.fetchval(size, ["games", "holders", "deadlines"])
        print(f"in PostgreSQL an event takes {events / moves:.0f} bytes, a game {others / games:.0f} besides")
    finally:
        await connection.close()


async def measure_cluster(bus: str, wanted: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="stonefield-cluster-") as folder:
        Path(folder).chmod(0o755)
        options = ("--rate", "100000")
        plan = Plan(Path(folder), wanted.servers, wanted.engines, 0, bus == "redis", wanted.haproxy, options)
        began = time.perf_counter()
        async with Cluster(plan) as cluster:
            print(f"== {bus}: {wanted.servers} servers, ready after {time.perf_counter() - began:.1f} s")
            await measure(cluster, bus, wanted)
            await measure_rows(cluster)


def measure_levels(game: str, games: int, levels: Iterable[int]) -> None:
    """The processor seconds that a game against each level costs: the other player plays at random."""
    thinker, chance = levelled_thinker_for(game), random.Random(1)
    for level in levels:
        settings, decisions, spent = Settings(level=level, threads=1, seed=1), 0, 0.0
        start = find_game(game).start()
        thinker.warm_up(start, settings)
        for _ in range(games):
            position = start
            while not position.is_over:
                if position.player == 1:
                    position = position.play(chance.choice(position.legal_moves()))
                    continue
                began = time.process_time()
                limits = Limits(nodes=MORE_THAN_ANY_LEVEL)
                thought = thinker.think(position, limits, settings, stop=threading.Event())
                spent += time.process_time() - began
                decisions += 1
                position = position.play(thought.best)
        print(
            f"{game} level {level}: {spent / games:.2f} s of processor time per game, "
            f"{1000 * spent / decisions:.0f} ms per decision, {decisions / games:.0f} decisions"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--engines", type=int, default=1)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--bus", choices=["notify", "redis", "both"], default="both")
    parser.add_argument("--haproxy", action=argparse.BooleanOptionalAction)
    parser.add_argument("--levels", nargs="*", type=int, help="what games against these levels, or all, cost")
    parser.add_argument("--level-games", type=int, default=3)
    wanted = parser.parse_args()
    tell_machine()
    if wanted.levels is not None:
        for game in ("carnac", "caminos"):
            measure_levels(game, wanted.level_games, wanted.levels or LEVELS)
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for bus in ("notify", "redis") if wanted.bus == "both" else (wanted.bus,):
        asyncio.run(measure_cluster(bus, wanted))


if __name__ == "__main__":
    main()
