"""How long the explorer takes for one position, with a million of them in its tables.

    python benchmarks/explorer.py [--positions 1000000] [--database postgresql://user@host/empty]

The tables are filled with games of fifty decisions that all begin with the same start position, which is the
worst case; the keys of their later positions are random, so that every row has a key of its own. A few real
games are added, and every position of them is looked up as the server does it, from its text to the answer.
Without ``--database`` it is an SQLite file that is gone afterwards; a PostgreSQL database has to be empty.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from functools import partial

from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield import carnac
from stonefield.explorer.explorer import look_up
from stonefield.explorer.index import IndexedGame, index
from stonefield.explorer.keys import locate
from stonefield.explorer.rows import add_games, count_sources
from stonefield.games import parse
from stonefield.records import Record
from stonefield.server.store import open_database

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


async def fill(database: AsyncEngine, wanted: int, real: list[Record]) -> None:
    """Add so many positions of made-up games, and the real ones."""
    rng = random.Random(1)
    start = locate(carnac.start("medium"))
    first_moves = sorted({start.move(move) for move in start.position.legal_moves()})
    async with database.connect() as connection:
        if await connection.run_sync(count_sources):
            raise SystemExit("this database has games already; an empty one is needed")
    for _ in range(wanted // LENGTH // AT_ONCE):
        games = [made_up(rng, start.key, first_moves) for _ in range(AT_ONCE)]
        async with database.begin() as connection:
            await connection.run_sync(partial(add_games, source="made up", ready=games))
    async with database.begin() as connection:
        await connection.run_sync(partial(add_games, source="real", ready=[index(one) for one in real]))


async def measure(address: str, wanted: int) -> None:
    real = [real_game(seed) for seed in range(5)]
    database = await open_database(address)
    began = time.perf_counter()
    await fill(database, wanted, real)
    print(f"{wanted:,} positions added in {time.perf_counter() - began:.0f} s", flush=True)
    texts = [str(position) for record in real for position in record.positions[:-1]]
    taken: dict[str, list[float]] = {"the start": [], "later positions": []}
    for text in texts:
        began = time.perf_counter()
        place = locate(parse(text))
        async with database.connect() as connection:
            await connection.run_sync(partial(look_up, place=place))
        kind = "the start" if text == texts[0] else "later positions"
        taken[kind].append((time.perf_counter() - began) * 1000)
    for kind, times in taken.items():
        print(f"{kind}: median {statistics.median(times):.1f} ms, slowest {max(times):.1f} ms ({len(times)})")
    await database.dispose()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--database")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = options.database or f"sqlite:///{folder}/explorer.db"
        asyncio.run(measure(address, options.positions))


if __name__ == "__main__":
    main()
