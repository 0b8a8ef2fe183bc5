"""How fast the learned network is, and how soon a running engine has something to say.

python benchmarks/network.py

Evaluations: the bare network, in batches as the search asks for them. Simulations: the whole search, from the
empty board. First info: from `go` to the first `info` line of a real engine process that has said `readyok`.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from protocol import Process

from stonefield.engine.carnac.network import Network
from stonefield.engine.carnac.network_search import PLANES
from stonefield.engine.carnac.simulators import BATCH, MANY_SQUARES, SMALL_BATCH
from stonefield.engine.carnac.thinker import CarnacThinker
from stonefield.engine.thinker import Limits, Settings
from stonefield.games import carnac

BOARDS = ("small", "medium", "large")


def evaluations(board: str, threads: int, seconds: float) -> float:
    """Positions that the network evaluates a second, every thread with a network of its own."""
    field = carnac.start(board).board
    batch = SMALL_BATCH if field.size > MANY_SQUARES else BATCH
    networks = [Network() for _ in range(threads)]
    planes = np.zeros((batch, PLANES, field.size), dtype=np.float32)
    planes[:, (0, 9)] = 1.0

    def evaluate(network: Network) -> float:
        outputs = np.empty((batch, 4 * field.size + 7), dtype=np.float32)
        network.evaluate(planes, field.files, outputs)
        evaluated, began = 0, time.perf_counter()
        while time.perf_counter() < began + seconds:
            network.evaluate(planes, field.files, outputs)
            evaluated += batch
        return evaluated / (time.perf_counter() - began)

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(evaluate, networks))


def simulations(board: str, threads: int, seconds: float) -> float:
    """Simulations a second of the whole search."""
    thinker, start = CarnacThinker(), carnac.start(board)
    settings = Settings(threads=threads, seed=1)
    thinker.think(start, Limits(nodes=100), settings, stop=threading.Event())
    thought = thinker.think(start, Limits(movetime=seconds), settings, stop=threading.Event())
    return thought.nodes / thought.seconds


def first_info(board: str, rounds: int) -> float:
    """Milliseconds from `go` to the first `info`: the median over several decisions of one process."""
    with Process() as engine:
        engine.set_up("carnac", board)
        waits = []
        for _ in range(rounds):
            engine.send("position startpos moves c4rw", "go movetime 300")
            began = time.perf_counter()
            waits.append(1000 * (engine.wait_for("info depth") - began))
            engine.wait_for("bestmove")
    return statistics.median(waits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each figure")
    parser.add_argument("--rounds", type=int, default=5, help="decisions that the first info is timed in")
    given = parser.parse_args()
    print(
        "| board | evaluations/s, 1 thread | 2 threads | simulations/s, 1 thread | 2 threads | first info |"
    )
    print("|---|---|---|---|---|---|")
    for board in BOARDS:
        figures = [
            measure(board, threads, given.seconds)
            for measure in (evaluations, simulations)
            for threads in (1, 2)
        ]
        told = " | ".join(f"{figure:,.0f}" for figure in figures)
        print(f"| {board} | {told} | {first_info(board, given.rounds):.0f} ms |", flush=True)


if __name__ == "__main__":
    main()
