"""Solve small boards of Carnac from the empty board and print the tables of ``docs/solved-boards.md``.

python benchmarks/solved_boards.py --squares 12 --stock 5
python benchmarks/solved_boards.py --squares 20 --stock 28 --only-full --keep boards.jsonl --workers 2

With ``--keep`` a run goes on where the last one was stopped: boards that are solved are not solved again, and
of one that took longer than ``--most`` what was proven lies in a table beside the file. Seconds are processor
time of one thread, over all runs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from stonefield.engine.carnac import arrays
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.engine.carnac.transposition import TranspositionTable, make_table
from stonefield.games import carnac

VALUES = {1: "win", 0: "draw", -1: "loss"}
TELL_EVERY = 30.0


@dataclass(frozen=True)
class Board:
    """A board with its stockpile, and what is known of it; who wins is proven first, then by how much."""

    name: str
    stock: int
    value: str | None = None
    margin: int | None = None
    line: str | None = None
    nodes: int = 0
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, int]:
        return self.name, self.stock


@dataclass(frozen=True)
class Limits:
    """For each board: processor seconds, and the size of its table."""

    most: float
    table_mb: int
    keep: Path | None


def boards(squares: int) -> list[str]:
    """All boards up to a size; a board and the same one turned are the same game."""
    sizes = [
        (files, ranks) for files in range(3, 15) for ranks in range(3, files + 1) if files * ranks <= squares
    ]
    return [f"{files}x{ranks}" for files, ranks in sorted(sizes, key=lambda size: (size[0] * size[1], size))]


def solve(board: Board, limits: Limits) -> Board:
    """What can be proven of a board within the limits, in a process of its own."""
    position = carnac.start(board.name, stock=board.stock)
    path = limits.keep and limits.keep.with_name(f"{limits.keep.name}.{board.name}-{board.stock}.npz")
    table = _load(path) or make_table(limits.table_mb)
    solver = Solver(position, table=table)
    # Compile before the clock runs.
    smallest = carnac.start("3x3", stock=3)
    Solver(smallest, table_mb=0).result(arrays.state_of(smallest))
    found = [board]

    def work() -> None:
        state = arrays.state_of(position)
        try:
            found[0] = replace(found[0], value=VALUES[solver.result(state)])
            score = solver.exact_score(state)
            found[0] = replace(found[0], margin=int(score / 2))
            moves = solver.line(state, score)
            found[0] = replace(
                found[0], line=" ".join(arrays.move_text(position.board, move) for move in moves)
            )
        except Unsolved:
            return

    thread = threading.Thread(target=work)
    began, told = time.process_time(), time.monotonic()
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
        if time.process_time() - began > limits.most:
            solver.stop()
        if time.monotonic() - told > TELL_EVERY:
            told = time.monotonic()
            seconds = time.process_time() - began
            print(f"{board.name} {board.stock}: {solver.nodes:,} nodes, {seconds:.0f} s", file=sys.stderr)
    if path is not None and found[0].line is None:
        _save(path, table)
    elif path is not None:
        path.unlink(missing_ok=True)
    seconds = board.seconds + time.process_time() - began
    return replace(found[0], nodes=board.nodes + solver.nodes, seconds=round(seconds, 2))


def _load(path: Path | None) -> TranspositionTable | None:
    if path is None or not path.exists():
        return None
    with np.load(path) as kept:
        return TranspositionTable(kept["keys"], kept["entries"])


def _save(path: Path, table: TranspositionTable) -> None:
    """All or nothing, so that a run that is stopped here leaves the table of the last one."""
    partial = path.with_name(f"partial-{path.name}")
    np.savez(partial, keys=table.keys, entries=table.entries)
    os.replace(partial, path)


def kept(path: Path | None) -> dict[tuple[str, int], Board]:
    """What earlier runs found out; the last word on each board counts."""
    if path is None or not path.exists():
        return {}
    known = [Board(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    return {board.key: board for board in known}


def row(board: Board) -> str:
    margin = "" if board.margin is None else f"{board.margin:+d}" if board.margin else "0"
    line = f"`{board.line}`" if board.line else ""
    cells = (board.name, board.stock, board.value or "not proven", margin, f"{board.nodes:,}")
    return "| " + " | ".join(map(str, (*cells, f"{board.seconds:.1f}", line))) + " |"


def solve_all(wanted: Sequence[Board], limits: Limits, workers: int) -> None:
    """Solve what is not known yet, and print the table."""
    known = kept(limits.keep)
    todo = [known.get(board.key, board) for board in wanted]
    with ProcessPoolExecutor(workers) as pool:
        runs = [pool.submit(solve, board, limits) for board in todo if board.line is None]
        for run in as_completed(runs):
            board = run.result()
            known[board.key] = board
            print(row(board), file=sys.stderr)
            if limits.keep is not None:
                with limits.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(board)) + "\n")
    print("| board | megaliths | for the first player | dolmens ahead | nodes | seconds | best play |")
    print("|---|---|---|---|---|---|---|")
    for board in wanted:
        print(row(known[board.key]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--squares", type=int, default=12, help="boards of at most so many squares")
    parser.add_argument("--stock", type=int, default=5, help="at most so many megaliths")
    parser.add_argument("--only-full", action="store_true", help="only with that many, not with fewer")
    parser.add_argument(
        "--most", type=float, default=3600.0, help="seconds that a board may take in this run"
    )
    parser.add_argument("--table-mb", type=int, default=1024, help="megabytes of each board's table")
    parser.add_argument("--keep", type=Path, help="a file of results, to go on with later")
    parser.add_argument("--workers", type=int, default=1, help="boards at once")
    given = parser.parse_args()
    stocks = [given.stock] if given.only_full else range(2, given.stock + 1)
    wanted = [Board(name, stock) for name in boards(given.squares) for stock in stocks]
    solve_all(wanted, Limits(given.most, given.table_mb, given.keep), given.workers)


if __name__ == "__main__":
    main()
