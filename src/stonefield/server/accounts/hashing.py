"""Passwords are hashed in threads of their own, so that nothing else waits for it.

A hash takes some ten milliseconds and 46 MB. argon2 releases the interpreter's lock meanwhile, few are
computed at once, and those that wait are counted: one more is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import Argon2Error, InvalidHashError

from stonefield.server.protocol.problems import Refusal

THREADS, MOST_WAITING = 2, 32
"""Hashes that are computed at once, and that may wait or be computed in all."""
RETRY_SECONDS = 3.0
MEMORY_KIB, ROUNDS, LANES = 47_104, 1, 1
"""OWASP's first choice for argon2id."""
T = TypeVar("T")


class Hasher:
    """Hashes and verifies passwords, a few at once."""

    def __init__(self, threads: int = THREADS, most_waiting: int = MOST_WAITING) -> None:
        self._argon2 = PasswordHasher(
            time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=LANES, type=Type.ID
        )
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="hashing")
        self._most, self._waiting = most_waiting, 0
        self._decoy = self._threads.submit(self._argon2.hash, secrets.token_bytes(16))
        """What is compared for names that do not exist, so that they take as long."""

    async def hash(self, password: str) -> str:
        """What is stored of a password."""
        return await self._do(lambda: self._argon2.hash(_plain(password)))

    async def verify(self, password_hash: str | None, password: str) -> bool:
        """Whether a password is right; without a hash it never is, and that takes as long."""
        return await self._do(lambda: self._verify(password_hash, password))

    def _verify(self, password_hash: str | None, password: str) -> bool:
        try:
            right = self._argon2.verify(password_hash or self._decoy.result(), _plain(password))
        except (Argon2Error, InvalidHashError):
            return False
        return right and password_hash is not None

    async def _do(self, work: Callable[[], T]) -> T:
        if self._waiting >= self._most:
            raise Refusal("busy", "many people sign in at this moment", retry_after=RETRY_SECONDS)
        self._waiting += 1
        doing = asyncio.get_running_loop().run_in_executor(self._threads, work)
        # Counted until it is really done: a client that leaves does not make room for another.
        doing.add_done_callback(self._done)
        return await asyncio.shield(doing)

    def _done(self, doing: asyncio.Future[T]) -> None:
        self._waiting -= 1
        with contextlib.suppress(asyncio.CancelledError):
            doing.exception()

    def close(self) -> None:
        """Take nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _plain(password: str) -> bytes:
    """A password as bytes, the same from every keyboard."""
    return unicodedata.normalize("NFKC", password).encode()
