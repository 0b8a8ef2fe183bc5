"""How soon the engine answers, and how much memory a long search takes.

python benchmarks/protocol.py                         answers: first start, later start, stop, first info
python benchmarks/protocol.py --minutes 10 --hash 64  memory: what a search of ten minutes adds to the process
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BOARDS = {"carnac": ("small", "medium", "large"), "caminos": ("square", "diamond", "octagon", "torus")}


class Process:
    """An engine in a process of its own, asked line by line."""

    def __init__(self, *, cache: str | None = None) -> None:
        self.began = time.perf_counter()
        env = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
        command = [sys.executable, "-m", "stonefield", "ugi"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=env
        )

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.send("quit")
        self._process.wait()

    def send(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._process.stdin, flush=True)

    def wait_for(self, beginning: str) -> float:
        """The moment at which a line with this beginning comes."""
        for line in self._process.stdout:
            if line.startswith(beginning):
                return time.perf_counter()
        raise SystemExit(f"the engine ended before it said `{beginning}`")

    def set_up(self, game: str, board: str, **more: object) -> None:
        options = {"Game": game, "Board": board, **more}
        self.send(*(f"setoption name {name} value {value}" for name, value in options.items()))
        self.send("uginewgame", "isready")
        self.wait_for("readyok")

    @property
    def megabytes(self) -> float:
        """What the process holds in memory now."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def starts(game: str) -> None:
    """From the start of the process to `ugiok` and to `readyok`: the first time ever, and later."""
    with tempfile.TemporaryDirectory() as cache:
        for when in ("first start", "later start"):
            with Process(cache=cache) as engine:
                engine.send("ugi", f"setoption name Game value {game}", "isready")
                hello = engine.wait_for("ugiok") - engine.began
                ready = engine.wait_for("readyok") - engine.began
                engine.send("go movetime 500")
                began = time.perf_counter()
                took = engine.wait_for("bestmove") - began
            print(
                f"{game}, {when}: ugiok {hello:.2f} s, readyok {ready:.1f} s, go movetime 500: {took:.2f} s"
            )


def answers(game: str, board: str, rounds: int) -> None:
    """From `stop` to `bestmove`, and from `go` to the first `info`, in positions all over a game."""
    chance = random.Random(1)
    stops, infos = [], []
    with Process() as engine:
        engine.set_up(game, board)
        for _ in range(rounds):
            engine.send("uginewgame", "position startpos")
            for _ in range(chance.randrange(6)):
                engine.send("go nodes 30")
                engine.wait_for("bestmove")
            engine.send("go infinite")
            began = time.perf_counter()
            infos.append(engine.wait_for("info depth") - began)
            time.sleep(chance.random())
            began = time.perf_counter()
            engine.send("stop")
            stops.append(engine.wait_for("bestmove") - began)
            engine.send("go infinite")
            time.sleep(0.1 * chance.random())
            began = time.perf_counter()
            engine.send("stop")
            stops.append(engine.wait_for("bestmove") - began)
    print(
        f"{game} {board}: first info {1000 * statistics.median(infos):.0f} ms; stop median "
        f"{1000 * statistics.median(stops):.0f} ms, longest of {len(stops)} {1000 * max(stops):.0f} ms"
    )


def memory(game: str, board: str, minutes: float, hash_mb: int, threads: int) -> None:
    """How much a long search adds to what the process holds when it is ready."""
    with Process() as engine:
        engine.set_up(game, board, Hash=hash_mb, Threads=threads)
        before = most = engine.megabytes
        engine.send("go infinite")
        end = time.perf_counter() + 60 * minutes
        while time.perf_counter() < end:
            time.sleep(0.5)
            most = max(most, engine.megabytes)
        engine.send("stop")
        engine.wait_for("bestmove")
    added = most - before
    verdict = "within" if added <= hash_mb else "OVER"
    print(
        f"{game} {board}: {before:.0f} MB when ready, at most {added:.0f} MB more: {verdict} Hash {hash_mb}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=BOARDS, action="append", help="both unless given")
    parser.add_argument("--rounds", type=int, default=20, help="searches that are stopped on each board")
    parser.add_argument("--minutes", type=float, help="measure memory in one search of this length instead")
    parser.add_argument("--hash", type=int, default=64, help="megabytes for that search")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    for game in given.game or BOARDS:
        boards = BOARDS[game]
        if given.minutes:
            memory(game, boards[1], given.minutes, given.hash, given.threads)
            continue
        starts(game)
        for board in boards:
            answers(game, board, given.rounds)


if __name__ == "__main__":
    main()
