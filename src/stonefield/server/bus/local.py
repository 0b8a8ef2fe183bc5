"""A bus within one process: the default, where one process does everything."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable

from stonefield.server.bus.bus import Hearer, Listener, check_text
from stonefield.server.bus.hearers import Hearers


class LocalBus:
    """Tells hearers in this process, each in its own event loop."""

    def __init__(self) -> None:
        self._versions: Hearers[int] = Hearers()
        self._texts: Hearers[str] = Hearers()
        self._gaps: Hearers[None] = Hearers()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[LocalBus]:
        """There is nothing to be opened."""
        yield self

    @property
    def connected(self) -> bool:
        """There is nothing that could be away."""
        return True

    def publish(self, topic: str, version: int) -> None:
        """Tell everyone who has subscribed."""
        self._versions.tell(topic, version)

    def subscribe(self, topic: str, hearer: Hearer) -> Callable[[], None]:
        """Tell ``hearer`` from now on, in the loop that runs now; call what is returned to end that."""
        return self._versions.add(topic, hearer)

    def say(self, topic: str, text: str) -> None:
        """Tell everyone who listens."""
        check_text(text)
        self._texts.tell(topic, text)

    def listen(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Tell ``listener`` from now on, in the loop that runs now; call what is returned to end that."""
        return self._texts.add(topic, listener)

    def on_gap(self, look: Callable[[], None]) -> Callable[[], None]:
        """Nothing is lost within a process."""
        return self._gaps.add("", lambda _: look())
