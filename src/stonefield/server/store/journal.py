"""The journal: whatever is written waits its turn and is committed together with all that waits.

What writes many rows, such as a chapter of a study, is committed on its own and between the others, so that a
move waits for one such entry at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from stonefield.server.background import background
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.database import DatabaseError, open_database, read_url, reason_of, shown
from stonefield.server.store.in_use import InUse
from stonefield.server.store.writer import writer_for
from stonefield.server.tokens import new_game_id

MOST_AT_ONCE, MOST_ROWS = 500, 2_000
"""Entries that are committed together, and the rows that they may write."""
LARGE = 200
"""From this many rows on an entry is committed on its own."""
LONGEST_REST = 1.0
"""Seconds between two large entries, at most; otherwise as long as the last one took."""
TRIES = 4
"""How often a batch is written that the database breaks off because two servers wait for each other."""
_BROKEN_OFF = ("40001", "40P01")
"""PostgreSQL's states for that: serialization failure, deadlock detected."""
logger = logging.getLogger(__name__)
T = TypeVar("T")


class Conflict(Exception):
    """Another writer has put something in the same place."""


class Shared(ABC):
    """Work of a kind that is done in a few statements for all entries of a commit."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def write_all(cls, connection: Connection, several: Sequence[Self]) -> Collection[int]:
        """Write what fits; the places in ``several`` of what does not, of which nothing is written.

        IntegrityError or Conflict where it is not known which of them do not fit.
        """

    @classmethod
    def is_one_statement(cls, several: Sequence[Self]) -> bool:
        """Whether `write_all` sends PostgreSQL one statement only."""
        return False

    def __call__(self, connection: Connection) -> None:
        if self.write_all(connection, [self]):
            raise Conflict


@dataclass(slots=True)
class _Entry(Generic[T]):
    """Some work that waits to be committed."""

    work: Callable[[Connection], T]
    rows: int
    done: asyncio.Future[T]
    answer: T | None = None
    fits: bool = True


class Journal:
    """All that one server writes into its database goes through this.

    While one commit is under way all new entries gather for the next one, so that the cost of a commit is
    shared by as many moves as come in meanwhile. Large entries take turns with these commits, and with a rest
    as long as each took, so that they have half of the time where others wait, and all others the rest.
    """

    def __init__(self, engine: AsyncEngine, at_once: int = MOST_AT_ONCE) -> None:
        """``at_once`` entries are committed together at most."""
        self.process = new_game_id()
        """By what this server is known to the others that use the database."""
        self._writer, self._at_once = writer_for(engine, self.process), at_once
        self._waiting: deque[_Entry[Any]] = deque()
        self._large: deque[_Entry[Any]] = deque()
        self._rests_until = -math.inf
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    async def claim(self, *, alone: bool = False) -> None:
        """Use the database, with other servers or ``alone``; DatabaseError if that cannot be."""
        await self._writer.claim(alone=alone)

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

    async def write(self, work: Callable[[Connection], T], *, rows: int = 1, first: bool = False) -> T:
        """What the work answers, once it is committed. Conflict or Refusal: nothing of it was written.

        It writes about so many rows, ``first`` if it must not be late. Should another entry not fit into the
        same commit, it is done once more.
        """
        if self._closing:
            raise Refusal("storage_failed", "the server is going down")
        entry: _Entry[T] = _Entry(work, rows, asyncio.get_running_loop().create_future())
        waiting = self._waiting if rows < LARGE else self._large
        waiting.insert(0 if first else len(waiting), entry)
        self._wake.set()
        # A viewer who leaves takes the future along, not what is being written.
        return await entry.done

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

    def _next_batch(self) -> list[_Entry[Any]]:
        batch = [self._waiting.popleft()]
        rows = batch[0].rows
        while self._waiting and len(batch) < self._at_once and rows + self._waiting[0].rows <= MOST_ROWS:
            batch.append(self._waiting.popleft())
            rows += batch[-1].rows
        return batch

    async def _commit(self, batch: list[_Entry[Any]]) -> None:
        try:
            await self._write(batch)
        except Exception as error:
            # Whatever it is: were it to end the journal, everybody would wait for ever.
            logger.error("nothing could be written: %s", reason_of(error))
            await self._writer.disconnect()
            for entry in batch:
                _fail(entry, Refusal("storage_failed", "the database does not answer; send it again"))
            return
        for entry in batch:
            if not entry.fits:
                _fail(entry, Conflict())
            elif not entry.done.done():
                entry.done.set_result(entry.answer)

    async def _write(self, batch: list[_Entry[Any]]) -> None:
        """Commit those of a batch that fit what is in the database."""
        apart = False
        for attempt in itertools.count(1):
            try:
                work = partial(_write, batch=batch, apart=apart)
                await self._writer.write(work, is_one_statement=not apart and _is_one_statement(batch))
                return
            except (IntegrityError, Conflict):
                if len(batch) == 1:
                    batch[0].fits = False
                    return
                if apart:
                    raise
                # One of them does not fit, and it is not known which: each is written by itself.
                apart = True
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in _BROKEN_OFF or attempt >= TRIES:
                    raise
                logger.warning("it is written again: %s", reason_of(error))


@contextlib.asynccontextmanager
async def claimed(address: str, *, alone: bool) -> AsyncIterator[AsyncEngine]:
    """A database with the tables of this version, ``alone`` if no server may use it; else DatabaseError."""
    engine = await open_database(address)
    journal = Journal(engine)
    try:
        await journal.claim(alone=alone)
        journal.start()
        yield engine
    except InUse as error:
        raise DatabaseError(f"`{shown(read_url(address))}`: {error}") from None
    finally:
        await journal.close()
        await engine.dispose()


def _fail(entry: _Entry[Any], error: Exception) -> None:
    if not entry.done.done():
        entry.done.set_exception(error)
        entry.done.exception()  # the asker may be gone


def _is_one_statement(batch: list[_Entry[Any]]) -> bool:
    works = [entry.work for entry in batch if isinstance(entry.work, Shared)]
    kinds = {type(work) for work in works}
    return len(works) == len(batch) and len(kinds) == 1 and kinds.pop().is_one_statement(works)


def _write(connection: Connection, batch: list[_Entry[Any]], *, apart: bool) -> None:
    """Shared work goes first: a decision at the last moment keeps a game that is about to be dropped.

    What does not fit harms no other entry. ``apart``: nothing is shared, each entry is written by itself.
    """
    shared: dict[type[Shared], list[tuple[_Entry[Any], Shared]]] = {}
    alone = []
    for entry in sorted(batch, key=lambda entry: not isinstance(entry.work, Shared)):
        entry.fits = True
        if isinstance(entry.work, Shared) and not apart:
            shared.setdefault(type(entry.work), []).append((entry, entry.work))
        else:
            alone.append(entry)
    for kind, entries in shared.items():
        for place in kind.write_all(connection, [work for _, work in entries]):
            entries[place][0].fits = False
    for entry in alone:
        if len(batch) == 1:
            entry.answer = entry.work(connection)
            continue
        try:
            with _savepoint(connection):
                entry.answer = entry.work(connection)
        except (IntegrityError, Conflict):
            entry.fits = False


@contextlib.contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    """Take back what fails in here. Always by one name: PostgreSQL's driver remembers its statements."""
    connection.exec_driver_sql("SAVEPOINT entry")
    try:
        yield
    except (IntegrityError, Conflict):
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT entry")
        connection.exec_driver_sql("RELEASE SAVEPOINT entry")
        raise
    connection.exec_driver_sql("RELEASE SAVEPOINT entry")
