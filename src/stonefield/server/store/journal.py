"""The journal: whatever is written waits its turn and is committed together with all that waits.

What writes many rows, such as a chapter of a study, is committed on its own and between the others, so that a
move waits for one such entry at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, exists, insert, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql import ColumnElement

from stonefield.explorer.rows import forget_games
from stonefield.explorer.tables import games as explored
from stonefield.server.background import background
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Event
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import tables
from stonefield.server.store.claim import InUse
from stonefield.server.store.database import DatabaseError, open_database, read_url, reason_of, shown
from stonefield.server.store.rows import Holder, event_row, game_row, holder_row
from stonefield.server.store.writer import writer_for

MOST_AT_ONCE, MOST_ROWS = 500, 2_000
"""Entries that are committed together, and the rows that they may write."""
LARGE = 200
"""From this many rows on an entry is committed on its own."""
ROWS_OF_A_GAME = 50
"""What a game that is dropped may have had."""
LONGEST_REST = 1.0
"""Seconds between two large entries, at most; otherwise as long as the last one took."""
logger = logging.getLogger(__name__)


class Conflict(Exception):
    """Another writer has put something in the same place."""


@dataclass(slots=True)
class JournalEntry:
    """What is to be written, all or nothing."""

    games: Sequence[Agreement] = ()
    """New games."""
    holders: Sequence[Holder] = ()
    events: Sequence[tuple[str, Event]] = ()
    """Each with the id of its game."""
    ended: str | None = None
    """A game that is over from now on."""
    pulse: int | None = None
    """The moment at which the server was alive."""
    dropped: Sequence[str] = ()
    """Games to forget, those aside for which `only` does not hold."""
    only: ColumnElement[bool] = field(default_factory=true)
    sources: Mapping[str, str] = field(default_factory=dict)
    """The records of new games that come from one, by the game's id."""
    also: Sequence[Callable[[Connection], None]] = ()
    """Whatever else belongs to it; Conflict if it does not fit what is there."""
    rows: int = 0
    """About how many rows that writes."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def weight(self) -> int:
        """About how many rows it writes in all."""
        listed = len(self.games) + len(self.holders) + len(self.events)
        return listed + ROWS_OF_A_GAME * len(self.dropped) + self.rows


class Journal:
    """The only writer of a server's database.

    While one commit is under way all new entries gather for the next one, so that the cost of a commit is
    shared by as many moves as come in meanwhile. Large entries take turns with these commits, and with a rest
    as long as each took, so that they have half of the time where others wait, and all others the rest.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._writer = writer_for(engine)
        self._waiting: deque[JournalEntry] = deque()
        self._large: deque[JournalEntry] = deque()
        self._rests_until = 0.0
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    async def claim(self) -> None:
        """See to it that no other server writes into this database; DatabaseError if one does."""
        await self._writer.claim()

    def start(self) -> None:
        self._task = background(self._run(), name="journal")

    async def close(self) -> None:
        """Write what still waits, then stop."""
        self._closing = True
        self._wake.set()
        if self._task is None:
            await self._writer.close()
        else:
            await self._task

    async def write(self, entry: JournalEntry) -> None:
        """Return once the entry is committed. Conflict or Refusal: nothing of it was written."""
        if self._closing:
            raise Refusal("storage_failed", "the server is going down")
        (self._waiting if entry.weight < LARGE else self._large).append(entry)
        self._wake.set()
        # A viewer who leaves takes the future along, not what is being written.
        await entry.done

    async def _run(self) -> None:
        now = asyncio.get_running_loop().time
        while self._waiting or self._large or not self._closing:
            if self._waiting:
                await self._commit(self._next_batch())
            if self._large and (self._closing or now() >= self._rests_until):
                began = now()
                await self._commit([self._large.popleft()])
                self._rests_until = now() + min(now() - began, LONGEST_REST)
            elif not self._waiting and not self._closing:
                await self._something_to_do(self._rests_until - now() if self._large else None)
        await self._writer.close()

    async def _something_to_do(self, seconds: float | None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        self._wake.clear()

    def _next_batch(self) -> list[JournalEntry]:
        batch = [self._waiting.popleft()]
        rows = batch[0].weight
        while self._waiting and len(batch) < MOST_AT_ONCE and rows + self._waiting[0].weight <= MOST_ROWS:
            batch.append(self._waiting.popleft())
            rows += batch[-1].weight
        return batch

    async def _commit(self, batch: list[JournalEntry]) -> None:
        try:
            await self._writer.write(lambda connection: _write(connection, batch))
        except (IntegrityError, Conflict):
            if len(batch) == 1:
                _fail(batch[0], Conflict())
                return
            # One of them does not fit; alone, each of the others will.
            for entry in batch:
                await self._commit([entry])
        except Exception as error:
            # Whatever it is: were it to end the journal, everybody would wait for ever.
            logger.error("nothing could be written: %s", reason_of(error))
            await self._writer.disconnect()
            for entry in batch:
                _fail(entry, Refusal("storage_failed", "the database does not answer; send it again"))
        else:
            for entry in batch:
                if not entry.done.done():
                    entry.done.set_result(None)


@contextlib.asynccontextmanager
async def claimed(address: str) -> AsyncIterator[AsyncEngine]:
    """A database that no server uses meanwhile, with the tables of this version; else DatabaseError."""
    engine = await open_database(address)
    journal = Journal(engine)
    try:
        await journal.claim()
        journal.start()
        yield engine
    except InUse as error:
        raise DatabaseError(f"`{shown(read_url(address))}`: {error}") from None
    finally:
        await journal.close()
        await engine.dispose()


def _fail(entry: JournalEntry, error: Exception) -> None:
    if not entry.done.done():
        entry.done.set_exception(error)
        entry.done.exception()  # whoever waited may be gone


def _write(connection: Connection, batch: list[JournalEntry]) -> None:
    for table, rows in (
        (
            tables.games,
            [game_row(game, entry.sources.get(game.id)) for entry in batch for game in entry.games],
        ),
        (tables.holders, [holder_row(holder) for entry in batch for holder in entry.holders]),
        (tables.events, [event_row(game, event) for entry in batch for game, event in entry.events]),
    ):
        if rows:
            connection.execute(insert(table), rows)
    pulses = [entry.pulse for entry in batch if entry.pulse is not None]
    if pulses:
        there = connection.execute(update(tables.pulse).values(at=max(pulses)))
        if not there.rowcount:
            connection.execute(insert(tables.pulse).values(id=1, at=max(pulses)))
    ended = [entry.ended for entry in batch if entry.ended]
    if ended:
        connection.execute(update(tables.games).where(tables.games.c.id.in_(ended)).values(over=True))
        connection.execute(insert(tables.explorer_waiting), [{"game": game} for game in ended])
    for entry in batch:
        if entry.dropped:
            _drop(connection, entry)
        for work in entry.also:
            work(connection)


def _drop(connection: Connection, entry: JournalEntry) -> None:
    these = tables.games.c.id.in_(entry.dropped)
    # Until they are ours nobody else, another server over the same database included, plays on in them.
    connection.execute(select(tables.games.c.id).where(these).with_for_update())
    connection.execute(delete(tables.games).where(these, entry.only))
    gone = ~exists().where(tables.games.c.id == explored.c.ref)
    query = select(explored.c.id).where(explored.c.ref.in_(entry.dropped), gone)
    if found := list(connection.execute(query).scalars()):
        forget_games(connection, found)
