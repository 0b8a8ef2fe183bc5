"""Random Carnac games per second on one core: the plain rules beside a native program.

python benchmarks/rules.py --yardstick limit.c    (a C program with `playouts W H SECONDS`; compiled here)
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
import time
from pathlib import Path

from stonefield import carnac


def random_game(rng: random.Random, board: str) -> carnac.Position:
    position = carnac.start(board)
    while moves := position.legal_moves():
        position = position.play(rng.choice(moves))
    return position


def games_per_second(board: str, seconds: float) -> float:
    rng = random.Random(1)
    began = time.perf_counter()
    games = 0
    while (spent := time.perf_counter() - began) < seconds:
        assert random_game(rng, board).outcome is not None
        games += 1
    return games / spent


def yardstick_games_per_second(source: Path, files: int, ranks: int, seconds: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "limit"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
        arguments = [program, "playouts", str(files), str(ranks), str(seconds)]
        return float(subprocess.check_output(arguments, text=True).split()[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, help="the native program's source, to compare with")
    parser.add_argument("--seconds", type=float, default=5.0)
    arguments = parser.parse_args()
    plain = games_per_second("medium", arguments.seconds)
    print(f"rules, medium board: {plain:,.0f} games/s")
    if arguments.yardstick:
        native = yardstick_games_per_second(arguments.yardstick, 10, 7, arguments.seconds)
        print(f"yardstick, the same board: {native:,.0f} games/s, {native / plain:.0f} times as many")


if __name__ == "__main__":
    main()
