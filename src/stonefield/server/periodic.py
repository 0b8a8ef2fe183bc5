"""What the server does again and again, in one task group."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.database import reason_of
from stonefield.server.store.deadlines import hold_lease
from stonefield.server.store.journal import Conflict, Journal
from stonefield.server.tokens import new_game_id

AGAIN_SECONDS = 1.0
"""After how long it is tried again at the latest while the database does not answer."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Periodic:
    """Work with a name, done every so many seconds; soon again where the database does not answer."""

    name: str
    seconds: float | Callable[[], float]
    """From one time to the next; asked after each, where it changes."""
    work: Callable[[], Awaitable[object]]
    _wanted: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def soon(self) -> None:
        """Do it now, without waiting for its time."""
        self._wanted.set()

    async def run(self) -> None:
        """Do it until the server ends."""
        failing = False
        while True:
            most = math.inf
            try:
                await self.work()
                failing = False
            except (Refusal, Conflict, SQLAlchemyError, OSError) as error:
                if not failing:
                    logger.warning("%s: tried again until it works: %s", self.name, reason_of(error))
                failing, most = True, AGAIN_SECONDS
            except Exception:
                logger.exception("%s: a mistake of ours; tried again later", self.name)
            seconds = min(most, self.seconds() if callable(self.seconds) else self.seconds)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._wanted.wait()
            self._wanted.clear()


def leased(journal: Journal, name: str, seconds: float, work: Callable[[], Awaitable[object]]) -> Periodic:
    """Work that only one of several servers over a database does each time: the one that holds its lease."""
    lease = partial(hold_lease, name=name, holder=new_game_id(), ms=round(1000 * seconds))

    async def work_if_held() -> None:
        if await journal.write(partial(lease, now=now_ms())):
            await work()

    return Periodic(name, seconds, work_if_held)


async def run_all(periodic: Sequence[Periodic]) -> None:
    """Everything side by side."""
    async with asyncio.TaskGroup() as group:
        for one in periodic:
            group.create_task(one.run(), name=one.name)
