"""Run seeds: ``python -m simulation --seed 17 --trace``."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time

from simulation.faults import FAULTS
from simulation.trouble import USUAL
from simulation.world import simulate


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds, one after the other")
    parser.add_argument("--fault", choices=FAULTS, help="plant a mistake")
    parser.add_argument("--trace", action="store_true", help="print all that happened")
    wanted = parser.parse_args()
    fault = FAULTS[wanted.fault] if wanted.fault else None
    failed = 0
    began = time.process_time()
    with fault.plant() if fault else contextlib.nullcontext():
        for seed in range(wanted.seed, wanted.seed + wanted.seeds):
            outcome = simulate(seed, fault.plan if fault else USUAL)
            if wanted.trace:
                print("\n".join(outcome.trace))
            for problem in outcome.problems:
                print(f"{seed}: {problem}")
            failed += bool(outcome.problems)
    taken = time.process_time() - began
    print(f"{wanted.seeds} seeds, {failed} with problems, {taken / wanted.seeds:.3f} s of processor each")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
