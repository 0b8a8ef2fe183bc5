"""One `go` of the text protocol: a search on a thread of its own, answered by exactly one `bestmove`."""

from __future__ import annotations

import threading
from collections.abc import Callable

from stonefield.engine.plain import GreedyThinker
from stonefield.engine.thinker import Limits, Settings, Thought
from stonefield.engine.ugi_text import echo, info_lines
from stonefield.engine.warmup import ThinkerPool
from stonefield.games.game import Position

NO_MOVE = "none"
PROMPT = 0.02
"""Seconds that a stopped thinker has to come back; after them its last report is the answer."""
PATIENCE = 2.0
"""Seconds to wait for a thinker that has reported nothing yet."""


class SearchThread:
    """Thinks from the moment it is made until ``stop``, a limit or a proof ends it."""

    def __init__(
        self,
        position: Position,
        limits: Limits,
        settings: Settings,
        *,
        thinkers: ThinkerPool,
        write: Callable[[str], None],
        previous: SearchThread | None,
    ) -> None:
        self._position, self._limits, self._settings = position, limits, settings
        self._thinkers, self._write, self._previous = thinkers, write, previous
        self.is_running = True
        """Whether its ``bestmove`` is still to come."""
        self._stop = threading.Event()
        self._answered = threading.Event()
        self._lock = threading.Lock()
        self._last: Thought | None = None
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the search; its ``bestmove`` has been written when this returns."""
        self._stop.set()
        if not self._answered.wait(PROMPT) and self._last is not None:
            self._answer(self._last.best)
        self._answered.wait(PATIENCE)

    def join(self) -> None:
        """Wait until the thread has ended, too."""
        self._thread.join()

    def _run(self) -> None:
        if self._previous is not None:
            self._previous.join()
            self._previous = None
        best = NO_MOVE
        try:
            thought = self._think()
            self._report(thought)
            best = thought.best
        except Exception as error:
            self._write(f"info string error in the search: {type(error).__name__}: {echo(str(error), 300)}")
        if self._limits.infinite:
            self._stop.wait()
        self._answer(best)

    def _think(self) -> Thought:
        thinker = self._thinkers.thinker(self._position, self._settings, self._stop) or GreedyThinker()
        return thinker.think(
            self._position, self._limits, self._settings, stop=self._stop, report=self._report
        )

    def _report(self, thought: Thought) -> None:
        self._last = thought
        with self._lock:
            if self.is_running:
                for line in info_lines(thought):
                    self._write(line)

    def _answer(self, best: str) -> None:
        with self._lock:
            if self.is_running:
                # Over before the move is out: the reader may answer it with the next ``go`` at once.
                self.is_running = False
                self._write(f"bestmove {best}")
                self._answered.set()
