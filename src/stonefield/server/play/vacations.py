"""Vacations, as people take them."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.server.bus import Bus
from stonefield.server.domain.people.vacation import Vacation
from stonefield.server.now import now_ms
from stonefield.server.play.introductions import tell_of_account
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, Journal
from stonefield.server.store.journal import Conflict
from stonefield.server.store.vacations import change_vacation

TRIES = 8
"""How often it is decided again because another server uses a day at the same moment."""


@dataclass(frozen=True, slots=True)
class Vacations:
    """What an account itself says about its vacation."""

    archive: Archive
    journal: Journal
    bus: Bus

    async def of(self, account: str) -> Vacation:
        """What an account has used, and until when it is away."""
        return await self.archive.vacation(account) or Vacation()

    async def set(self, account: str, until: int) -> Vacation:
        """Away until a moment, or back; Refusal if there are not so many days left."""
        for _ in range(TRIES):
            known, now = await self.archive.vacation(account), now_ms()
            new = (known or Vacation()).away_until(until, now)
            try:
                await self.journal.write(change_vacation(account, known, new))
            except Conflict:
                continue
            tell_of_account(self.bus, account)
            return new
        raise Refusal("storage_failed", "the vacation is being changed elsewhere; try again")
