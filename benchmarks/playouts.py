"""Random games a second on one core: the compiled rules beside the yardstick, in one run.

python benchmarks/playouts.py --yardstick PATH/limit.c
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from stonefield.engine.carnac import arrays, playout
from stonefield.games import carnac


def compile_yardstick(source: Path, folder: Path) -> Path:
    """The yardstick, built for this machine."""
    program = folder / "limit"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
    return program


def ours(board: str, seconds: float) -> float:
    """Random games a second of the compiled rules."""
    start = carnac.start(board)
    layout, state = arrays.layout_of(start), arrays.state_of(start)
    random = np.array([2026], dtype=np.uint64)
    playout.playouts(layout, state, random, 10)
    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        playout.playouts(layout, state, random, 2000)
        games += 2000
    return games / (time.perf_counter() - began)


def theirs(program: Path, board: str, seconds: float) -> float:
    """Random games a second of the yardstick."""
    size = carnac.start(board).board
    command = [program, "playouts", str(size.files), str(size.ranks), str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yardstick", type=Path, required=True, help="path to limit.c")
    parser.add_argument("--seconds", type=float, default=0.5, help="time for each half of a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the median ratio counts")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(given.yardstick, Path(folder))
        print(f"{'board':8}{'stonefield':>14}{'yardstick':>14}{'ratio':>8}")
        for board in ("small", "medium", "large"):
            rounds = [
                (ours(board, given.seconds), theirs(program, board, given.seconds))
                for _ in range(given.rounds)
            ]
            rounds.sort(key=lambda pair: pair[0] / pair[1])
            mine, other = rounds[len(rounds) // 2]
            print(f"{board:8}{mine:12,.0f}/s{other:12,.0f}/s{mine / other:8.2f}", flush=True)


if __name__ == "__main__":
    main()
