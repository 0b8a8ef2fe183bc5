"""How long a start takes with many games that have a clock, and how soon those whose clock runs are awake.

    python benchmarks/starting.py [--games 20000] [--running 500] [--database URL]

`--games` have a clock and were never begun, in `--running` more somebody's time runs. The time is that of a
whole `stonefield serve`, until it answers; a start with an empty database is told beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import func, select

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from server.serverprocess import ServerProcess
from stonefield.server.game.agreement import Agreement, Seat
from stonefield.server.game.event import Event
from stonefield.server.live.now import now_ms
from stonefield.server.live.tokens import new_game_id
from stonefield.server.storage import Journal, JournalEntry, open_database
from stonefield.server.storage.tables import events

SECONDS = 3600
AT_ONCE = 1000


def game() -> Agreement:
    seats = tuple(Seat("person", name=name, holder=0) for name in ("Ann", "Ben"))
    return Agreement(
        id=new_game_id(),
        created=now_ms(),
        rules="carnac",
        options={"board": "medium"},
        seats=seats,
        clock_seconds=SECONDS,
        clock_increment=0,
    )


async def fill(database: str, sleeping: int, running: int) -> None:
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    games = [game() for _ in range(sleeping + running)]
    for first in range(0, len(games), AT_ONCE):
        await journal.write(JournalEntry(games[first : first + AT_ONCE]))
    begun = [(one.id, Event(1, now_ms(), "move", 0, "c4rw")) for one in games[:running]]
    await journal.write(JournalEntry(events=begun, pulse=now_ms()))
    await journal.close()
    await engine.dispose()


async def awake(database: str) -> int:
    """How many games have gone on after a restart."""
    engine = await open_database(database)
    async with engine.connect() as connection:
        query = select(func.count()).select_from(events).where(events.c.kind == "restart")
        count = int((await connection.execute(query)).scalar_one())
    await engine.dispose()
    return count


@contextlib.contextmanager
def started(database: str) -> Iterator[float]:
    """A running server; how long its start took."""
    server = ServerProcess(database)
    began = time.perf_counter()
    server.start()
    try:
        yield time.perf_counter() - began
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--running", type=int, default=500)
    parser.add_argument("--database", help="an empty one; SQLite in a folder of its own by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with started(f"sqlite:///{folder}/empty.db"):
            pass
        with started(f"sqlite:///{folder}/empty.db") as seconds:
            print(f"a start with an empty database: {seconds:.2f} s")
        database = options.database or f"sqlite:///{folder}/games.db"
        asyncio.run(fill(database, options.games, options.running))
        with started(database) as seconds:
            began = time.perf_counter()
            print(f"with {options.games} that sleep and {options.running} that run: {seconds:.2f} s")
            while asyncio.run(awake(database)) < options.running:
                time.sleep(0.05)
            print(f"all that run are awake {time.perf_counter() - began:.2f} s later")


if __name__ == "__main__":
    main()
