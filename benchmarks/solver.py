"""How fast the exact solver tells who wins, by megaliths left, on positions of the shipped engine games.

python benchmarks/solver.py --stones 5 --stones 6 --positions 34 --against main --keep measured

Prints nodes and seconds, median and 90th percentile; with ``--against`` also those of another commit, and the
ratio. Seconds are processor time of one thread, so that a busy machine tells the same; a position that takes
longer than ``--most`` counts as that long and is told as unsolved. Both must give the same answers. With
``--keep`` what was measured is written into a folder, and a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from comparison import ROOT, environment, sources

from stonefield.engine.carnac import arrays
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.games import carnac
from stonefield.games.carnac import Position
from stonefield.records import read_any

GAMES = ROOT / "docs/games/self-play"


def positions(board: str, stones: int, count: int) -> Iterator[Position]:
    """The first position of each game in which so many megaliths are left and one is to be placed."""
    games = read_any((GAMES / f"{board}.stones").read_text("utf-8"))
    for record in games[:count]:
        position = record.start
        for move in record.moves:
            position = position.play(move)
            if position.stock == stones and position.pending is None:
                break
        if not position.is_over and position.stock == stones:
            yield position


def result(solver: Solver, position: Position) -> int:
    """Who wins, for whoever decides: 1, 0 or -1."""
    state = arrays.state_of(position)
    if hasattr(solver, "result"):
        return solver.result(state)
    # How commits before the null windows were asked.
    sign = 1 if position.turn == "red" else -1
    return int(np.sign(sign * solver.score(state, -1, 1)))


def measure(position: Position, most: float) -> dict[str, object]:
    """The answer, or None where it takes too long."""
    solver = Solver(position, table_mb=256)
    answer: list[int | None] = [None]
    spent = [most]

    def work() -> None:
        began = time.thread_time()
        try:
            answer[0] = result(solver, position)
            spent[0] = time.thread_time() - began
        except Unsolved:
            pass

    thread = threading.Thread(target=work)
    began = time.process_time()
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
        if time.process_time() - began > most:
            solver.stop()
    return {"answer": answer[0], "seconds": min(spent[0], most), "nodes": solver.nodes}


def read(path: Path) -> list[dict]:
    """What was measured, one line of JSON a position."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def measure_all(given: argparse.Namespace) -> None:
    """Add what the file lacks."""
    result(Solver(carnac.start("3x3", stock=3)), carnac.start("3x3", stock=3))
    known = [(one["board"], one["stones"]) for one in read(given.measure)]
    with given.measure.open("a", encoding="utf-8") as file:
        for board in given.board:
            for stones in given.stones:
                found = list(positions(board, stones, given.positions))
                for position in found[known.count((board, stones)) :]:
                    told = measure(position, given.most)
                    file.write(json.dumps({"board": board, "stones": stones, **told}) + "\n")
                    file.flush()


def run(source: Path, told: Path) -> list[dict]:
    """Measure the solver of a source tree in a process of its own."""
    command = [sys.executable, __file__, *sys.argv[1:], "--measure", str(told)]
    subprocess.run(command, env=environment(source), check=True)
    return read(told)


def row(name: str, told: list[dict]) -> tuple[str, float]:
    seconds = np.array([one["seconds"] for one in told])
    nodes = np.array([one["nodes"] for one in told])
    unsolved = sum(one["answer"] is None for one in told)
    cells = (
        f"{told[0]['board']:7} {told[0]['stones']:2} {name:8} {len(told):4} "
        f"{np.median(seconds):9.3f} {np.quantile(seconds, 0.9):9.3f} {np.median(nodes):12,.0f} "
        f"{np.quantile(nodes, 0.9):12,.0f} {nodes.sum() / seconds.sum():11,.0f} {unsolved:4}"
    )
    return cells, float(np.median(seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", action="append", help="small, medium or large; may be repeated")
    parser.add_argument("--stones", type=int, action="append", help="megaliths left; may be repeated")
    parser.add_argument("--positions", type=int, default=34, help="positions of each kind, at most 80")
    parser.add_argument("--most", type=float, default=60.0, help="seconds a position may take")
    parser.add_argument("--against", metavar="REF", help="a commit to compare with")
    parser.add_argument("--keep", type=Path, help="a folder for what was measured, to go on with later")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.board = given.board or ["small", "medium", "large"]
    given.stones = given.stones or [5]
    if given.measure:
        measure_all(given)
        return
    with tempfile.TemporaryDirectory() as spare:
        folder = given.keep or Path(spare)
        folder.mkdir(parents=True, exist_ok=True)
        told = {"here": run(sources(), folder / "here.jsonl")}
        if given.against:
            told[given.against] = run(sources(given.against), folder / "against.jsonl")
    report(told, given)


def report(told: dict[str, list[dict]], given: argparse.Namespace) -> None:
    """The table."""
    print("board stones  solver     of  median s    90 % s median nodes   90 % nodes     nodes/s unsolved")
    for board in given.board:
        for stones in given.stones:
            medians = []
            answers = []
            for name, all_told in told.items():
                kind = [one for one in all_told if (one["board"], one["stones"]) == (board, stones)]
                kind = kind[: given.positions]
                cells, median = row(name, kind)
                print(cells)
                medians.append(median)
                answers.append([one["answer"] for one in kind])
            if len(medians) > 1:
                differ = sum(a != b for a, b in zip(*answers, strict=True) if None not in (a, b))
                print(f"        ratio of medians {medians[1] / medians[0]:.1f}, answers that differ {differ}")


if __name__ == "__main__":
    main()
