"""Who uses a database: servers share it, restoring a backup needs it alone.

Besides, each server has a lock of its own, by which the others find out at once that it is gone.
"""

from __future__ import annotations

import contextlib
import os
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from stonefield.server.store.database import PRIVATE, DatabaseError

IN_USE = "a server uses this database; stop it first, or take a database of its own"
RESTORED = "a backup is being restored into this database; wait until that is done"
_NUMBER = 0x53746F6E65
"""What we lock; PostgreSQL keeps such locks for each database by itself."""
_ALONE = text(f"SELECT pg_try_advisory_lock({_NUMBER})")
_SHARED = text(f"SELECT pg_try_advisory_lock_shared({_NUMBER})")
_OWN = text("SELECT pg_advisory_lock_shared(:kind, :number)")
"""Shared, since a session that was cut off may have it for a while longer."""
_FREE = text(
    "SELECT number FROM unnest(CAST(:numbers AS INTEGER[])) AS number "
    "WHERE pg_try_advisory_xact_lock(:kind, number)"
)
_KIND = 0x53746F6E
_MOST_SERVERS = 64
"""Windows has no shared locks: each server locks one byte of so many."""


class InUse(DatabaseError):
    """Another process uses the database in a way that does not go together with this one."""

    def __init__(self, alone: bool) -> None:
        super().__init__(IN_USE if alone else RESTORED)


def lock_file(database: str, process: str | None = None, *, alone: bool) -> IO[bytes]:
    """Lock a file next to an SQLite database while it is open; however a process ends, that unlocks it.

    With a ``process``: the file of that one.
    """
    file = _lock_path(database, process)
    held = os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE), "r+b")
    try:
        with contextlib.suppress(OSError):
            file.chmod(PRIVATE)
        _lock(held, alone)
    except OSError:
        held.close()
        raise InUse(alone) from None
    return held


def remove_file(database: str, process: str) -> None:
    """Remove the file of a process that is gone."""
    with contextlib.suppress(OSError):
        _lock_path(database, process).unlink()


def _lock_path(database: str, process: str | None) -> Path:
    return Path(f"{database}-server" if process is None else f"{database}-server-{process}")


async def lock_session(connection: AsyncConnection, process: str, *, alone: bool) -> None:
    """Lock a PostgreSQL database, for as long as the session lasts; ``process`` is known by it."""
    if not (await connection.execute(_ALONE if alone else _SHARED)).scalar():
        raise InUse(alone)
    if not alone:
        await connection.execute(_OWN, {"kind": _KIND, "number": _number_of(process)})
    await connection.commit()


def _number_of(process: str) -> int:
    return zlib.crc32(process.encode()) - 2**31


def gone_among(connection: Connection, processes: Sequence[str]) -> set[str]:
    """Those of some processes that use the database no more."""
    if not processes:
        return set()
    if connection.dialect.name == "postgresql":
        numbers = {_number_of(process): process for process in processes}
        free = connection.execute(_FREE, {"kind": _KIND, "numbers": list(numbers)})
        return {numbers[number] for number in free.scalars()}
    database = str(connection.engine.url.database)
    return {process for process in processes if _is_unlocked(database, process)}


def _is_unlocked(database: str, process: str) -> bool:
    if not _lock_path(database, process).exists():
        return True
    try:
        lock_file(database, process, alone=True).close()
    except InUse:
        return False
    remove_file(database, process)
    return True


def _lock(held: IO[bytes], alone: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        if alone:
            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, _MOST_SERVERS)
            return
        for place in range(_MOST_SERVERS):
            held.seek(place)
            with contextlib.suppress(OSError):
                msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
                return
        raise OSError
    import fcntl

    fcntl.flock(held, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
