"""Solve small boards of Carnac from the empty board and print the table of ``docs/solved-boards.md``.

python benchmarks/solved_boards.py --squares 12 --stock 5
"""

from __future__ import annotations

import argparse
import time

from stonefield.engine.carnac.solver import solve
from stonefield.games import carnac


def boards(squares: int) -> list[str]:
    """All boards up to a size; a board and the same one turned are the same game."""
    sizes = [
        (files, ranks) for files in range(3, 15) for ranks in range(3, files + 1) if files * ranks <= squares
    ]
    return [f"{files}x{ranks}" for files, ranks in sorted(sizes, key=lambda size: (size[0] * size[1], size))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--squares", type=int, default=12, help="boards of at most so many squares")
    parser.add_argument("--stock", type=int, default=5, help="at most so many megaliths")
    parser.add_argument("--final-tilt", action="store_true", help="the last megalith is answered too")
    given = parser.parse_args()
    print("| board | megaliths | for the first player | dolmens ahead | nodes | seconds | best play |")
    print("|---|---|---|---|---|---|---|")
    for board in boards(given.squares):
        for stock in range(2, given.stock + 1):
            began = time.perf_counter()
            solution = solve(carnac.start(board, stock=stock, final_tilt=given.final_tilt))
            seconds = time.perf_counter() - began
            cells = (board, stock, solution.value, f"{solution.margin:+d}" if solution.margin else "0")
            line = " ".join(solution.line)
            print(
                "| " + " | ".join(map(str, cells)) + f" | {solution.nodes:,} | {seconds:.1f} | `{line}` |",
                flush=True,
            )


if __name__ == "__main__":
    main()
