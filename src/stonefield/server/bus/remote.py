"""A bus between processes: what is said here is heard at once, and goes to all others over a line."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

from stonefield.server.background import background
from stonefield.server.bus.local import LocalBus
from stonefield.server.bus.wire import Outbox, unpack
from stonefield.server.tokens import new_game_id

PULSE_SECONDS, PATIENCE_SECONDS = 0.5, 1.5
"""How often the line is tried at least, and how long a process may wait to hear itself: together two seconds
from the moment a line dies until that is noticed."""
RETRY_SECONDS, CONNECTING_SECONDS, LAST_SECONDS = 0.25, 2.0, 1.0
"""Pause before a line is opened again; how long opening it, and the last words over it, may take."""
MOST_WAITING = 20_000
"""Versions, and texts, that wait for the line."""
NOT_HEARD = "what is sent is not heard (is a connection pooler in between?)"
logger = logging.getLogger(__name__)


class LineLost(ConnectionError):
    """The line to the other processes does not work; the text says why."""


class Line(Protocol):
    """An open connection over which every process hears what each of them sends, itself too."""

    async def send(self, payloads: Sequence[str]) -> None:
        """Send payloads in their order; LineLost if that does not work."""

    async def close(self) -> None:
        """Leave it; never fails."""


class Opening(Protocol):
    """Opens lines of one kind."""

    async def __call__(self, hear: Callable[[str], None], lost: Callable[[str], None]) -> Line:
        """Open a line; LineLost if it cannot be. ``hear`` gets every payload, ``lost`` why the line ended."""


class RemoteBus(LocalBus):
    """Tells hearers in this process, and the processes at the other ends of a line.

    What is published is gathered for a moment and sent in one go. A line that died is opened again, and then
    everyone here looks at what they hold. Within this process all works without a line, too.
    """

    def __init__(self, name: str, opening: Opening, gather: float) -> None:
        """``name`` is for the log, ``gather`` how many seconds messages wait for others."""
        super().__init__()
        self._name, self._opening, self._gather = name, opening, gather
        self._me = new_game_id()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._lock = threading.Lock()
        self._outbox = Outbox(MOST_WAITING)
        self._news, self._tried, self._echo = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._connected = self._ending = False
        self._lost = ""
        """Why the line has ended, if it has said so itself."""
        self._unheard: float | None = None
        """Since when this process has not heard itself, though it has sent something."""

    @property
    def connected(self) -> bool:
        """Whether there is a line."""
        return self._connected

    def publish(self, topic: str, version: int) -> None:
        """Tell everyone who has subscribed, here and elsewhere."""
        super().publish(topic, version)
        with self._lock:
            self._outbox.publish(topic, version)
        self._wake()

    def say(self, topic: str, text: str) -> None:
        """Tell everyone who listens, here and elsewhere."""
        super().say(topic, text)
        with self._lock:
            # Who hears it later takes it for new.
            if self._connected:
                self._outbox.say(topic, text)
        self._wake()

    def _wake(self) -> None:
        if threading.get_ident() == self._thread:
            self._news.set()
        elif self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    # The line

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[RemoteBus]:
        """Keep a line open within this; where the first try fails, go on without one until it is there."""
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        task = background(self._run(), name="bus")
        try:
            await self._tried.wait()
            yield self
        finally:
            self._ending = True
            self._news.set()
            await asyncio.wait([task], timeout=LAST_SECONDS)
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        told = False
        while not self._ending:
            try:
                async with self._line() as line:
                    if told:
                        logger.warning("%s: connected again", self._name)
                    told = False
                    await self._talk(line)
            except LineLost as error:
                if not told:
                    logger.warning("%s: %s; until it is back, servers ask the database", self._name, error)
                told = True
            except Exception:
                if not told:
                    logger.exception("%s: a mistake of ours; it is opened again", self._name)
                told = True
            finally:
                self._connected = False
                self._tried.set()
            if not self._ending:
                await asyncio.sleep(RETRY_SECONDS)

    @contextlib.asynccontextmanager
    async def _line(self) -> AsyncIterator[Line]:
        """A line over which this process has heard itself."""
        self._lost, self._unheard = "", None
        self._echo.clear()
        async with contextlib.AsyncExitStack() as stack:
            problem = "not reached"
            try:
                async with asyncio.timeout(CONNECTING_SECONDS):
                    line = await self._opening(self._hear, self._end)
                    stack.push_async_callback(line.close)
                    problem = NOT_HEARD
                    await line.send([self._me])
                    await self._echo.wait()
            except TimeoutError:
                raise LineLost(f"{problem} within {CONNECTING_SECONDS:g} s") from None
            yield line

    async def _talk(self, line: Line) -> None:
        """Send what there is, and try the line when there is nothing."""
        with self._lock:
            self._outbox.forget_texts()
            self._connected = True
        self._tried.set()
        # What others have said meanwhile was not heard.
        self._gaps.tell("", None)
        while not self._ending:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PULSE_SECONDS):
                    await self._news.wait()
                    if not self._ending and not self._lost:
                        await asyncio.sleep(self._gather)
            await self._send(line)

    async def _send(self, line: Line) -> None:
        now = asyncio.get_running_loop().time()
        if self._lost:
            raise LineLost(self._lost)
        if self._unheard is not None and now - self._unheard > PATIENCE_SECONDS:
            raise LineLost(f"{NOT_HEARD} within {PATIENCE_SECONDS:g} s")
        self._news.clear()
        with self._lock:
            payloads = self._outbox.take(self._me)
        if self._unheard is None:
            self._unheard = now
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await line.send(payloads)
        except (LineLost, TimeoutError) as error:
            with self._lock:
                self._outbox.take_back()
            raise LineLost(str(error) or f"nothing could be sent for {PATIENCE_SECONDS:g} s") from None

    def _end(self, reason: str) -> None:
        """The line has ended."""
        self._lost = reason
        self._news.set()

    def _hear(self, payload: str) -> None:
        """A payload has come over the line."""
        try:
            sender, messages = unpack(payload)
        except ValueError:
            # Another program uses the same channel.
            return
        if sender == self._me:
            self._unheard = None
            self._echo.set()
            return
        for topic, said in messages:
            if isinstance(said, int):
                self._versions.tell(topic, said)
            else:
                self._texts.tell(topic, said)
