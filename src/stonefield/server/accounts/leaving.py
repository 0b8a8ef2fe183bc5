"""Deleting an account: its studies, practice and imported records go, and what it has proposed to others; the
games that it has played stay without its name."""

from __future__ import annotations

from collections.abc import Callable

from stonefield.server.accounts.sessions import Sessions
from stonefield.server.bus import Bus
from stonefield.server.lobby.lobby import TOPIC
from stonefield.server.now import now_ms
from stonefield.server.play.introductions import Introductions
from stonefield.server.store.belongings import BelongingStore

GONE = 2**40
"""A version that nothing has: a server that holds a game or a study looks, and finds that it is gone."""


class Leaving:
    """Deletes accounts."""

    def __init__(
        self,
        store: BelongingStore,
        bus: Bus,
        sessions: Sessions,
        introductions: Introductions,
        forget: Callable[[str], None] = lambda id: None,
    ) -> None:
        """``forget`` is told which games and studies are no more."""
        self._store, self._bus, self._forget = store, bus, forget
        self._sessions, self._introductions = sessions, introductions

    async def delete(self, account: str) -> None:
        """Leave nothing of an account but the decisions that it has made in games."""
        games = [*await self._store.imports(account), *await self._store.waiting(account)]
        studies = await self._store.studies(account)
        await self._store.drop_documents(account, games, studies)
        for topic in (*(f"game/{game}" for game in games), *(f"study/{study}" for study in studies)):
            self._bus.publish(topic, GONE)
        for id in (*games, *studies):
            self._forget(id)
        await self._store.forget_names(account)
        await self._store.drop(account)
        self._bus.publish(TOPIC, now_ms())
        self._sessions.forget(account)
        self._introductions.of_account(account)
