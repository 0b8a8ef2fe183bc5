"""Warm-up: thinkers are imported and compiled in the background, one game after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import replace

from stonefield.engine import precompile
from stonefield.engine.interpreted import InterpretedThinker, can_be_interpreted
from stonefield.engine.levels import Levelled, mixed, searches_at
from stonefield.engine.registry import engine_for, levelled_thinker_for
from stonefield.engine.thinker import Settings, Thinker
from stonefield.games.game import Position, StonefieldError

LOOK_EVERY = 0.01
DISMISSED_AFTER = 60.0
"""Seconds after which nobody can still be thinking with a stand-in that is no longer needed."""


class ThinkerPool:
    """Keeps one thinker for each game asked for, warmed up for each board and kind of search."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._thinkers: dict[str, Levelled] = {}
        self._ready: dict[tuple[str, str, tuple[bool, ...]], Future[Thinker]] = {}
        self._compiling = threading.Lock()
        self._stand_in: Future[InterpretedThinker] | None = None

    def prepare(self, position: Position, settings: Settings) -> Future[Thinker]:
        """Begin to warm up such searches on this position's board, unless that has been done."""
        name = position.game.name
        searches = searches_at(engine_for(name).levels, settings)
        future: Future[Thinker] = Future()
        # In one step, for two threads may ask at once.
        networks = tuple(search.network for search in searches)
        kept = self._ready.setdefault((name, position.board.name, networks), future)
        if kept is future:
            _in_background(f"prepare {name}", lambda: self._make(position, searches, future))
        return kept

    def _make(self, position: Position, searches: Sequence[Settings], future: Future[Thinker]) -> None:
        name = position.game.name
        try:
            # One compilation at a time: numba lets only one thread compile anyway.
            with self._compiling, _on_compiling(lambda: self._on_first_start(name)) as compiled:
                # The thinker in use may be searching: then another one compiles for it.
                from stonefield.engine.compiled import INTERPRETED

                thinker = levelled_thinker_for(name)
                for search in () if INTERPRETED else searches:
                    thinker.warm_up(position, replace(search, level=None, seed=None))
                thinker = self._thinkers.setdefault(name, thinker)
        except Exception as error:
            self._write(f"info string error: {name} cannot be prepared: {type(error).__name__}: {error}")
            future.set_exception(error)
            return
        future.set_result(thinker)
        if compiled.is_set():
            # Whoever plays a low level now may choose a high one next.
            for search in searches:
                self.prepare(position, replace(search, level=None, network=not search.network))
            self._dismiss()

    def _on_first_start(self, name: str) -> None:
        """In the thread that compiles: say so, and let somebody play meanwhile."""
        self._tell_compiling(name)
        if self._stand_in is None:
            stand_in: Future[InterpretedThinker] = Future()
            self._stand_in = stand_in
            _in_background("stand-in", lambda: _settle(stand_in, InterpretedThinker))
        if name not in self._thinkers:
            precompile.start(name)

    def _tell_compiling(self, name: str) -> None:
        self._write(f"info string compiling {name}: the first start takes up to a minute, later ones none")

    def _substitute(self, position: Position, settings: Settings) -> Thinker | None:
        """Who can think instead while the thinker is compiled, if anybody can."""
        stand_in = self._stand_in
        if stand_in is None or settings.level is None or not stand_in.done() or stand_in.exception():
            return None
        levels = engine_for(position.game.name).levels
        able = all(can_be_interpreted(levels[number - 1]) for number in mixed(settings.level))
        return stand_in.result() if able else None

    def _dismiss(self) -> None:
        """End the stand-in when everything is compiled and its last search is long over."""
        stand_in = self._stand_in
        if stand_in is not None and all(future.done() for future in list(self._ready.values())):
            self._stand_in = None
            time.sleep(DISMISSED_AFTER)
            if stand_in.exception() is None:
                stand_in.result().close()

    def when_ready(self, position: Position, settings: Settings, call: Callable[[], None]) -> None:
        """Call back when a search of this position can begin; at once if it can."""
        future = self.prepare(position, settings)
        if future.done():
            call()
            return
        if self._stand_in is not None and not self._substitute(position, settings):
            self._tell_compiling(position.game.name)

        def wait_and_call() -> None:
            while not wait([future], LOOK_EVERY).done and not self._substitute(position, settings):
                pass
            call()

        _in_background("ready", wait_and_call)

    def thinker(self, position: Position, settings: Settings, stop: threading.Event) -> Thinker | None:
        """The thinker for a position, as soon as one is ready; None if ``stop`` comes first."""
        future = self.prepare(position, settings)
        while not future.done():
            if substitute := self._substitute(position, settings):
                return substitute
            if stop.wait(LOOK_EVERY):
                return None
        return future.result()

    def forget(self) -> None:
        """Let every thinker drop what it knows of the last game."""
        for thinker in list(self._thinkers.values()):
            thinker.forget()


def _in_background(name: str, work: Callable[[], None]) -> None:
    threading.Thread(target=work, name=name, daemon=True).start()


def _settle(future: Future[InterpretedThinker], make: Callable[[], InterpretedThinker]) -> None:
    try:
        future.set_result(make())
    except StonefieldError as error:
        future.set_exception(error)


@contextmanager
def _on_compiling(call: Callable[[], None]) -> Iterator[threading.Event]:
    """Call once, and set the event, if anything has to be compiled meanwhile and is not in the cache."""
    from numba.core import event

    noticed = threading.Event()

    class Notice(event.Listener):
        def on_start(self, event: object) -> None:
            if not noticed.is_set():
                noticed.set()
                call()

        def on_end(self, event: object) -> None:
            pass

    with event.install_listener("numba:compile", Notice()):
        yield noticed
