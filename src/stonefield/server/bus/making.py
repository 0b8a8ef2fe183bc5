"""The bus that an address names."""

from __future__ import annotations

from urllib.parse import urlsplit

from stonefield.games.game import StonefieldError
from stonefield.server.bus.bus import Bus
from stonefield.server.bus.local import LocalBus
from stonefield.server.store.database import DatabaseError, read_url, shown

_REDIS = ("redis://", "rediss://", "unix://")


class BusError(StonefieldError):
    """There is no such bus; the text says why."""


def make_bus(address: str | None, database: str) -> Bus:
    """The bus at an address: ``redis://…`` or ``postgresql://…``; BusError if it names none.

    Without an address: that of the database if it is PostgreSQL, else one within this process. The line is
    opened by `running`.
    """
    if address is None:
        return _within(database) or LocalBus()
    if address.startswith(_REDIS):
        return _redis(address)
    try:
        found = _within(address)
    except DatabaseError:
        found = None
    if found is None:
        raise BusError(f"`{address}`: a bus is redis://host:6379/0 or postgresql://user@host/name")
    return found


def _within(database: str) -> Bus | None:
    """A bus that PostgreSQL carries, if the database is one."""
    url = read_url(database)
    if not url.drivername.startswith("postgresql"):
        return None
    from stonefield.server.bus.postgres import PostgresBus

    return PostgresBus(url, f"the bus `{shown(url)}`")


def _redis(address: str) -> Bus:
    parts = urlsplit(address)
    name = parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
    try:
        from stonefield.server.bus.redis import RedisBus
    except ModuleNotFoundError:
        raise BusError(f"`{name}`: Redis' client is missing: pip install 'stonefield[redis]'") from None
    try:
        return RedisBus(address, f"the bus `{name}`")
    except ValueError as error:
        raise BusError(f"`{name}`: {error}") from None
