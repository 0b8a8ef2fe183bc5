"""Links in messages: from the public address, with tokens that are stored as hashes or not at all."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from urllib.parse import urlsplit

from stonefield.server.domain.people.account import Account
from stonefield.server.domain.people.message import CONFIRM_LASTS, RECOVER_LASTS, Told
from stonefield.server.now import now_ms
from stonefield.server.store.channels import ChannelStore
from stonefield.server.store.outbox import Batch
from stonefield.server.store.sessions import SessionStore
from stonefield.server.tokens import GAME_ID_LENGTH, derived_token, hash_token, new_token

TICKETS = {"confirm": "mail-confirm", "recover": "mail-recover"}
"""What the tickets of these messages are good for."""
CHAT = "chat:"
"""Begins the detail of a ticket that confirms a channel instead of the mail address."""


@dataclass(frozen=True, slots=True)
class Links:
    """Makes links, and finds out whose they are."""

    base: str
    """The public address."""
    channels: ChannelStore
    sessions: SessionStore

    @property
    def host(self) -> str:
        """What the site is called."""
        return urlsplit(self.base).hostname or ""

    def page(self, path: str) -> str:
        """A page of ours."""
        return f"{self.base}{path}"

    async def _key(self) -> str:
        return await self.channels.key("links", new_token)

    async def for_one_use(self, batch: Batch, account: Account, told: Told) -> str | None:
        """A link that confirms an address or lets its owner in; each try of a letter has its own."""
        now = now_ms()
        lasts = CONFIRM_LASTS if told.kind == "confirm" else RECOVER_LASTS
        if told.kind == "confirm" and batch.channel is not None:
            detail = CHAT + batch.channel.id
        else:
            detail = account.mail or ""
            if not detail or (told.kind == "recover" and not account.mail_confirmed):
                return None
            if told.kind == "confirm" and told.detail != detail:
                return None  # for an address that the account has given up since
        token = derived_token(await self._key(), f"{told.kind} {batch.name} {batch.attempt}")
        await self.sessions.put_ticket(
            hash_token(token), TICKETS[told.kind], told.at + lasts, account=account.id, detail=detail
        )
        return self.page(f"/account#{told.kind}={token}") if told.at + lasts > now else None

    # Unsubscribing

    async def unsubscribe(self, channel: str) -> tuple[str, str]:
        """The page that ends the mails of a channel, and where a mail program ends them by itself."""
        token = channel + derived_token(await self._key(), f"unsubscribe {channel}")
        page, one_click = f"/account#unsubscribe={token}", f"/api/notifications/unsubscribe/{token}"
        return self.page(page), self.page(one_click)

    async def end(self, token: str) -> None:
        """End the mails that a token is for; nothing happens if it is for none."""
        channel, proof = token[:GAME_ID_LENGTH], token[GAME_ID_LENGTH:]
        right = derived_token(await self._key(), f"unsubscribe {channel}")
        if hmac.compare_digest(proof.encode(), right.encode()):
            await self.channels.drop(id=channel)
