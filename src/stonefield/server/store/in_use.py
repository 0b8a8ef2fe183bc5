"""Who uses a database: servers share it, restoring a backup needs it alone."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from stonefield.server.store.database import PRIVATE, DatabaseError

IN_USE = "a server uses this database; stop it first, or take a database of its own"
RESTORED = "a backup is being restored into this database; wait until that is done"
_NUMBER = 0x53746F6E65
"""What we lock; PostgreSQL keeps such locks for each database by itself."""
_ALONE = text(f"SELECT pg_try_advisory_lock({_NUMBER})")
_SHARED = text(f"SELECT pg_try_advisory_lock_shared({_NUMBER})")
_MOST_SERVERS = 64
"""Windows has no shared locks: each server locks one byte of so many."""


class InUse(DatabaseError):
    """Another process uses the database in a way that does not go together with this one."""

    def __init__(self, alone: bool) -> None:
        super().__init__(IN_USE if alone else RESTORED)


def lock_file(database: str, *, alone: bool) -> IO[bytes]:
    """Lock a file next to an SQLite database while it is open; however a process ends, that unlocks it."""
    file = Path(f"{database}-server")
    held = os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE), "r+b")
    try:
        with contextlib.suppress(OSError):
            file.chmod(PRIVATE)
        _lock(held, alone)
    except OSError:
        held.close()
        raise InUse(alone) from None
    return held


async def lock_session(connection: AsyncConnection, *, alone: bool) -> None:
    """Lock a PostgreSQL database, for as long as the session lasts."""
    if not (await connection.execute(_ALONE if alone else _SHARED)).scalar():
        raise InUse(alone)
    await connection.commit()


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
