"""What a bus does: it wakes, and it carries small hints. Nothing that must not be lost goes over it.

The database is the truth, the bus only wakes. A message that is lost or comes late does no harm: a hearer
reads from the database what is newer than what it has, and asks there by itself now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeAlias

MOST_BYTES = 6_000
"""How long a text may be, in UTF-8."""
Hearer: TypeAlias = Callable[[int], None]
"""Told of a version, in the event loop in which it subscribed."""
Listener: TypeAlias = Callable[[str], None]
"""Told a text, in the event loop in which it began to listen."""


class Bus(Protocol):
    """Connects all processes over one database. Publishing and saying is possible in any thread."""

    def running(self) -> AbstractAsyncContextManager[object]:
        """Within this it connects, and stays connected as far as that is possible."""

    @property
    def connected(self) -> bool:
        """Whether other processes can be heard now; without it each process serves on its own."""

    def publish(self, topic: str, version: int) -> None:
        """Tell of a version that is committed; every hearer of the topic is told soon, in any order.

        Where several versions follow each other closely, other processes may hear of the newest only.
        """

    def subscribe(self, topic: str, hearer: Hearer) -> Callable[[], None]:
        """Tell ``hearer`` from now on; call what is returned to end that."""

    def say(self, topic: str, text: str) -> None:
        """Say a text to every listener of the topic, this process' too, once at most.

        The texts of one process arrive in their order. ValueError for one that `check_text` refuses.
        """

    def listen(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Tell ``listener`` every text from now on; call what is returned to end that."""

    def on_gap(self, look: Callable[[], None]) -> Callable[[], None]:
        """Call ``look`` whenever messages may have been lost: what is held has to be looked at again."""


def check_text(text: str) -> None:
    """ValueError if a bus cannot carry a text: it is too long, or has characters that no text needs."""
    size = len(text.encode())
    if size > MOST_BYTES:
        raise ValueError(f"a text on the bus has at most {MOST_BYTES} bytes, this one {size}")
    if "\0" in text or "\x1e" in text:
        raise ValueError("a text on the bus has no NUL and no record separator")
