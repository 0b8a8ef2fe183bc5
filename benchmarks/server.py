"""How fast the server is: acknowledged moves, their latency, and how many idle sockets it holds.

    python benchmarks/server.py [--games 500] [--rate 300] [--seconds 10] [--idle 5000] [--database URL]

A server process of its own, two sockets for each game, everything over loopback. A move counts when
`accepted` has come back, that is, when it is committed. The moves a second depend on what else the machine
does, the processor time for 1,000 moves hardly does; the client's is told too, since both share the machine.

For PostgreSQL give the address of an empty database: `--database postgresql://user@host/name`.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import resource
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import uvloop
from comparison import tell_machine

from stonefield.games import carnac

SERVE = (sys.executable, "-m", "stonefield", "serve")
PINGS, PINGS_AT_ONCE, PINGS_PER_SECOND = 4_000, 10, 1_000


class Socket(asyncio.Protocol):
    """A WebSocket client that does no more than it must, so that the server is what is measured."""

    received = 0
    """Bytes that have come over all of them."""

    def __init__(self, path: str, host: str, on_message) -> None:
        self._path, self._host, self._on_message = path, host, on_message
        self._buffer = bytearray()
        self._open = False
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        Socket.received += len(data)
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                self.ready.set_exception(ConnectionError(bytes(buffer[:end]).decode()))
                return
            del buffer[: end + 4]
            self._open = True
            self.ready.set_result(None)
        while len(buffer) >= 2:
            length, start = buffer[1] & 127, 2
            if length == 126:
                if len(buffer) < 4:
                    return
                length, start = struct.unpack_from(">H", buffer, 2)[0], 4
            elif length == 127:
                if len(buffer) < 10:
                    return
                length, start = struct.unpack_from(">Q", buffer, 2)[0], 10
            if len(buffer) < start + length:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[start : start + length])
            del buffer[: start + length]
            if kind == 1:
                self._on_message(payload)
            elif kind == 9:
                self._frame(10, payload)

    def send(self, message: dict) -> None:
        self._frame(1, json.dumps(message).encode())

    def _frame(self, kind: int, payload: bytes) -> None:
        # A mask of zeros leaves the payload as it is.
        if len(payload) < 126:
            head = struct.pack(">BB", 128 | kind, 128 | len(payload))
        else:
            head = struct.pack(">BBH", 128 | kind, 128 | 126, len(payload))
        self.transport.write(head + b"\0\0\0\0" + payload)


class Game:
    """A scripted game between two sockets; the next decision is sent when it is asked for."""

    def __init__(self, made: dict, joined: dict, script: list[tuple[int, str]]) -> None:
        self.id, self.tokens = made["game"], (made["token"], joined["token"])
        self.script, self.ply, self.version = script, 0, 1
        self.sockets: list[Socket] = []
        self.waiting: asyncio.Future | None = None
        self.seen = [0, 0]

    async def open(self, host: str, port: int) -> None:
        for seat, token in enumerate(self.tokens):
            socket = await connect(host, port, self.id, lambda text, seat=seat: self._hear(seat, text))
            socket.send({"type": "hello", "token": token})
            self.sockets.append(socket)

    def _hear(self, seat: int, text: bytes) -> None:
        if b'"type":"accepted"' in text[:60]:
            self.version += 1
            self.waiting.set_result(None)
        elif b'"type":"refused"' in text[:60]:
            self.waiting.set_exception(RuntimeError(text[:300].decode()))
        else:
            self.seen[seat] += 1

    @property
    def left(self) -> int:
        return len(self.script) - self.ply

    async def decide(self) -> float:
        """Make the next decision; the seconds until it was acknowledged."""
        seat, text = self.script[self.ply]
        self.ply += 1
        self.waiting = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.sockets[seat].send({"type": "move", "id": f"m{self.ply}", "version": self.version, "text": text})
        await self.waiting
        return time.perf_counter() - began


async def connect(host: str, port: int, game: str, on_message) -> Socket:
    loop = asyncio.get_running_loop()
    path = f"/api/games/{game}/socket"
    _, socket = await loop.create_connection(lambda: Socket(path, f"{host}:{port}", on_message), host, port)
    await socket.ready
    return socket


def random_script(seed: int) -> list[tuple[int, str]]:
    """The decisions of a random game on the medium board, with the seat of each."""
    chance, position, script = random.Random(seed), carnac.start("medium"), []
    while not position.is_over:
        move = chance.choice(position.legal_moves())
        script.append((position.player - 1, str(move)))
        position = position.play(move)
    return script


async def make_games(url: str, count: int) -> list[Game]:
    wishes = {"game": "carnac", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]}
    games = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for number in range(count):
            made = (await client.post("/api/games", json=wishes)).json()
            answer = await client.post(f"/api/games/{made['game']}/join", json={"invite": made["invite"]})
            games.append(Game(made, answer.json(), random_script(number)))
    return games


async def at_a_rate(games: list[Game], rate: float, seconds: float) -> tuple[int, list[float]]:
    """Decisions begun at a steady rate, whether or not the server keeps up."""
    loop = asyncio.get_running_loop()
    chance, latencies, tasks = random.Random(1), [], []
    free = list(games)
    chance.shuffle(free)
    began, due = loop.time(), 0

    async def one(game: Game) -> None:
        latencies.append(await game.decide())
        if game.left:
            free.append(game)

    while loop.time() - began < seconds:
        while due < (loop.time() - began) * rate and free:
            tasks.append(asyncio.ensure_future(one(free.pop(0))))
            due += 1
        await asyncio.sleep(0.001)
    await asyncio.gather(*tasks)
    return len(latencies), latencies


async def flat_out(games: list[Game], seconds: float) -> tuple[float, list[float]]:
    """Every game decides as soon as its last decision is acknowledged."""
    loop = asyncio.get_running_loop()
    latencies: list[float] = []
    began = loop.time()

    async def play(game: Game) -> None:
        while game.left and loop.time() - began < seconds:
            latencies.append(await game.decide())

    await asyncio.gather(*(play(game) for game in games))
    return len(latencies) / (loop.time() - began), latencies


async def idle(host: str, port: int, game: str, count: int, pid: int) -> tuple[int, float, float]:
    """Spectators that only listen; how many are open, how long a ping takes among them, and the processor
    seconds of 1,000 pings, as pages send them when nothing else is said."""
    sockets: list[Socket] = []
    answered = asyncio.Event()

    def hear(text: bytes) -> None:
        if b'"type":"pong"' in text[:60]:
            answered.set()

    try:
        for _ in range(count):
            socket = await connect(host, port, game, hear)
            socket.send({"type": "hello"})
            sockets.append(socket)
    except (OSError, ConnectionError) as error:
        print(f"  stopped at {len(sockets)}: {error}")
    await asyncio.sleep(2)
    began = time.perf_counter()
    sockets[-1].send({"type": "ping"})
    await asyncio.wait_for(answered.wait(), 30)
    took = time.perf_counter() - began
    held = sum(not socket.transport.is_closing() for socket in sockets)
    before = processor_seconds(pid)
    for place in range(PINGS):
        sockets[place % len(sockets)].send({"type": "ping"})
        if place % PINGS_AT_ONCE == 0:
            await asyncio.sleep(PINGS_AT_ONCE / PINGS_PER_SECOND)
    await asyncio.sleep(1)
    pings = (processor_seconds(pid) - before) * 1000 / PINGS
    for socket in sockets:
        socket.transport.abort()
    return held, took, pings


def memory_of(pid: int) -> float:
    """Megabytes a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def processor_seconds(pid: int) -> float:
    """What a process has used of the processors so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Work:
    """Processor time of the server and of this client from here on."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._server, self._client = processor_seconds(pid), time.process_time()

    def for_each(self, moves: int) -> str:
        """What 1,000 moves have cost, in words."""
        server = (processor_seconds(self._pid) - self._server) * 1000 / moves
        client = (time.process_time() - self._client) * 1000 / moves
        return (
            f"  1,000 moves cost the server {server:.2f} s of processor time, the client {client:.2f} s: "
            f"one core alone would serve {1000 / server:.0f} moves/s"
        )


def shown(latencies: list[float]) -> str:
    cuts = statistics.quantiles(latencies, n=100)
    return (
        f"p50 {1000 * cuts[49]:.1f} ms   p99 {1000 * cuts[98]:.1f} ms   worst {1000 * max(latencies):.1f} ms"
    )


async def measure(url: str, pid: int, wanted: argparse.Namespace) -> None:
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    began = time.perf_counter()
    games = await make_games(url, wanted.games)
    per_second = 2 * wanted.games / (time.perf_counter() - began)
    print(f"{wanted.games} games made and joined: {per_second:.0f} requests/s")
    for game in games:
        await game.open(host, int(port))
    await asyncio.sleep(1)
    print(f"{2 * wanted.games} sockets open; the server holds {memory_of(pid):.0f} MB")
    work = Work(pid)
    count, latencies = await at_a_rate(games, wanted.rate, wanted.seconds)
    print(f"at {wanted.rate:g} moves/s: {count} acknowledged   {shown(latencies)}   (aim: p99 ≤ 50 ms)")
    print(work.for_each(count))
    work = Work(pid)
    per_second, latencies = await flat_out(games, wanted.seconds)
    print(f"flat out: {per_second:.0f} acknowledged moves/s   {shown(latencies)}   (aim: ≥ 1,000/s)")
    print(work.for_each(len(latencies)))
    for game in games:
        for socket in game.sockets:
            socket.transport.abort()
    if not wanted.idle:
        return
    before = memory_of(pid)
    held, took, pings = await idle(host, int(port), games[0].id, wanted.idle, pid)
    print(
        f"idle sockets: {held} held, a ping among them takes {1000 * took:.0f} ms, "
        f"{(memory_of(pid) - before) * 1024 / max(1, held):.0f} kB each   (aim: ≥ 5,000)\n"
        f"  1,000 pings cost the server {pings:.2f} s of processor time"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--idle", type=int, default=5000)
    parser.add_argument("--database", help="default: an SQLite file that is removed afterwards")
    wanted = parser.parse_args()
    tell_machine()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        database = wanted.database or f"sqlite:///{folder}/games.db"
        command = [*SERVE, "--no-browser", "--port", "0", "--rate", "100000"]
        began = time.perf_counter()
        with subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                line = server.stdout.readline()
                print(f"ready {time.perf_counter() - began:.2f} s after its start")
                uvloop.run(measure(line.split()[3], server.pid, wanted))
            finally:
                server.send_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
