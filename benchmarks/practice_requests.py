"""Processor time of the server for one request of practice and of a stored review.

    python benchmarks/practice_requests.py [--requests 60]

A server process of its own, with a stored review of a whole medium game. Each request is sent once to warm up
and then as often as asked for, on one connection. Printed are milliseconds of the server's own processor time
per request; what its helpers take is printed for all requests of a kind together.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile

import httpx
import psutil

from stonefield.games import carnac
from stonefield.games.game import Position
from stonefield.records import Record
from stonefield.server.presenting.growing_review import key_of
from stonefield.server.store import Journal, StudyStore, open_database

SERVE = (sys.executable, "-m", "stonefield", "serve", "--no-browser", "--port", "0", "--rate", "1000")
TURNS = "carnac", "caminos"


def played() -> Record:
    """A whole game on the medium board."""
    chance, position, moves = random.Random(1), carnac.start("medium"), []
    while not position.is_over:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return Record.of(carnac.start("medium"), moves)


def thoughts(record: Record) -> str:
    """What an engine may think of it: any line of six moves, and any win rate."""
    chance = random.Random(2)

    def line(position: Position) -> list[str]:
        moves: list[str] = []
        while len(moves) < 6 and not position.is_over:
            moves.append(str(chance.choice(position.legal_moves())))
            position = position.play(moves[-1])
        return moves

    found = {
        ply: [300, line(position), chance.random(), 0.0, 300, None]
        for ply, position in enumerate(record.positions)
        if not position.is_over
    }
    return json.dumps({"start": str(record.start), "moves": record.moves, "thoughts": found})


async def store(database: str, record: Record) -> str:
    """Store a review as earlier versions did; its key."""
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    await StudyStore(engine, journal).keep_review(key_of(record), 300, thoughts(record), 1)
    await journal.close()
    await engine.dispose()
    return key_of(record)


def seconds_of(process: psutil.Process) -> float:
    used = process.cpu_times()
    return used.user + used.system


def helpers(process: psutil.Process) -> float:
    return sum(seconds_of(child) for child in process.children(recursive=True))


def measure(client: httpx.Client, process: psutil.Process, key: str, count: int) -> None:
    token = client.post("/api/learners").json()
    mine = {"Authorization": f"Bearer {token['token']}"}
    wanted = [
        ("stored review", "GET", "/api/reviews/" + key, {}),
        ("feed", "GET", "/api/puzzles/daily.atom", {}),
        ("puzzles", "GET", "/api/puzzles", {}),
        ("profile", "GET", f"/api/learners/{token['learner']}", mine),
    ]
    for game in TURNS:
        wanted += [
            (f"next, {game}", "GET", f"/api/puzzles/next?game={game}", {}),
            (f"next with a token, {game}", "GET", f"/api/puzzles/next?game={game}", mine),
            (f"endgame, {game}", "GET", f"/api/puzzles/endgames/next?game={game}", {}),
            (f"daily, {game}", "GET", f"/api/puzzles/daily?game={game}", {}),
            (f"storm, {game}", "POST", "/api/puzzles/storm", {}),
        ]
    print(f"{'':28}{'server':>10}{'helpers':>10}")
    for name, method, path, headers in wanted:
        body = {"game": name.rpartition(" ")[2]} if method == "POST" else None
        # What is near 1200 is shown again and again; each puzzle is worked out once.
        for _ in range(1 if "feed" in name or "review" in name else 40):
            client.request(method, path, headers=headers, json=body).raise_for_status()
        before, beside = seconds_of(process), helpers(process)
        for _ in range(count):
            client.request(method, path, headers=headers, json=body).raise_for_status()
        own = 1000 * (seconds_of(process) - before) / count
        print(f"{name:28}{own:7.1f} ms{1000 * (helpers(process) - beside):7.0f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--requests", type=int, default=60)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.db"
        key = asyncio.run(store(database, played()))
        with subprocess.Popen(
            [*SERVE, "--database", database], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as server:
            try:
                url = next(line.split()[3] for line in server.stdout if line.startswith("Stonefield is at "))
                with httpx.Client(base_url=url, timeout=60) as client:
                    measure(client, psutil.Process(server.pid), key, wishes.requests)
            finally:
                server.kill()


if __name__ == "__main__":
    main()
