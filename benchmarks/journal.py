"""What a usual move costs on its way into PostgreSQL, by how many are committed together.

    python benchmarks/journal.py --database postgresql://user@host/empty [--moves 1000]

Moves of games between people without a clock, as servers write them: the event, and who decides next. It
tells the processor time of this process, and of its session in PostgreSQL if that is on this machine, for
1,000 moves, and how long a commit takes.
"""

from __future__ import annotations

import argparse
import asyncio
import time

import psutil
from comparison import tell_machine
from sqlalchemy import text

from server import shown
from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.event import Event, Moved
from stonefield.server.store import GameRows, Journal, open_database
from stonefield.server.store.turns import Turn
from stonefield.server.tokens import new_game_id

SEATS = (Seat("person", "Ann", holder=0), Seat("person", "Ben", holder=1))


def agreement() -> Agreement:
    """A new game between two people."""
    return Agreement(
        id=new_game_id(), created=1_000, rules="carnac", options={"board": "medium"}, seats=SEATS
    )


def move(game: Agreement, seq: int) -> GameRows:
    """The next event of a game, and whose turn it is then."""
    event = Event(seq, 1_000 + seq, Moved("c4rw"), seq % 2, f"{seq % 2}:{seq}")
    return GameRows(events=[(game.id, event)], turns=[Turn(game.id, seq, (seq + 1) % 2)])


async def measure(journal: Journal, session: psutil.Process | None, together: int, moves: int) -> None:
    games = [agreement() for _ in range(together)]
    await journal.write(GameRows(games))
    rounds = moves // together
    latencies = []

    async def play(seqs: range) -> None:
        for seq in seqs:
            began = time.perf_counter()
            await asyncio.gather(*(journal.write(move(game, seq)) for game in games))
            latencies.append(time.perf_counter() - began)

    def spent() -> tuple[float, float]:
        return time.process_time(), sum(session.cpu_times()[:2]) if session else 0.0

    await play(range(1, 51))
    latencies.clear()
    before = spent()
    await play(range(51, 51 + rounds))
    here, there = (
        1000 * (after - start) / (rounds * together) for start, after in zip(before, spent(), strict=True)
    )
    where = f" (PostgreSQL {there:.2f})" if session else ""
    print(
        f"{together:3} together: 1,000 moves cost {here:.2f} s of processor time{where}   {shown(latencies)}"
    )


async def main(wanted: argparse.Namespace) -> None:
    engine = await open_database(wanted.database)
    journal = Journal(engine)
    journal.start()
    found = await journal.write(
        lambda connection: connection.execute(text("SELECT pg_backend_pid()")).scalar()
    )
    is_here = psutil.pid_exists(found) and "postgres" in psutil.Process(found).name()
    for together in (1, 2, 10):
        await measure(journal, psutil.Process(found) if is_here else None, together, wanted.moves)
    await journal.close()
    await engine.dispose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", required=True)
    parser.add_argument("--moves", type=int, default=1000)
    tell_machine()
    asyncio.run(main(parser.parse_args()))
