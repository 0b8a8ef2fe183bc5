"""What hears of versions and texts in tests."""

from __future__ import annotations

import asyncio

from ..page import PATIENCE


class Ear:
    """Notes the versions or texts it hears."""

    def __init__(self):
        self.heard: list = []
        self._news = asyncio.Event()

    def __call__(self, said=None) -> None:
        self.heard.append(said)
        self._news.set()

    async def until(self, *said) -> None:
        """Return once it has heard all of these."""
        async with asyncio.timeout(PATIENCE):
            while not set(said) <= set(self.heard):
                await self._news.wait()
                self._news.clear()
