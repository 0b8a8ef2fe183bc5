"""Who may be paired with whom, and play rated games."""

from __future__ import annotations

from stonefield.server.now import now_ms
from stonefield.server.play.chat import day_of_end
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.manners import MannersStore

NOT_AVAILABLE = "this person is not available"


class PairingRules:
    """What blocks, wishes of people and moderators forbid."""

    def __init__(self, store: MannersStore) -> None:
        self._store = store

    async def check_ban(self, account: str | None) -> None:
        """Refusal if a moderator keeps an account from pairing and rated games."""
        ban = None if account is None else await self._store.ban(account, now_ms())
        if ban is not None:
            until = day_of_end(ban.until)
            raise Refusal(
                "banned", f"a moderator keeps you from pairing and rated games until {until}: {ban.why}"
            )

    async def hidden(self, account: str | None) -> frozenset[str]:
        """Accounts that this one is never paired with."""
        return await self._store.hidden(account)

    async def blocked(self, account: str | None) -> frozenset[str]:
        """Accounts that this one has blocked, or that have blocked it."""
        return await self._store.hidden(account, blocked=True)

    async def check_pair(self, account: str | None, other: str | None) -> None:
        """Refusal if two accounts are never paired."""
        if other is not None and other in await self.hidden(account):
            raise Refusal("not_available", NOT_AVAILABLE)

    async def check_contact(self, account: str | None, other: str | None) -> None:
        """Refusal if one of two accounts has blocked the other."""
        if other is not None and other in await self.blocked(account):
            raise Refusal("not_available", NOT_AVAILABLE)
