"""Who is signed in: cookies become accounts, from memory where that was looked up a moment ago."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from pydantic_core import from_json, to_json

from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.domain.people.account import SESSION_LASTS, Session
from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.sessions import SessionStore
from stonefield.server.tokens import hash_token, new_game_id, new_token

FRESH_SECONDS = 5.0
"""For so long what was looked up holds; the end of a session is heard of at once, if the bus carries it."""
MOST_KNOWN = 20_000
SEEN_MS = 3_600_000
"""How often it is written that a session is used."""
TOPIC = "sessions"
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Known:
    """A session that was looked up, and its account's name."""

    session: Session
    name: str


class Sessions:
    """Makes sessions, finds them by their tokens, and ends them everywhere."""

    def __init__(self, store: SessionStore, bus: Bus, now: Callable[[], float] = time.monotonic) -> None:
        self._store, self._bus, self._now = store, bus, now
        self._known: dict[str, tuple[Known | None, float]] = {}
        """What was found for the hashes of tokens, and until when that holds."""
        self._writing: set[asyncio.Task[None]] = set()
        self._endings: list[Callable[[str, str | None, str | None], None]] = []
        bus.listen(TOPIC, self._hear)
        bus.on_gap(self._known.clear)

    def on_end(self, hearer: Callable[[str, str | None, str | None], None]) -> None:
        """Tell ``hearer`` whose sessions end: of which account, only which one, and all but which."""
        self._endings.append(hearer)

    def is_fresh(self, token: str) -> bool:
        """Whether it is known without a look at the database what a token is."""
        return self._now() < self._known.get(hash_token(token), (None, 0.0))[1]

    async def find(self, token: str) -> Known | None:
        """The session that a token belongs to; Refusal if the database does not answer."""
        known = hash_token(token)
        found, until = self._known.get(known, (None, 0.0))
        if self._now() < until:
            return found
        looked_up = await self._store.find(known, now_ms())
        found = None if looked_up is None else Known(*looked_up)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[known] = found, self._now() + FRESH_SECONDS
        if found is not None and found.session.seen < now_ms() - SEEN_MS:
            task = background(self._saw(found.session), name="session")
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
        return found

    async def _saw(self, session: Session) -> None:
        try:
            await self._store.saw(session, now_ms())
        except Refusal as refusal:
            logger.warning("that a session is used is written later: %s", refusal)

    def new(self, account: str, device: str) -> tuple[Session, str]:
        """A session to be written, and its token, which is always a new one."""
        token, now = new_token(), now_ms()
        session = Session(
            id=new_game_id(),
            account=account,
            token_hash=hash_token(token),
            device=device,
            created=now,
            proven=now,
            seen=now,
            expires=now + SESSION_LASTS,
        )
        return session, token

    async def open(self, account: str, device: str) -> tuple[Session, str]:
        """A new session and its token."""
        session, token = self.new(account, device)
        await self._store.add(session)
        return session, token

    async def all(self, account: str) -> list[Session]:
        """The sessions of an account, those used last first."""
        return await self._store.all(account, now_ms())

    async def proved(self, session: Session) -> Session:
        """The person has shown again who they are."""
        now = now_ms()
        await self._store.proved(session.id, now)
        self._known.pop(session.token_hash, None)
        return replace(session, proven=now)

    async def end(self, account: str, *, only: str | None = None, but: str | None = None) -> int:
        """End sessions of an account: all, only one, or all but one; how many there were."""
        count = await self._store.end(account, only=only, but=but)
        self.forget(account, only=only, but=but)
        return count

    def forget(self, account: str, *, only: str | None = None, but: str | None = None) -> None:
        """Let all servers know that sessions have ended."""
        self._say(account, only, but, True)

    def renamed(self, account: str) -> None:
        """Let all servers look an account up again, whose name has changed."""
        self._say(account, None, None, False)

    def _say(self, account: str, only: str | None, but: str | None, ended: bool) -> None:
        self._hear(text := to_json([account, only, but, ended]).decode())
        self._bus.say(TOPIC, text)

    def _hear(self, text: str) -> None:
        account, only, but, ended = from_json(text)
        for token, (known, _) in list(self._known.items()):
            if known is not None and known.session.account == account:
                del self._known[token]
        if ended:
            for hearer in self._endings:
                hearer(account, only, but)
