"""What an operator does with accounts, over the database; running servers hear of it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from sqlalchemy import select

from stonefield.server.accounts.accounts import Accounts
from stonefield.server.accounts.hashing import Hasher
from stonefield.server.accounts.leaving import Leaving
from stonefield.server.accounts.moderating import Moderating
from stonefield.server.accounts.passkeys import Passkeys
from stonefield.server.accounts.sessions import Sessions
from stonefield.server.bus import make_bus
from stonefield.server.domain.people.account import Account
from stonefield.server.play.introductions import Introductions
from stonefield.server.store import Journal
from stonefield.server.store.account_tables import accounts as table
from stonefield.server.store.accounts import AccountStore
from stonefield.server.store.belongings import BelongingStore
from stonefield.server.store.database import open_database
from stonefield.server.store.database_clock import set_clock
from stonefield.server.store.manners import MannersStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.reports import ReportStore
from stonefield.server.store.sessions import SessionStore


class Operating:
    """Accounts as an operator sees them."""

    def __init__(
        self, accounts: Accounts, belongings: BelongingStore, leaving: Leaving, moderating: Moderating
    ) -> None:
        self._accounts, self._belongings, self._leaving = accounts, belongings, leaving
        self.moderating = moderating

    async def latest(self, most: int) -> list[Account]:
        """Accounts, those used last first."""
        query = select(table).order_by(table.c.touched.desc(), table.c.id).limit(most)
        rows = await self._accounts.store.read(lambda connection: list(connection.execute(query)))
        return [Account(**row._mapping) for row in rows]

    async def facts(self, name: str) -> dict[str, object]:
        """What there is of an account."""
        account = await self._accounts.named(name)
        there = await self._accounts.store.ways_in(account.id)
        return {
            "name": account.name,
            "made": account.created,
            "last used": account.touched,
            "language": account.language,
            "mail": "none" if account.mail is None else "confirmed" if account.mail_confirmed else "given",
            "password": "yes" if there.password else "no",
            "passkeys": len(there.passkeys),
            "recovery codes": there.codes,
            "sessions": len(await self._accounts.sessions.all(account.id)),
            "games": len(await self._belongings.games(account.id)),
            "studies": len(await self._belongings.studies(account.id)),
        }

    async def rename(self, name: str, new: str) -> str:
        """Give an account another name, however lately it has changed; the new name."""
        account = await self._accounts.named(name)
        return await self._accounts.rename(account, new, at_once=True)

    async def delete(self, name: str) -> None:
        """Delete an account for good."""
        await self._leaving.delete((await self._accounts.named(name)).id)

    async def end_sessions(self, name: str) -> int:
        """Sign an account out everywhere; how many sessions it had."""
        return await self._accounts.sessions.end((await self._accounts.named(name)).id)

    async def recovery(self, name: str) -> list[str]:
        """New recovery codes."""
        return await self._accounts.fresh_codes((await self._accounts.named(name)).id)


@contextlib.asynccontextmanager
async def operating(database: str) -> AsyncIterator[Operating]:
    """The accounts in a database, which servers may use meanwhile."""
    async with contextlib.AsyncExitStack() as stack:
        engine = await open_database(database)
        stack.push_async_callback(engine.dispose)
        journal = Journal(engine)
        stack.push_async_callback(journal.close)
        await journal.claim()
        journal.start()
        await set_clock(engine)
        bus = make_bus(None, database)
        await stack.enter_async_context(bus.running())
        reader, hasher = Reader(engine), Hasher()
        stack.callback(hasher.close)
        store, session_store = AccountStore(reader, journal), SessionStore(reader, journal)
        sessions, introductions = Sessions(session_store, bus), Introductions((), bus)
        belongings = BelongingStore(reader, journal)
        passkeys = Passkeys(store, session_store)
        accounts = Accounts(store, sessions, passkeys, hasher, introductions)
        yield Operating(
            accounts,
            belongings,
            Leaving(belongings, bus, sessions, introductions),
            Moderating(MannersStore(reader, journal), ReportStore(reader, journal), accounts),
        )
