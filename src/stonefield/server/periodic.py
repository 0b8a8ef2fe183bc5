"""What the server does again and again, in one task group."""

from __future__ import annotations

import asyncio
import contextlib
import logging
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

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Periodic:
    """Work with a name, done every so many seconds; what fails is tried again the next time."""

    name: str
    seconds: float
    work: Callable[[], Awaitable[object]]
    _wanted: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def soon(self) -> None:
        """Do it now, without waiting for its time."""
        self._wanted.set()

    async def run(self) -> None:
        """Do it until the server ends."""
        while True:
            try:
                await self.work()
            except (Refusal, Conflict, SQLAlchemyError, OSError) as error:
                logger.warning("%s: tried again later: %s", self.name, reason_of(error))
            except Exception:
                logger.exception("%s: a mistake of ours; tried again later", self.name)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.seconds):
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
