"""Stalls of the event loop: tests notice them, and so does an operator."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest

from stonefield.server import metrics, stalls
from stonefield.server.stalls import Watchdog

from .serverprocess import PATIENCE, ServerThread
from .ugi_programs import INFO, program


def burn() -> None:
    """Compute for many times as long as a callback may."""
    sum(len(str(number)) for number in range(3_000_000))


def in_the_loop(server, function, *arguments) -> None:
    async def call() -> None:
        function(*arguments)

    asyncio.run_coroutine_threadsafe(call(), server.loop).result(PATIENCE)


@pytest.fixture
def watched(tmp_path):
    return ServerThread(f"sqlite:///{tmp_path}/here.db", engine_command=program(tmp_path, INFO)).start()


def test_a_test_fails_when_something_computes_in_the_loop_for_long(watched):
    in_the_loop(watched, burn)
    with pytest.raises(AssertionError, match=r"busy for long:\n\d+ ms in .*call.*burn"):
        watched.stop()


def test_a_loop_that_only_waits_or_computes_a_little_is_not_blamed(watched):
    in_the_loop(watched, time.sleep, 0.3)
    in_the_loop(watched, sum, range(10_000))
    watched.stop()


def values() -> dict[str, float]:
    lines = [line for line in metrics.exposition().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_stalls_are_counted_and_told_at_most_once_per_minute(caplog):
    caplog.set_level(logging.WARNING)
    before = values()["stonefield_loop_stalls_total"]
    watchdog = Watchdog()
    watchdog.beat(1_000.0)
    for now in (1_000.2, 1_000.4, 1_030.0, 1_060.3, 1_061.0):
        watchdog.look(now)
    assert [line.split(" by ")[0] for line in caplog.messages] == [
        "the event loop is held up for 0.35 s",
        "the event loop is held up for 60.95 s",
    ]
    watchdog.beat(1_070.0)
    watchdog.beat(1_070.06)
    assert values()["stonefield_loop_stalls_total"] == before + 1
    assert values()["stonefield_loop_longest_stall_seconds"] == pytest.approx(69.95)


def doze() -> None:
    """Nothing else happens in the loop meanwhile."""
    time.sleep(2 * stalls.LATE_SECONDS)


def test_an_operator_sees_what_the_loop_was_doing(watched, caplog):
    caplog.set_level(logging.WARNING)
    in_the_loop(watched, doze)
    assert any("held up" in line and "test_stalls.doze" in line for line in caplog.messages)
    watched.stop()
