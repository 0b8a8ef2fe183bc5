"""A copy of something stored: it hears of newer versions, and catches up with them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.protocol.problems import Refusal

logger = logging.getLogger(__name__)


class Follower:
    """Catches up once at a time, until no newer version is known."""

    def __init__(
        self,
        bus: Bus,
        topic: str,
        version: Callable[[], int],
        catch_up: Callable[[], Awaitable[None]],
        gone: Callable[[], None],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """``version`` is that of the copy, ``gone`` is called where there is nothing left to follow.

        ``is_wanted`` is asked before the copy catches up: no one may need it.
        """
        self._bus, self._topic = bus, topic
        self._version, self._catch_up, self._gone, self._is_wanted = version, catch_up, gone, is_wanted
        self._newest = 0
        self._following: asyncio.Task[None] | None = None
        self._unsubscribe = bus.subscribe(topic, self.hear)

    @property
    def busy(self) -> bool:
        """Whether it catches up."""
        return self._following is not None

    def publish(self, version: int) -> None:
        """Let the others know of a version that this copy has made."""
        self._bus.publish(self._topic, version)

    def hear(self, version: int) -> None:
        """There is this version."""
        self._newest = max(self._newest, version)
        if version > self._version() and self._following is None and self._is_wanted():
            self._following = background(self._follow(), name="follow")

    async def _follow(self) -> None:
        try:
            before = -1
            while before < self._version() < self._newest:
                before = self._version()
                await self._catch_up()
        except Refusal as refusal:
            if refusal.code in ("no_such_game", "no_such_study"):
                self._gone()
            else:
                logger.warning("%s: newer versions are looked for again: %s", self._topic, refusal)
        finally:
            self._following = None

    def close(self) -> None:
        """Hear of nothing any more."""
        self._unsubscribe()
        if self._following is not None:
            self._following.cancel()
