"""Warm-up: thinkers are loaded in the background; what is not compiled yet is compiled by another process.

Until the parts that a search needs are compiled, low levels are played by a stand-in, and others wait.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import replace

from stonefield.engine.cache import missing_parts, seconds_to_compile
from stonefield.engine.game_engine import engine_for, levelled_thinker_for
from stonefield.engine.interpreted import InterpretedThinker, can_be_interpreted
from stonefield.engine.levels import Levelled, mixed, searches_at
from stonefield.engine.precompile import compile_beside
from stonefield.engine.thinker import Settings, Thinker
from stonefield.engine.ugi_text import compiling_line
from stonefield.games.game import Position, StonefieldError

LOOK_EVERY = 0.01
DISMISSED_AFTER = 60.0
"""Seconds after which no search can still be under way with a stand-in that is no longer needed."""


class ThinkerPool:
    """Keeps one thinker for each game asked for, warmed up for each board and kind of search."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._thinkers: dict[str, Levelled] = {}
        self._ready: dict[tuple[str, str, tuple[str, ...]], Future[Thinker]] = {}
        self._loading = threading.Lock()
        self._stand_in: Future[InterpretedThinker] | None = None

    def prepare(self, position: Position, settings: Settings) -> Future[Thinker]:
        """Begin to warm up such searches on this position's board, unless that has been done."""
        name, parts = position.game.name, _parts_for(position, settings)
        future: Future[Thinker] = Future()
        # In one step, for two threads may ask at once.
        kept = self._ready.setdefault((name, position.board.name, parts), future)
        if kept is future:
            _in_background(f"prepare {name}", lambda: self._make(position, settings, parts, future))
        return kept

    def _make(
        self, position: Position, settings: Settings, parts: tuple[str, ...], future: Future[Thinker]
    ) -> None:
        name = position.game.name
        try:
            if missing_parts(name, parts):
                self._tell_compiling(name, parts)
                self._call_stand_in()
                compile_beside(name, parts)
            # One at a time: numba lets only one thread load anyway.
            with self._loading:
                # The thinker in use may be searching: then another one loads for it.
                thinker = levelled_thinker_for(name)
                if parts:
                    # What only the end needs is loaded too, unless it would have to be compiled first.
                    ends = not missing_parts(name)
                    thinker.warm_up(position, replace(settings, seed=None), ends=ends)
                thinker = self._thinkers.setdefault(name, thinker)
        except Exception as error:
            self._write(f"info string error: {name} cannot be prepared: {type(error).__name__}: {error}")
            future.set_exception(error)
            return
        future.set_result(thinker)
        self._dismiss()

    def _tell_compiling(self, name: str, parts: tuple[str, ...]) -> None:
        seconds = math.ceil(seconds_to_compile(name, parts))
        self._write(compiling_line(name, seconds))

    def _call_stand_in(self) -> None:
        """Have a process think at low levels meanwhile."""
        if self._stand_in is None:
            stand_in: Future[InterpretedThinker] = Future()
            self._stand_in = stand_in
            _in_background("stand-in", lambda: _settle(stand_in, InterpretedThinker))

    def _substitute(self, position: Position, settings: Settings) -> Thinker | None:
        """The thinker that can be used until the own one is compiled, if there is any."""
        stand_in = self._stand_in
        if stand_in is None or settings.level is None or not stand_in.done() or stand_in.exception():
            return None
        levels = engine_for(position.game.name).levels
        able = all(can_be_interpreted(levels[number - 1]) for number in mixed(settings.level))
        return stand_in.result() if able else None

    def _dismiss(self) -> None:
        """End the stand-in when all that was asked for is ready and its last search is long over."""
        stand_in = self._stand_in
        if stand_in is not None and all(future.done() for future in list(self._ready.values())):
            self._stand_in = None
            closing = threading.Timer(DISMISSED_AFTER, lambda: _close(stand_in))
            closing.daemon = True
            closing.start()

    def when_ready(self, position: Position, settings: Settings, call: Callable[[], None]) -> None:
        """Call back when a search of this position can begin; at once if it can."""
        future = self.prepare(position, settings)
        if future.done():
            call()
            return
        if self._stand_in is not None and not self._substitute(position, settings):
            self._tell_compiling(position.game.name, _parts_for(position, settings))

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


def _parts_for(position: Position, settings: Settings) -> tuple[str, ...]:
    """The parts that the searches at the level of the settings need."""
    from stonefield.engine.compiled import INTERPRETED

    engine = engine_for(position.game.name)
    if INTERPRETED:
        return ()
    searches = searches_at(engine.levels, settings)
    return tuple(dict.fromkeys(part for search in searches for part in engine.parts_for(position, search)))


def _in_background(name: str, work: Callable[[], None]) -> None:
    threading.Thread(target=work, name=name, daemon=True).start()


def _settle(future: Future[InterpretedThinker], make: Callable[[], InterpretedThinker]) -> None:
    try:
        future.set_result(make())
    except StonefieldError as error:
        future.set_exception(error)


def _close(stand_in: Future[InterpretedThinker]) -> None:
    if stand_in.exception() is None:
        stand_in.result().close()
