"""The viewers of a game or study: they hear of each other, and what one has begun is finished for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from stonefield.server.bus import Bus
from stonefield.server.now import now_ms
from stonefield.server.play.elsewhere import Elsewhere, Here
from stonefield.server.protocol.problems import Refusal
from stonefield.server.weakly import weakly

logger = logging.getLogger(__name__)
T = TypeVar("T")
PRESENCE_DELAY, PRESENCE_RATE = 0.1, 2_000
AT_ONCE = 100
"""Games or studies of which other processes are told in one go."""


class Present(Protocol):
    """A viewer."""

    def presence_changed(self) -> None:
        """A viewer came or went."""


V = TypeVar("V", bound=Present)


class Subscribers(ABC, Generic[V]):
    """The viewers of a game or a study while it is in memory."""

    def __init__(self, bus: Bus, topic: str) -> None:
        self.elsewhere = Elsewhere(bus, topic, weakly(self._here), weakly(self._heard_elsewhere))
        self.viewers: set[V] = set()
        self.used = now_ms()
        self.users = 0
        """Requests and sockets that have found it and are not done with it: for them it stays in memory."""
        self._presence: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    @abstractmethod
    def _here(self) -> Here:
        """Who looks at it in this process, as others are told."""

    def _heard_elsewhere(self, before: Here, here: Here) -> None:
        """Another process tells who looks at it there, and had told before."""
        self._tell_presence()

    @contextlib.contextmanager
    def pinned(self) -> Iterator[None]:
        """While a caller works with it, no other one is made for the same game or study."""
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1
            self.used = now_ms()

    def _tell_presence(self) -> None:
        """Soon, not at once: where thousands come and go, all hear of it about once per second."""
        if self._presence is None:
            delay = PRESENCE_DELAY + len(self.viewers) / PRESENCE_RATE
            self._presence = asyncio.get_running_loop().call_later(delay, self._presence_is_due)

    def _presence_is_due(self) -> None:
        self._presence = None
        for viewer in self.viewers:
            viewer.presence_changed()
        self.elsewhere.tell()

    async def _finish(self, work: Awaitable[T]) -> T:
        """A viewer who leaves meanwhile does not stop what has begun."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_ended_for_no_one)
            raise

    def shed(self) -> None:
        """Hold nothing that can be worked out again; as a rule it holds nothing of the kind."""

    def close(self) -> None:
        """Stop what happens by itself."""
        if self._presence is not None:
            self._presence.cancel()
        self.elsewhere.close()


def _ended_for_no_one(task: asyncio.Future[Any]) -> None:
    """What a viewer who has left had begun is done: a refusal is news for them alone."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, Refusal):
        logger.error("what a viewer who left had begun has failed", exc_info=error)


async def tell_others(residents: Iterable[Subscribers[Any]]) -> None:
    """Tell other processes who looks at each game or study here."""
    for number, one in enumerate(residents):
        one.elsewhere.tell(again=True)
        if number % AT_ONCE == AT_ONCE - 1:
            await asyncio.sleep(0)
