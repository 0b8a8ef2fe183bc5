"""Sending what waits in the outbox: by one server at a time, each message with a fence of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from stonefield.server import metrics
from stonefield.server.domain.people.account import Account
from stonefield.server.domain.people.message import LINKS
from stonefield.server.notify.composing import Composer
from stonefield.server.notify.https import Web
from stonefield.server.notify.letter import Letter, RefusedError, SendError
from stonefield.server.notify.mail import MailServer
from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.channels import ChannelStore
from stonefield.server.store.outbox import (
    Batch,
    came_back,
    done,
    forget_orphans,
    give_up,
    postpone,
    remind,
    take,
)

AT_ONCE, SIDE_BY_SIDE = 40, 8
"""Messages that are taken together, and that are sent at the same time."""
SECONDS = 90.0
"""How long one message may take, with its pictures."""
FIRST_RETRY, LONGEST_RETRY, TRIES = 30_000, 6 * 3_600_000, 12
"""Milliseconds after the first failure, four times as long after each further one; so often it is tried."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sender:
    """Takes batches, composes and sends them."""

    store: ChannelStore
    composer: Composer
    mail: MailServer | None
    web: Web
    is_here: Callable[[str], bool]

    async def look(self) -> None:
        """Send all that is due."""
        now = now_ms()
        while await self.store.write(partial(remind, now=now)):
            pass
        while batches := await self.store.write(partial(take, now=now_ms(), most=AT_ONCE)):
            free = asyncio.Semaphore(SIDE_BY_SIDE)
            await asyncio.gather(*(self._in_turn(batch, free) for batch in batches))

    async def tidy(self) -> None:
        """Forget what waits for no one."""
        await self.store.write(forget_orphans)

    async def _in_turn(self, batch: Batch, free: asyncio.Semaphore) -> None:
        async with free:
            try:
                async with asyncio.timeout(SECONDS):
                    await self.send(batch)
            except (Refusal, SendError, TimeoutError) as error:
                await self._failed(batch, error)
            except Exception:
                # One message that cannot be written is no reason to keep all others waiting.
                logger.exception("message %s: a mistake of ours", batch.name)
                await self._failed(batch, SendError("a mistake of ours"))

    async def send(self, batch: Batch) -> None:
        """Send a batch, unless its reader is here or nothing of it is news any more."""
        if batch.told[0].kind not in LINKS and self.is_here(batch.account):
            await self.store.write(partial(came_back, of=[batch.account]))
            return
        composed = await self.composer.compose(batch)
        sent = composed is not None and self._can_send(batch)
        if composed is not None and sent:
            await self._hand_over(batch, *composed)
            metrics.messages.labels(_kind(batch)).inc()
        await self.store.write(partial(done, batch=batch, now=now_ms(), sent=sent))

    def _can_send(self, batch: Batch) -> bool:
        return self.mail is not None or _kind(batch) != "mail"

    async def _hand_over(self, batch: Batch, letter: Letter, account: Account) -> None:
        channel = batch.channel
        if channel is None or channel.kind == "mail":
            assert self.mail is not None
            await self.mail.send(letter, account.mail or "")
        elif channel.kind == "push":
            await self.web.push(letter, channel)
        elif channel.kind == "discord":
            await self.web.discord(letter, channel.address)
        elif channel.kind == "telegram":
            await self.web.telegram(letter, channel.address)

    async def _failed(self, batch: Batch, error: Exception) -> None:
        metrics.messages_failed.labels(_kind(batch)).inc()
        logger.warning("%s %s: not sent: %s", _kind(batch), batch.name, error or type(error).__name__)
        if isinstance(error, RefusedError):
            await self.store.write(partial(give_up, batch=batch, gone=error.gone))
        elif batch.attempt >= TRIES:
            await self.store.write(partial(done, batch=batch, now=now_ms(), sent=False))
        else:
            later = now_ms() + min(LONGEST_RETRY, FIRST_RETRY * 4 ** (batch.attempt - 1))
            await self.store.write(partial(postpone, batch=batch, until=later))


def _kind(batch: Batch) -> str:
    return "mail" if batch.channel is None else batch.channel.kind
