"""Those who want to hear of topics, each in its own event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Hearers(Generic[T]):
    """Tells what is said of a topic to everyone in this process who wants to hear it."""

    def __init__(self) -> None:
        self._topics: dict[str, dict[object, tuple[asyncio.AbstractEventLoop, Callable[[T], None]]]] = {}
        self._lock = threading.Lock()

    def add(self, topic: str, hearer: Callable[[T], None]) -> Callable[[], None]:
        """Tell ``hearer`` from now on, in the loop that runs now; call what is returned to end that."""
        key = object()
        with self._lock:
            self._topics.setdefault(topic, {})[key] = (asyncio.get_running_loop(), hearer)

        def remove() -> None:
            with self._lock:
                hearers = self._topics.get(topic, {})
                hearers.pop(key, None)
                if not hearers:
                    self._topics.pop(topic, None)

        return remove

    def tell(self, topic: str, said: T) -> None:
        """Tell everyone, soon."""
        with self._lock:
            told = list(self._topics.get(topic, {}).values())
        try:
            here = asyncio.get_running_loop()
        except RuntimeError:
            here = None
        for loop, hearer in told:
            if loop is here:
                loop.call_soon(hearer, said)
            elif not loop.is_closed():
                loop.call_soon_threadsafe(hearer, said)
