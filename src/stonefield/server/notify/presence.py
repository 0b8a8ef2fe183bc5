"""Who is here: people who are present see for themselves, and nothing is sent to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stonefield.server.domain.people.account import SECOND
from stonefield.server.domain.people.message import HERE
from stonefield.server.store.channels import ChannelStore
from stonefield.server.store.outbox import away, came_back, waiting_for


class Presence:
    """The accounts that have asked this server for something lately, or have a page connected to it.

    Every server clears what waits for the people who are with it, long before it is due.
    """

    def __init__(self, store: ChannelStore, is_connected: Callable[[str], bool]) -> None:
        self._store, self._is_connected = store, is_connected
        self._seen: dict[str, float] = {}
        """When each was last heard, by the event loop's clock."""
        self._came: set[str] = set()

    def saw(self, account: str) -> None:
        """An account asks for something."""
        now = asyncio.get_running_loop().time()
        before = self._seen.get(account)
        if before is None or now - before > HERE / SECOND:
            self._came.add(account)
        self._seen[account] = now

    def is_here(self, account: str) -> bool:
        """Whether a person is present, as far as this server knows."""
        seen = self._seen.get(account)
        lately = seen is not None and asyncio.get_running_loop().time() - seen <= HERE / SECOND
        return lately or self._is_connected(account)

    async def look(self) -> None:
        """Take back what waits for those who are here, and let them be told again when they have gone."""
        came = self._came
        self._came = set()
        waiting = await self._store.read(waiting_for)
        here = {*came, *filter(self.is_here, waiting)}
        self._seen = {account: at for account, at in self._seen.items() if self.is_here(account)}
        if not here:
            return
        theirs = await self._store.read(lambda connection: away(connection, here))
        if theirs:
            await self._store.write(lambda connection: came_back(connection, theirs))
