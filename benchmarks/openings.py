"""What each first placement is worth, as a table.

python benchmarks/openings.py docs/games/openings.csv --nodes 100
python benchmarks/openings.py docs/games/caminos-openings.csv --game caminos --nodes 100

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

from stonefield.engine.registry import thinker_for
from stonefield.engine.thinker import Limits, Settings
from stonefield.games.caminos.board import BOARDS as CAMINOS_BOARDS
from stonefield.games.game import Position, find_game
from stonefield.study.explorer_keys import turns

BOARDS = {"carnac": ("small", "medium", "large"), "caminos": CAMINOS_BOARDS}


def images(start: Position) -> dict[str, list[str]]:
    """All first placements, by the one that stands for its mirror images."""
    found = [sorted({str(way.move(move)) for way in turns(start)}) for move in start.legal_moves()]
    return {moves[0]: moves for moves in found}


def search(start: Position, nodes: int) -> Iterator[tuple[str, list[float]]]:
    """Each first placement but for its images, and what the first player expects after each of these."""
    thinker = thinker_for(start.game.name)
    settings = Settings(threads=1, hash_mb=64, seed=1)
    for move, alike in images(start).items():
        rates = []
        for image in alike:
            thought = thinker.think(start.play(image), Limits(nodes=nodes), settings, stop=threading.Event())
            rates.append(1 - thought.lines[0].win_rate)
        yield move, rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", type=Path, help="where the table goes")
    parser.add_argument("--game", choices=BOARDS, default="carnac")
    parser.add_argument("--board", action="append", help="all built-in ones unless given")
    parser.add_argument("--nodes", type=int, default=100, help="simulations for each placement and image")
    given = parser.parse_args()
    with given.table.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("board", "placement", "win_rate", "apart"))
        for board in given.board or BOARDS[given.game]:
            for move, rates in search(find_game(given.game).start(board=board), given.nodes):
                table.writerow((board, move, f"{mean(rates):.3f}", f"{max(rates) - min(rates):.3f}"))
                file.flush()


if __name__ == "__main__":
    main()
