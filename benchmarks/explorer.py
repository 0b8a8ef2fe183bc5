"""How long the explorer takes for one position, with a million of them in its tables.

    python benchmarks/explorer.py [--positions 1000000]

The tables are filled with games of fifty decisions that all begin with the same start position, which is the
worst case; the keys of their later positions are random, so that every row has a key of its own. A few real
games are added, and every position of them is looked up, from its text to the answer.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

from stonefield import carnac
from stonefield.games import parse
from stonefield.records import Record
from stonefield.study.explorer import Explorer, look_up
from stonefield.study.explorer_index import IndexedGame, index
from stonefield.study.explorer_keys import locate
from stonefield.study.explorer_rows import add_games

LENGTH = 50
AT_ONCE = 500


def real_game(seed: int) -> Record:
    rng, position, moves = random.Random(seed), carnac.start("medium"), []
    while not position.is_over:
        moves.append(str(rng.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return Record.of(carnac.start("medium"), moves)


def made_up(rng: random.Random, start: int, first_moves: list[str]) -> IndexedGame:
    keys = [start, *(rng.getrandbits(63) for _ in range(LENGTH - 1))]
    moves = [rng.choice(first_moves)] * LENGTH
    winner = rng.choice(["red", "white", None])
    return IndexedGame(str(carnac.start("medium")), moves, "1-0", winner, "", "", "", keys, moves)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=1_000_000)
    wanted = parser.parse_args().positions
    rng = random.Random(1)
    start = locate(carnac.start("medium"))
    first_moves = sorted({start.move(move) for move in start.position.legal_moves()})
    real = [real_game(seed) for seed in range(5)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "explorer.db"
        explorer = Explorer(file)
        began = time.perf_counter()
        for _ in range(wanted // LENGTH // AT_ONCE):
            with explorer._engine.begin() as connection:
                add_games(
                    connection, "made up", [made_up(rng, start.key, first_moves) for _ in range(AT_ONCE)]
                )
        with explorer._engine.begin() as connection:
            add_games(connection, "real", [index(record) for record in real])
        size = file.stat().st_size / 2**20
        print(f"{wanted:,} positions added in {time.perf_counter() - began:.0f} s, {size:.0f} MiB")
        texts = [str(position) for record in real for position in record.positions[:-1]]
        taken = {"the start": [], "later positions": []}
        with explorer._engine.connect() as connection:
            for text in texts:
                began = time.perf_counter()
                look_up(connection, locate(parse(text)))
                kind = "the start" if text == texts[0] else "later positions"
                taken[kind].append((time.perf_counter() - began) * 1000)
        for kind, times in taken.items():
            print(f"{kind}: median {statistics.median(times):.1f} ms, slowest {max(times):.1f} ms")
        explorer.close()


if __name__ == "__main__":
    main()
