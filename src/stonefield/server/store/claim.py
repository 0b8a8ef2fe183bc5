"""One server writes into a database: a second one would wake the games that the first one plays."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from stonefield.server.store.database import PRIVATE, DatabaseError

IN_USE = "another server uses this database; stop that one first, or give this one a database of its own"
_NUMBER = 0x53746F6E65
"""What servers of ours lock; PostgreSQL keeps such locks for each database by itself."""
_LOCK = text(f"SELECT pg_try_advisory_lock({_NUMBER})")


class InUse(DatabaseError):
    """Somebody else writes into the database."""

    def __init__(self) -> None:
        super().__init__(IN_USE)


def lock_file(database: str) -> IO[bytes]:
    """Lock a file beside an SQLite database while it is open; however a process ends, that unlocks it."""
    file = Path(f"{database}-server")
    held = os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE), "ab")
    try:
        with contextlib.suppress(OSError):
            file.chmod(PRIVATE)
        _lock(held)
    except OSError:
        held.close()
        raise InUse from None
    return held


async def lock_session(connection: AsyncConnection) -> None:
    """Lock a PostgreSQL database, for as long as the session lasts."""
    if not (await connection.execute(_LOCK)).scalar():
        raise InUse
    await connection.commit()


def _lock(held: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
