"""Accounts in the database: who they are, their names and ways in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, func, insert, select, update

from stonefield.server.domain.people.account import MOST_PASSKEYS, Account, Passkey, Session
from stonefield.server.store.account_tables import (
    account_learners,
    account_names,
    accounts,
    passkeys,
    passwords,
    recovery_codes,
)
from stonefield.server.store.journal import Journal
from stonefield.server.store.reading import Reader
from stonefield.server.store.sessions import add_session

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAccountRows:
    """All that is written when an account is made."""

    account: Account
    key: str
    """Its folded name."""
    password_hash: str | None
    passkey: Passkey | None
    codes: Sequence[str]
    """Hashes of recovery codes."""
    session: Session

    def __call__(self, connection: Connection) -> None:
        connection.execute(insert(accounts).values(**asdict(self.account)))
        connection.execute(insert(account_names).values(key=self.key, account=self.account.id))
        if self.password_hash is not None:
            _set_password(connection, self.account.id, self.password_hash, self.account.created)
        if self.passkey is not None:
            add_passkey(connection, self.passkey)
        _set_codes(connection, self.account.id, self.codes)
        add_session(connection, self.session)


@dataclass(frozen=True, slots=True)
class WaysIn:
    """How an account can be signed in to."""

    password: bool
    passkeys: Sequence[Passkey]
    codes: int
    learner: str | None
    """The account's practice profile; it is read together with the rest."""


class AccountStore:
    """Reads accounts, and writes them through the journal. Conflict: a name or a passkey is taken."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What some work reads in one visit."""
        return await self._reader.read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What some work answers once it is committed."""
        return await self._journal.write(work)

    async def find(self, account: str) -> Account | None:
        """An account by its id."""
        return await self.read(lambda connection: find_account(connection, account))

    async def named(self, key: str) -> tuple[Account, str | None] | None:
        """The account with a folded name, now or formerly, and the hash of its password if it has one."""
        return await self.read(lambda connection: find_named(connection, key))

    async def ways_in(self, account: str) -> WaysIn:
        """How an account can be signed in to."""
        return await self.read(lambda connection: ways_in(connection, account))

    async def password_hash(self, account: str) -> str | None:
        """The hash of an account's password, if it has one."""
        query = select(passwords.c.hash).where(passwords.c.account == account)
        found: str | None = await self.read(lambda connection: connection.execute(query).scalar())
        return found

    async def passkey(self, credential: str) -> Passkey | None:
        """The passkey with a credential's id."""
        query = select(passkeys).where(passkeys.c.credential == credential)
        row = await self.read(lambda connection: connection.execute(query).first())
        return None if row is None else _passkey_of(row)

    async def set_password(self, account: str, password_hash: str, now: int) -> None:
        """Give an account a first or another password."""
        await self.write(lambda connection: _set_password(connection, account, password_hash, now))

    async def set_codes(self, account: str, hashes: Sequence[str]) -> None:
        """Give an account recovery codes in place of all it had."""
        await self.write(lambda connection: _set_codes(connection, account, hashes))

    async def use_code(self, account: str, code_hash: str) -> bool:
        """Use up a recovery code; whether it was there."""
        this = (recovery_codes.c.account == account, recovery_codes.c.hash == code_hash)
        used = await self.write(lambda connection: connection.execute(delete(recovery_codes).where(*this)))
        return bool(used.rowcount)

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Give an account one more passkey; False if it has as many as it may."""
        return await self.write(lambda connection: add_passkey(connection, passkey))

    async def used_passkey(self, passkey: str, signs: int, now: int) -> None:
        """A passkey was used."""
        changed = update(passkeys).where(passkeys.c.id == passkey).values(signs=signs, used=now)
        await self.write(lambda connection: connection.execute(changed))

    async def rename_passkey(self, account: str, passkey: str, name: str) -> bool:
        """Call a passkey something else; whether it was there."""
        this = (passkeys.c.account == account, passkeys.c.id == passkey)
        done = await self.write(
            lambda connection: connection.execute(update(passkeys).where(*this).values(name=name))
        )
        return bool(done.rowcount)

    async def drop_passkey(self, account: str, passkey: str) -> bool | None:
        """Remove a passkey; False if it was the only way in, None if it was not there."""
        return await self.write(lambda connection: _drop_passkey(connection, account, passkey))

    async def rename(self, account: str, name: str, key: str, now: int | None) -> None:
        """Call an account something else; ``now`` counts as a change of the name, None does not.

        Its former names stay its own.
        """

        def work(connection: Connection) -> None:
            names = account_names.c
            own = select(names.key).where(names.key == key, names.account == account)
            if connection.execute(own).first() is None:
                connection.execute(insert(account_names).values(key=key, account=account))
            changed: dict[str, Any] = {"name": name} if now is None else {"name": name, "renamed": now}
            connection.execute(update(accounts).where(accounts.c.id == account).values(**changed))

        await self.write(work)

    async def settle(self, account: str, changes: dict[str, Any]) -> None:
        """Change the settings of an account."""
        changed = update(accounts).where(accounts.c.id == account).values(**changes)
        await self.write(lambda connection: connection.execute(changed))


def find_account(connection: Connection, account: str) -> Account | None:
    """An account by its id."""
    row = connection.execute(select(accounts).where(accounts.c.id == account)).first()
    return None if row is None else Account(**row._mapping)


def find_named(connection: Connection, key: str) -> tuple[Account, str | None] | None:
    """The account with a folded name, and the hash of its password if it has one."""
    joined = accounts.join(account_names, account_names.c.account == accounts.c.id).outerjoin(
        passwords, passwords.c.account == accounts.c.id
    )
    query = select(accounts, passwords.c.hash).select_from(joined).where(account_names.c.key == key)
    row = connection.execute(query).first()
    if row is None:
        return None
    fields = dict(row._mapping)
    password_hash = fields.pop("hash")
    return Account(**fields), password_hash


def ways_in(connection: Connection, account: str) -> WaysIn:
    """How an account can be signed in to."""
    password = select(passwords.c.account).where(passwords.c.account == account)
    codes = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.account == account)
    learner = select(account_learners.c.learner).where(account_learners.c.account == account)
    return WaysIn(
        connection.execute(password).first() is not None,
        passkeys_of(connection, account),
        connection.execute(codes).scalar() or 0,
        connection.execute(learner).scalar(),
    )


def passkeys_of(connection: Connection, account: str) -> list[Passkey]:
    """The passkeys of an account, the oldest first."""
    query = select(passkeys).where(passkeys.c.account == account).order_by(passkeys.c.created, passkeys.c.id)
    return [_passkey_of(row) for row in connection.execute(query)]


def _passkey_of(row: Any) -> Passkey:
    return Passkey(**{**row._mapping, "transports": tuple(row.transports)})


def add_passkey(connection: Connection, passkey: Passkey) -> bool:
    """Write a new passkey; False if the account has as many as it may."""
    if len(passkeys_of(connection, passkey.account)) >= MOST_PASSKEYS:
        return False
    connection.execute(insert(passkeys).values(**asdict(passkey)))
    return True


def _drop_passkey(connection: Connection, account: str, passkey: str) -> bool | None:
    # Two that are removed at once must not leave the account without a way in.
    connection.execute(select(accounts.c.id).where(accounts.c.id == account).with_for_update())
    there = ways_in(connection, account)
    if passkey not in (one.id for one in there.passkeys):
        return None
    if not there.password and len(there.passkeys) == 1:
        return False
    connection.execute(delete(passkeys).where(passkeys.c.id == passkey))
    return True


def _set_password(connection: Connection, account: str, password_hash: str, now: int) -> None:
    connection.execute(delete(passwords).where(passwords.c.account == account))
    connection.execute(insert(passwords).values(account=account, hash=password_hash, changed=now))


def _set_codes(connection: Connection, account: str, hashes: Sequence[str]) -> None:
    connection.execute(delete(recovery_codes).where(recovery_codes.c.account == account))
    connection.execute(insert(recovery_codes), [{"account": account, "hash": one} for one in hashes])
