"""A bus within one process: the default, where one process does everything."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from stonefield.server.bus.bus import Hearer


class LocalBus:
    """Tells hearers in this process, each in its own event loop."""

    def __init__(self) -> None:
        self._hearers: dict[str, dict[object, tuple[asyncio.AbstractEventLoop, Hearer]]] = {}
        self._lock = threading.Lock()

    def publish(self, topic: str, version: int) -> None:
        """Tell everyone who has subscribed."""
        with self._lock:
            told = list(self._hearers.get(topic, {}).values())
        try:
            here = asyncio.get_running_loop()
        except RuntimeError:
            here = None
        for loop, hearer in told:
            if loop is here:
                loop.call_soon(hearer, version)
            elif not loop.is_closed():
                loop.call_soon_threadsafe(hearer, version)

    def subscribe(self, topic: str, hearer: Hearer) -> Callable[[], None]:
        """Tell ``hearer`` from now on, in the loop that runs now; call what is returned to end that."""
        key = object()
        with self._lock:
            self._hearers.setdefault(topic, {})[key] = (asyncio.get_running_loop(), hearer)

        def unsubscribe() -> None:
            with self._lock:
                hearers = self._hearers.get(topic, {})
                hearers.pop(key, None)
                if not hearers:
                    self._hearers.pop(topic, None)

        return unsubscribe
