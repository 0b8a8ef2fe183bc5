"""A database behind a network: real SQL over SQLite, one message to it and one back for each statement.

A session reads what is committed, and takes the one lock for writing with its first statement that writes.
When the database goes down all sessions break: what had been committed stays, though its answer is lost.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import sqlalchemy
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.util.concurrency import await_only

from simulation.driver import LOCKING, Connection, ReadEngine, compile_once, plain_connection
from simulation.engines import JOB_LOG
from simulation.loop import Loop, Process
from simulation.virtual import BEGAN
from stonefield.server.store import journal, pulses, tables
from stonefield.server.store import writer as writing
from stonefield.server.store.writer import Writer, _NetworkWriter, _ThreadWriter

IN_MEMORY = Path("/dev/shm")
CHANGED = ""
"""What is done to the tables before a simulation begins."""
IDLE_SECONDS = 2.0
"""A session that holds the lock, and of which nothing is heard for so long, is ended."""


@cache
def template() -> bytes:
    """A database with all tables and nothing in them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        engine = sqlalchemy.create_engine(f"sqlite:///{file}")
        tables.metadata.create_all(engine)
        engine.dispose()
        raw = sqlite3.connect(file)
        raw.execute("PRAGMA journal_mode=WAL")
        raw.executescript(JOB_LOG)
        raw.close()
        return file.read_bytes()


class Lock:
    """Says that a server uses the database, as long as it is there."""

    def __init__(self, held: dict[Lock, tuple[str, Process]], name: str, process: Process) -> None:
        self._held = held
        held[self] = name, process

    def close(self) -> None:
        self._held.pop(self, None)


class Session:
    """A connection to the database, as the database sees it."""

    def __init__(self, database: Database, process: Process) -> None:
        self.database, self.process = database, process
        self.is_broken = self.is_writing = False
        self.locks: list[Lock] = []
        self.raw: sqlite3.Connection | None = None
        self.heard = 0.0

    def execute(self, statement: str, parameters: Any, *, many: bool) -> tuple[Any, ...]:
        """The rows, their description, how many were changed, and the number of the last one."""
        raw = self.raw if self.is_writing else self.database.reader
        assert raw is not None
        cursor = (raw.executemany if many else raw.execute)(statement, parameters)
        rows = cursor.fetchall() if cursor.description else []
        return rows, cursor.description, cursor.rowcount, cursor.lastrowid

    def begin(self) -> None:
        if self.raw is None:
            self.raw = self.database.open_file()
        self.raw.execute("BEGIN IMMEDIATE")
        self.is_writing = True

    def end(self, how: str) -> None:
        """Commit or roll back what has been written."""
        if self.is_writing:
            assert self.raw is not None
            self.raw.execute(how)
            self.is_writing = False
            self.database.release(self)
            if how == "COMMIT":
                self.process.has_committed()

    def break_off(self) -> None:
        """The connection is lost; so is what it has not committed."""
        self.is_broken = True
        self.end("ROLLBACK")
        for lock in self.locks:
            lock.close()


class FileWriter(_ThreadWriter):
    """Writes into the file from a thread of its own process."""

    def __init__(self, database: Database, engine: AsyncEngine, process: str) -> None:
        super().__init__(engine, process)
        self._database = database

    def _write(self, work: Callable[[sqlalchemy.Connection], None]) -> None:
        if self._database.is_down:
            raise OperationalError("BEGIN", None, Exception("disk I/O error"))
        super()._write(work)
        self._database.loop.current.has_committed()


class Database:
    """The database of a simulated service."""

    def __init__(self, loop: Loop, note: Callable[[str], None], late: Callable[[float], None]) -> None:
        """``late`` hears of each message that takes long by chance, and how many seconds."""
        self.loop, self._note, self._late = loop, note, late
        folder = str(IN_MEMORY) if IN_MEMORY.is_dir() else None
        self._folder = Path(tempfile.mkdtemp(prefix="stonefield-simulation-", dir=folder))
        self.file = self._folder / "games.db"
        self.file.write_bytes(template())
        self._raws: list[sqlite3.Connection] = []
        self.reader = self.open_file()
        """Reaches the file without a message."""
        self.reader.executescript(CHANGED)
        self.plain = plain_connection(self.reader)
        """The same, for statements of SQLAlchemy."""
        self.is_threaded = loop.chance.random() < 0.3
        """Whether processes write as into a file on their own machine, else over a network."""
        self.is_down = self.is_slow = False
        self._writers: list[FileWriter] = []
        self._locks: dict[Lock, tuple[str, Process]] = {}
        self._sessions: list[Session] = []
        self._holder: Session | None = None
        self._waiting: deque[tuple[Session, Callable[[], None]]] = deque()

    def open_file(self) -> sqlite3.Connection:
        raw = sqlite3.connect(self.file, isolation_level=None)
        raw.execute("PRAGMA synchronous=OFF")
        raw.execute("PRAGMA foreign_keys=ON")
        self._tell_time(raw)
        self._raws.append(raw)
        return raw

    def engine(self) -> AsyncEngine:
        """An engine for one process; what it sends takes its way through the loop."""
        engine = create_async_engine(f"sqlite+simulated:///{self.file}", creator=self._connect)
        compile_once(engine.sync_engine)
        return engine

    def readings(self) -> ReadEngine:
        """What one process reads with."""
        return ReadEngine(self)

    def _tell_time(self, raw: sqlite3.Connection, _: object = None) -> None:
        """Let the database have the time of the loop."""
        raw.create_function("julianday", 1, lambda _: (BEGAN + self.loop.now) / 86_400 + 2_440_587.5)

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Within this, journals write into this database, and servers know by it who uses it."""
        with contextlib.ExitStack() as stack:
            for module, name, own in (
                (journal, "writer_for", self._writer_for),
                (writing, "lock_session", self._lock_session),
                (writing, "lock_file", self._lock_file),
                (pulses, "gone_among", self._gone_among),
                (pulses, "_lock_all", lambda connection: connection.exec_driver_sql(f"SELECT 1 {LOCKING}")),
            ):
                stack.enter_context(patch.object(module, name, own))
            yield

    async def _lock_session(self, connection: AsyncConnection, process: str, *, alone: bool) -> None:
        raw = await connection.get_raw_connection()
        session: Session = raw.dbapi_connection.session
        session.locks.append(self._lock_file("", process, alone=alone))

    def _lock_file(self, database: str, process: str | None = None, *, alone: bool) -> Lock:
        return Lock(self._locks, process or "", self.loop.current)

    def _gone_among(self, connection: object, processes: Sequence[str]) -> set[str]:
        there = {name for name, _ in self._locks.values()}
        return {process for process in processes if process not in there}

    def _writer_for(self, engine: AsyncEngine, process: str) -> Writer:
        if not self.is_threaded:
            return _NetworkWriter(engine, process)
        writer = FileWriter(self, engine, process)
        compile_once(writer._engine)
        event.listen(writer._engine, "connect", self._tell_time)
        self._writers.append(writer)
        return writer

    def _connect(self) -> Connection:
        return Connection(await_only(self.open()))

    async def open(self) -> Session:
        """A new session of the process that runs."""
        session = Session(self, self.loop.current)
        await self.ask(session, lambda: None)
        self._sessions.append(session)
        return session

    # Messages

    def latency(self) -> float:
        """How long a message takes."""
        chance = self.loop.chance
        kind = chance.random()
        if self.is_slow or kind < 0.005:
            seconds = chance.uniform(0.05, 0.6)
            self._late(seconds)
            return seconds
        return chance.expovariate(1 / 0.0004)

    async def ask(self, session: Session, work: Callable[[], Any], *, writes: bool = False) -> Any:
        """What some work in the database answers."""
        answer = self.loop.create_future()
        outside, process = self.loop.outside, self.loop.current

        def arrive() -> None:
            session.heard = self.loop.now
            if writes and not session.is_writing and not session.is_broken and not self.is_down:
                self._lock(session, carry_out)
            else:
                carry_out()

        def carry_out() -> None:
            if session.is_broken or self.is_down:
                reply(None, sqlite3.OperationalError("connection closed"))
                return
            try:
                if writes and not session.is_writing:
                    session.begin()
                reply(work(), None)
            except sqlite3.Error as error:
                reply(None, error)

        def reply(found: Any, error: Exception | None) -> None:
            self.loop.after(self.latency(), process, settle, found, error)

        def settle(found: Any, error: Exception | None) -> None:
            if answer.done():
                return
            if error is None and session.is_broken:
                error = sqlite3.OperationalError("connection closed")
            if error is None:
                answer.set_result(found)
            else:
                answer.set_exception(error)

        self.loop.after(self.latency(), outside, arrive)
        return await answer

    # Writing one after the other

    def _lock(self, session: Session, go_on: Callable[[], None]) -> None:
        if self._holder is None:
            self._holder = session
            go_on()
            if not session.is_writing:
                # It has been broken off meanwhile.
                self.release(session)
        else:
            self._waiting.append((session, go_on))
            self.loop.after(IDLE_SECONDS, self.loop.outside, self._look_at_holder)

    def _look_at_holder(self) -> None:
        holder = self._holder
        if holder is not None and self.loop.now - holder.heard >= IDLE_SECONDS:
            self._note(f"database: the session of {holder.process} is ended, it was idle in a transaction")
            holder.break_off()

    def release(self, session: Session) -> None:
        assert self._holder is session
        self._holder = None
        while self._waiting and self._holder is None:
            self._lock(*self._waiting.popleft())

    # What happens to it

    def go_down(self) -> None:
        """Break all sessions, and answer no more."""
        self.is_down = True
        for session in self._sessions:
            session.break_off()
        self._sessions.clear()

    def forget(self, process: Process) -> None:
        """The connections of a process that has ended."""
        for session in [one for one in self._sessions if one.process is process]:
            session.break_off()
            self._sessions.remove(session)
        for lock, (_, holder) in list(self._locks.items()):
            if holder is process:
                lock.close()

    def rows(self, query: str) -> list[Any]:
        """What is committed, for those who look at a simulation from outside."""
        return self.reader.execute(query).fetchall()

    def close(self) -> None:
        self.plain.close()
        for writer in self._writers:
            if writer._connection is not None:
                writer._connection.close()
            writer._engine.dispose()
        for raw in self._raws:
            raw.close()
        shutil.rmtree(self._folder)
