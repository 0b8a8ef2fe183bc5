"""What a process has from outside, made virtual: the time of day and chance; and a small game to play."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from simulation.loop import Loop
from stonefield.games import plugin
from stonefield.games.plugin import GamePlugin
from stonefield.server import now
from stonefield.server.jobs import database_taker, participant
from stonefield.server.play import elsewhere
from stonefield.server.store import database_clock, job_takes, jobs

BEGAN = 1_000_000.0
"""The time of day, in seconds, at which every simulation begins."""
# Shorter than in earnest, so that they end within a short run:
LEASE_MS = 2_000
"""For how long a worker has a job."""
TELL_SECONDS, FORGET_MS = 2.0, 6_000
"""How often servers tell who is there, and for how long they remember what another one told."""
TRIO = GamePlugin(name="trio", game="third_game.trio:GAME")
"""A game of nine squares: most simulated games come to their end."""


class _Errors(logging.Handler):
    """What the product itself calls a mistake."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        # A database that does not answer is logged as an error too, without an exception.
        if record.exc_info and record.exc_info[1]:
            self._tell(f"{record.getMessage()}: {record.exc_info[1]!r}")


class _Corrections:
    """The correction of its machine's clock that each process has for itself."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._known: dict[int, now.Correction] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._known.setdefault(self._loop.current.number, now.Correction()), name)

    async def measured(self, engine: object) -> float:
        """How far the database's clock is ahead; a measurement is never exact."""
        return self._loop.chance.uniform(-0.005, 0.005) - self._loop.current.skew


@contextlib.contextmanager
def _garbage_kept(close: Callable[[], None]) -> Iterator[None]:
    """Collect garbage only at the end: what is collected when would depend on all that ran before.

    Then ``close`` is called. What killed processes were doing fails once more as it goes, unheard.
    """
    was_frozen = gc.get_freeze_count() > 0
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        logging.disable(logging.CRITICAL)
        with patch.object(sys, "unraisablehook", lambda _: None), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            close()
            gc.collect()
        logging.disable(logging.NOTSET)
        gc.enable()
        if not was_frozen:
            gc.unfreeze()


@contextlib.contextmanager
def virtual(loop: Loop, logged: Callable[[str], None], close: Callable[[], None]) -> Iterator[None]:
    """Within this, time and chance are the loop's; ``logged`` hears of errors that are logged.

    ``close`` ends the simulation.
    """
    chance = random.Random(loop.chance.getrandbits(64))
    seconds = lambda: BEGAN + loop.time()  # noqa: E731
    errors, logger = _Errors(logged), logging.getLogger("stonefield")
    before = logger.propagate, logger.level, random.getstate()
    with contextlib.ExitStack() as stack:
        for name in ("time", "monotonic", "perf_counter", "thread_time", "process_time"):
            stack.enter_context(patch.object(time, name, seconds))
            stack.enter_context(patch.object(time, f"{name}_ns", lambda: round(seconds() * 1e9)))
        stack.enter_context(patch.object(now, "_BEGAN", BEGAN))
        stack.enter_context(patch.object(os, "urandom", chance.randbytes))
        stack.enter_context(patch.object(random, "_urandom", chance.randbytes))
        corrections = _Corrections(loop)
        for module in (now, database_clock):
            stack.enter_context(patch.object(module, "correction", corrections))
        stack.enter_context(patch.object(database_clock, "measured_difference", corrections.measured))
        for module in (jobs, job_takes, database_taker):
            stack.enter_context(patch.object(module, "LEASE_MS", LEASE_MS))
        stack.enter_context(patch.object(elsewhere, "FORGET_MS", FORGET_MS))
        stack.enter_context(patch.object(participant, "RENEW_SECONDS", LEASE_MS / 3_000))
        stack.enter_context(patch.dict(plugin._PLUGINS, {TRIO.name: TRIO}))
        logger.addHandler(errors)
        # No other handler: also not the one of last resort, which writes to the terminal.
        logger.propagate = False
        logger.setLevel(logging.ERROR)
        random.seed(chance.getrandbits(64))
        stack.enter_context(_garbage_kept(close))
        try:
            yield
        finally:
            logger.removeHandler(errors)
            logger.propagate = before[0]
            logger.setLevel(before[1])
            random.setstate(before[2])
