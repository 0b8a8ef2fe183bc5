"""Run seeds: ``python -m simulation --seed 17 --trace``."""

from __future__ import annotations

import argparse
import sys
import time

from simulation.world import simulate


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds, one after the other")
    parser.add_argument("--trace", action="store_true", help="print all that happened")
    wanted = parser.parse_args()
    failed = 0
    began = time.process_time()
    for seed in range(wanted.seed, wanted.seed + wanted.seeds):
        outcome = simulate(seed)
        if wanted.trace:
            print("\n".join(outcome.trace))
        for problem in outcome.problems:
            print(f"seed {seed}: {problem}")
        failed += bool(outcome.problems)
    taken = time.process_time() - began
    print(f"{wanted.seeds} seeds, {failed} with problems, {taken / wanted.seeds:.3f} s of processor each")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
