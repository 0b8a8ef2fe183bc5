"""What each first placement is worth, as a table.

python benchmarks/openings.py docs/games/openings.csv --nodes 100

Every placement on the empty board is searched from the opponent's side, so its worth is that after the best
answer the search finds. Mirror images are worth the same, but a network does not know that for certain: all
are searched, and the table has their mean and how far they lie apart.
"""

from __future__ import annotations

import argparse
import csv
import threading
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from stonefield.engine.carnac.thinker import CarnacThinker
from stonefield.engine.thinker import Limits, Settings
from stonefield.games import carnac

BOARDS = ("small", "medium", "large")
FACES = ("rr", "rw", "wr", "ww")


def quarter(board: carnac.Board) -> list[tuple[int, int]]:
    """File and rank of one square of each set of mirror images."""
    return [(file, rank) for rank in range((board.ranks + 1) // 2) for file in range((board.files + 1) // 2)]


def mirrored(board: carnac.Board, file: int, rank: int) -> list[str]:
    """A square and its mirror images, each once."""
    files, ranks = {file, board.files - 1 - file}, {rank, board.ranks - 1 - rank}
    return [str(board.name_of(y * board.files + x)) for y in sorted(ranks) for x in sorted(files)]


def search(board: str, nodes: int) -> Iterator[tuple[str, list[float]]]:
    """Each first placement in a quarter of the board, and what the first player expects after its images."""
    thinker, start = CarnacThinker(), carnac.start(board)
    settings = Settings(threads=1, hash_mb=64, seed=1)
    for file, rank in quarter(start.board):
        images = mirrored(start.board, file, rank)
        for faces in FACES:
            rates = []
            for square in images:
                position = start.play(square + faces)
                thought = thinker.think(position, Limits(nodes=nodes), settings, stop=threading.Event())
                rates.append(1 - thought.lines[0].win_rate)
            yield images[0] + faces, rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", type=Path, help="where the table goes")
    parser.add_argument("--board", choices=BOARDS, action="append", help="all three unless given")
    parser.add_argument("--nodes", type=int, default=100, help="simulations for each placement and image")
    given = parser.parse_args()
    with given.table.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("board", "placement", "win_rate", "apart"))
        for board in given.board or BOARDS:
            for move, rates in search(board, given.nodes):
                table.writerow((board, move, f"{mean(rates):.3f}", f"{max(rates) - min(rates):.3f}"))
                file.flush()


if __name__ == "__main__":
    main()
