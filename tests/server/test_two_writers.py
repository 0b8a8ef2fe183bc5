"""Several journals over one PostgreSQL: each entry is written once or refused, and none waits for ever."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter

import pytest
from sqlalchemy import event, func, select, update

from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event, Joined, Moved, Stalled
from stonefield.server.store import Archive, GameRows, Holder, Journal, open_database, tables
from stonefield.server.store.correspondence_tables import turns
from stonefield.server.store.deadlines import Deadline
from stonefield.server.store.game_rows import drop_games
from stonefield.server.store.journal import LARGE, Conflict
from stonefield.server.store.turns import Turn

from .agreements import agreement
from .conftest import ON_POSTGRES
from .page import PATIENCE

pytestmark = ON_POSTGRES
DUE = 2_000_000_000_000


def move(game: Agreement, seq: int, request: str | None = None, owed: int = 0) -> GameRows:
    """The next event of a game, with the time that the server owes before it, and a new deadline."""
    events = [(game.id, Event(seq, 1000 + seq, Stalled(owed)))] if owed else []
    events.append((game.id, Event(seq + len(events), 1000 + seq, Moved("c4rw"), 0, request)))
    last = events[-1][1].seq
    due = Deadline(game.id, last, DUE + last if last % 3 else None)
    return GameRows(events=events, deadlines=[due])


@contextlib.asynccontextmanager
async def journals(database: str, count: int):
    engines = [await open_database(database) for _ in range(count)]
    made = [Journal(engine) for engine in engines]
    for one in made:
        one.start()
    yield list(zip(engines, made, strict=True))
    for one in made:
        await one.close()
    for engine in engines:
        await engine.dispose()


async def fits(journal: Journal, rows: GameRows) -> bool:
    try:
        await journal.write(rows)
    except Conflict:
        return False
    return True


async def test_a_conflict_costs_the_others_of_a_batch_no_statement(postgres):
    async with journals(postgres, 1) as ((engine, journal),):
        games = [agreement() for _ in range(30)]
        await journal.write(GameRows(games))
        await journal.write(move(games[7], 1))
        commits = []
        event.listen(engine.sync_engine, "commit", commits.append)
        done = await asyncio.gather(*(fits(journal, move(game, 1)) for game in games))
        assert done == [place != 7 for place in range(30)]
        assert len(commits) <= 2, "the first may have gone alone"


async def test_usual_moves_are_one_message_to_the_database(postgres):
    async with journals(postgres, 1) as ((engine, journal),):
        games = [agreement() for _ in range(6)]
        await journal.write(GameRows(games))
        sent = []
        session = (await journal._writer._connection.get_raw_connection()).driver_connection
        # The driver tells of BEGIN and COMMIT, SQLAlchemy of the statements between them.
        session.add_query_logger(lambda query: sent.append(query.query))
        event.listen(engine.sync_engine, "before_cursor_execute", lambda *of: sent.append(of[2].split()[0]))
        usual = [
            GameRows(
                events=[(game.id, Event(1, 1001, Moved("c4rw"), 0, "0:x"))],
                turns=[Turn(game.id, 1, 1)] if number % 2 else (),
                deadlines=[Deadline(game.id, 1, DUE)] if number % 3 else (),
            )
            for number, game in enumerate(games)
        ]
        assert await fits(journal, usual[5])
        changed = GameRows(
            events=[(games[5].id, Event(1, 1002, Moved("d4cw"), 0, "0:y"))],
            turns=[Turn(games[5].id, 1, 0)],
            deadlines=[Deadline(games[5].id, 1, DUE + 1)],
        )
        # Its place is taken, which harms no other, and nothing of it is written.
        assert await asyncio.gather(*(fits(journal, rows) for rows in (changed, *usual[:5]))) == [
            False,
            *[True] * 5,
        ]
        assert set(sent) == {"WITH"}
        sent.clear()
        assert await fits(journal, move(games[0], 2, owed=70))
        await asyncio.sleep(0)
        assert sorted(sent)[:2] == ["BEGIN;", "COMMIT;"]
        async with engine.connect() as connection:
            rows = await connection.execute(select(turns.c.game, turns.c.holder))
        assert {row.game: row.holder for row in rows} == {game.id: 1 for game in games[1::2]}
        due = [await Archive(engine).deadline(game.id) for game in games[1:]]
        assert [one and one.due_at for one in due] == [DUE, DUE, None, DUE, DUE]


async def test_of_an_entry_that_does_not_fit_nothing_is_written(postgres):
    async with journals(postgres, 1) as ((engine, journal),):
        game, again, other = agreement(), agreement(), agreement()
        await journal.write(GameRows([game, other]))
        await journal.write(move(game, 1, "0:x"))
        joined = Event(2, 1002, Joined(1, "Ben"), 1, "0:x")
        refused = GameRows(
            [again],
            [Holder(again.id, 0, "a" * 64), Holder(game.id, 1, "b" * 64)],
            [(game.id, Event(2, 1002, Stalled(9))), (game.id, Event(3, 1002, joined.kind, 1, "0:x"))],
            ended=game.id,
            deadlines=[Deadline(game.id, 3, DUE)],
            also=[lambda connection: connection.execute(update(tables.games).values(over=True))],
        )
        done = await asyncio.gather(fits(journal, refused), fits(journal, move(other, 1)))
        assert done == [False, True]
        _, holders, events, _ = await Archive(engine).find(game.id)
        assert [one.seq for one in events] == [1]
        assert holders == {}
        assert await Archive(engine).find(again.id) is None
        assert (await Archive(engine).deadline(game.id)).version == 1
        async with engine.connect() as connection:
            assert (await connection.execute(select(func.count()).where(tables.games.c.over))).scalar() == 0


async def test_two_of_one_batch_that_want_the_same_place(postgres):
    async with journals(postgres, 1) as ((_, journal),):
        game = agreement()
        await journal.write(GameRows([game]))
        done = await asyncio.gather(*(fits(journal, move(game, 1, f"{number}:x")) for number in range(3)))
        assert sorted(done) == [False, False, True]


async def test_an_event_of_a_game_that_is_gone_harms_no_other(postgres):
    async with journals(postgres, 1) as ((_, journal),):
        here, gone = agreement(), agreement()
        await journal.write(GameRows([here]))
        done = await asyncio.gather(
            *(fits(journal, rows) for rows in (move(gone, 1), move(here, 1), move(here, 2)))
        )
        assert done == [False, True, True]


async def test_a_transaction_that_the_database_breaks_off_is_written_again(postgres, caplog):
    async with journals(postgres, 1) as ((_, journal),):
        tried = []

        def broken_off(connection) -> str:
            tried.append(connection)
            if len(tried) < 3:
                connection.exec_driver_sql("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$")
            return "written"

        assert await journal.write(broken_off) == "written"
        assert len(tried) == 3
        assert caplog.text.count("it is written again") == 2


class Player:
    """Writes into games that others write into as well, as fast as it can."""

    def __init__(self, name: int, engine, journal: Journal, games: list[Agreement]):
        self.name, self.archive, self.journal, self.games = name, Archive(engine), journal, games
        self.known = Counter()
        self.accepted: list[tuple[str, int, str]] = []
        self.conflicts = 0
        self.chance = random.Random(name)

    async def play(self, moves: int) -> None:
        """Each event is written after the version that was last seen; who is late reads what is newer."""
        for number in range(moves):
            game = self.chance.choice(self.games)
            request = f"{self.name}:{number}"
            while True:
                owed = self.chance.choice((0, 0, 70))
                rows = move(game, self.known[game.id] + 1, request, owed)
                if await fits(self.journal, rows):
                    seq = rows.events[-1][1].seq
                    self.known[game.id] = seq
                    self.accepted.append((game.id, seq, request))
                    break
                self.conflicts += 1
                self.known[game.id] += len((await self.archive.newer(game.id, self.known[game.id]))[1])

    async def credit(self, done: asyncio.Event) -> None:
        """Move deadlines on meanwhile, as a server does each second."""
        while not done.is_set():
            some = self.chance.sample(self.games, len(self.games) // 2)
            later = [Deadline(game.id, self.known[game.id], DUE + 10_000) for game in some]
            await self.journal.write(GameRows(extended=later))
            await asyncio.sleep(0.01)


async def overlapping(database: str, *, servers: int, players: int, games: int, moves: int) -> None:
    async with journals(database, servers) as made:
        all_games = [agreement() for _ in range(games)]
        await made[0][1].write(GameRows(all_games))
        dropped = [agreement() for _ in range(20)]
        await made[0][1].write(GameRows(dropped))
        playing = [Player(number, *made[number % servers], all_games) for number in range(players * servers)]
        done = asyncio.Event()
        async with asyncio.timeout(PATIENCE * 3):
            crediting = [asyncio.ensure_future(one.credit(done)) for one in playing[:servers]]
            dropping = [
                journal.write(lambda connection, some=some: drop_games(connection, some), rows=LARGE)
                for number, (_, journal) in enumerate(made)
                for some in [[game.id for game in dropped[:: 1 - 2 * (number % 2)]]]
            ]
            await asyncio.gather(*(one.play(moves) for one in playing), *dropping)
            done.set()
            await asyncio.gather(*crediting)
        archive = Archive(made[0][0])
        found = [
            (game.id, one.seq, one.request)
            for game in all_games
            for one in (await archive.find(game.id))[2]
            if one.request is not None
        ]
        accepted = [one for player in playing for one in player.accepted]
        assert sorted(found) == sorted(accepted), "nothing is lost, nothing is there twice"
        assert len(accepted) == players * servers * moves
        for game in all_games:
            events = (await archive.find(game.id))[2]
            assert [one.seq for one in events] == list(range(1, len(events) + 1))
            due = await archive.deadline(game.id)
            assert due is None if len(events) % 3 == 0 else due.version == len(events)
        assert sum(player.conflicts for player in playing), "they did get in each other's way"


async def test_writers_of_the_same_games_lose_and_double_nothing(postgres, caplog):
    await overlapping(postgres, servers=2, players=8, games=12, moves=15)
    assert caplog.text == "", "no two waited for each other"


@pytest.mark.full
async def test_thousands_of_overlapping_events_lose_and_double_nothing(postgres, caplog):
    await overlapping(postgres, servers=3, players=40, games=60, moves=60)
    assert caplog.text == "", "no two waited for each other"
