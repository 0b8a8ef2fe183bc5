"""Warm-up: thinkers are imported and compiled in the background, one game after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager

from stonefield.engine import precompile
from stonefield.engine.registry import levelled_thinker_for
from stonefield.engine.thinker import Thinker
from stonefield.games.game import Position

LOOK_EVERY = 0.01


class ThinkerPool:
    """Keeps one thinker for each game that has been asked for, warmed up for each board."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._thinkers: dict[str, Thinker] = {}
        self._ready: dict[tuple[str, str], Future[Thinker]] = {}
        self._compiling = threading.Lock()

    def prepare(self, position: Position) -> Future[Thinker]:
        """Begin to warm up this position's game and board, unless that has been done."""
        name = position.game.name
        future: Future[Thinker] = Future()
        # In one step, for two threads may ask at once.
        kept = self._ready.setdefault((name, position.board.name), future)
        if kept is future:
            threading.Thread(
                target=self._make, args=(position, future), name=f"prepare {name}", daemon=True
            ).start()
        return kept

    def _make(self, position: Position, future: Future[Thinker]) -> None:
        name = position.game.name
        try:
            # One compilation at a time: numba lets only one thread compile anyway.
            with self._compiling, _on_compiling(lambda: self._on_first_start(name)):
                thinker = self._thinkers.get(name) or levelled_thinker_for(name)
                thinker.warm_up(position)
                self._thinkers[name] = thinker
        except Exception as error:
            self._write(f"info string error: {name} cannot be prepared: {type(error).__name__}: {error}")
            future.set_exception(error)
        else:
            future.set_result(thinker)

    def _on_first_start(self, name: str) -> None:
        self._write(f"info string compiling {name}: the first start takes a while, later ones use the cache")
        if name not in self._thinkers:
            precompile.start(name)

    def when_ready(self, call: Callable[[], None]) -> None:
        """Call back when everything asked for so far is prepared; at once if it is."""
        pending = [future for future in list(self._ready.values()) if not future.done()]
        if not pending:
            call()
            return

        def wait_and_call() -> None:
            wait(pending)
            call()

        threading.Thread(target=wait_and_call, name="ready", daemon=True).start()

    def thinker(self, position: Position, stop: threading.Event) -> Thinker | None:
        """The thinker for a position, as soon as it is ready; None if ``stop`` comes first."""
        future = self.prepare(position)
        while not future.done():
            if stop.wait(LOOK_EVERY):
                return None
        return future.result()

    def forget(self) -> None:
        """Let every thinker drop what it knows of the last game."""
        for thinker in list(self._thinkers.values()):
            thinker.forget()


@contextmanager
def _on_compiling(call: Callable[[], None]) -> Iterator[None]:
    """Call once if anything has to be compiled meanwhile; code that comes from the cache does not count."""
    from numba.core import event

    class Notice(event.Listener):
        done = False

        def on_start(self, event: object) -> None:
            if not self.done:
                self.done = True
                call()

        def on_end(self, event: object) -> None:
            pass

    with event.install_listener("numba:compile", Notice()):
        yield
