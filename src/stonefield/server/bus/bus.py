"""What a bus does: it carries topics and versions, never content.

The database is the truth, the bus only wakes. A message that is lost or comes late does no harm: a hearer
reads from the database what is newer than what it has, and asks there by itself now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Hearer: TypeAlias = Callable[[int], None]
"""Told of a version, in the event loop in which it subscribed."""


class Bus(Protocol):
    """Connects all processes over one database."""

    def publish(self, topic: str, version: int) -> None:
        """Tell of a version that is committed; every hearer of the topic is told soon, in any order."""

    def subscribe(self, topic: str, hearer: Hearer) -> Callable[[], None]:
        """Tell ``hearer`` from now on; call what is returned to end that."""
