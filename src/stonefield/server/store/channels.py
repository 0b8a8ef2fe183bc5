"""Channels of accounts in the database: how each is told, and the server's own keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from stonefield.server.domain.people.message import MOST_DEVICES, Channel, ChannelKind
from stonefield.server.store.account_tables import accounts
from stonefield.server.store.journal import Journal
from stonefield.server.store.message_tables import message_channels, outbox, server_keys
from stonefield.server.store.outbox import channel_of
from stonefield.server.store.reading import Reader

T = TypeVar("T")
_NEW = {"told": None, "rests_until": 0, "day": 0, "sent": 0}


class ChannelStore:
    """Reads channels, and writes them through the journal."""

    def __init__(self, reader: Reader, journal: Journal) -> None:
        self._reader, self._journal = reader, journal

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What some work reads in one visit."""
        return await self._reader.read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What some work answers once it is committed."""
        return await self._journal.write(work)

    async def of(self, account: str) -> list[Channel]:
        """The channels of an account, the oldest first."""
        return await self.read(lambda connection: channels_of(connection, account))

    async def put(self, channel: Channel) -> None:
        """Let this be the only channel of its kind that the account has."""
        await self.write(lambda connection: put_channel(connection, channel))

    async def add_device(self, channel: Channel) -> None:
        """One more browser. What it was told for another account it is told no more."""

        def work(connection: Connection) -> None:
            drop_channels(connection, address=channel.address, kind="push")
            held = [one for one in channels_of(connection, channel.account) if one.kind == "push"]
            for oldest in held[: max(0, len(held) - MOST_DEVICES + 1)]:
                drop_channels(connection, id=oldest.id)
            connection.execute(insert(message_channels).values(**asdict(channel), **_NEW))

        await self.write(work)

    async def drop(self, **which: str) -> int:
        """Forget channels, and what waits for them; how many there were."""
        return await self.write(lambda connection: drop_channels(connection, **which))

    async def by_token(self, token_hash: str) -> Channel | None:
        """The feed with a token."""
        held = message_channels.c
        query = select(message_channels).where(held.kind == "feed", held.address == token_hash)
        row = await self.read(lambda connection: connection.execute(query).first())
        return None if row is None else channel_of(row)

    async def key(self, name: str, make: Callable[[], str]) -> str:
        """A secret of this site, made when it is first asked for."""
        query = select(server_keys.c.value).where(server_keys.c.name == name)
        known = await self.read(lambda connection: connection.execute(query).scalar())
        if known is not None:
            return str(known)
        row = {"name": name, "value": make()}

        def work(connection: Connection) -> str:
            new = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
            connection.execute(new(server_keys).values(**row).on_conflict_do_nothing())
            return str(connection.execute(query).scalar_one())

        return await self.write(work)


def channels_of(connection: Connection, account: str) -> list[Channel]:
    """The channels of an account, the oldest first."""
    held = message_channels.c
    query = select(message_channels).where(held.account == account).order_by(held.created, held.id)
    return [channel_of(row) for row in connection.execute(query)]


def put_channel(connection: Connection, channel: Channel) -> None:
    """Let this be the only channel of its kind that the account has."""
    drop_channels(connection, account=channel.account, kind=channel.kind)
    connection.execute(insert(message_channels).values(**asdict(channel), **_NEW))


def drop_channels(connection: Connection, **which: str) -> int:
    """Forget channels, and what waits for them; how many there were."""
    these = [message_channels.c[name] == value for name, value in which.items()]
    gone = select(message_channels.c.id).where(*these)
    connection.execute(delete(outbox).where(outbox.c.channel.in_(gone)))
    return connection.execute(delete(message_channels).where(*these)).rowcount


def set_mail(connection: Connection, account: str, mail: str | None) -> None:
    """Give an account another address, which is to be confirmed; nothing is sent to the one before."""
    changed = {"mail": mail, "mail_confirmed": False}
    connection.execute(update(accounts).where(accounts.c.id == account).values(**changed))
    drop_channels(connection, account=account, kind="mail")


def confirm_mail(connection: Connection, account: str, mail: str) -> bool:
    """The person at an address says that it is theirs; whether the account still has it."""
    this = (accounts.c.id == account, accounts.c.mail == mail)
    return bool(connection.execute(update(accounts).where(*this).values(mail_confirmed=True)).rowcount)


def confirm_channel(connection: Connection, account: str, channel: str) -> bool:
    """The person at the other end agrees; whether the account still has the channel."""
    this = (message_channels.c.account == account, message_channels.c.id == channel)
    return bool(connection.execute(update(message_channels).where(*this).values(confirmed=True)).rowcount)


def change_channel(connection: Connection, account: str, kind: ChannelKind, changes: dict[str, Any]) -> bool:
    """Change the channel of a kind that an account has; whether there was one."""
    held = message_channels.c
    this = (held.account == account, held.kind == kind)
    return bool(connection.execute(update(message_channels).where(*this).values(**changes)).rowcount)
