"""Stalls of the event loop: tests notice them, and so does an operator."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest

from stonefield.server import metrics, stalls

from .loop_watch import yardstick
from .serverprocess import PATIENCE, ServerThread
from .ugi_programs import INFO, program


def burn() -> None:
    """Compute for many times as long as a callback may."""
    for _ in range(20):
        yardstick()


def in_the_loop(server, function, *arguments) -> None:
    async def call() -> None:
        function(*arguments)

    asyncio.run_coroutine_threadsafe(call(), server.loop).result(PATIENCE)


@pytest.fixture
def watched(tmp_path):
    return ServerThread(f"sqlite:///{tmp_path}/here.db", engine_command=program(tmp_path, INFO)).start()


def test_a_test_fails_when_something_computes_in_the_loop_for_long(watched):
    in_the_loop(watched, burn)
    with pytest.raises(AssertionError, match=r"busy for long:\n\d+ ms in .*call.*yardstick"):
        watched.stop()


def test_a_loop_that_only_waits_or_computes_a_little_is_not_blamed(watched):
    in_the_loop(watched, time.sleep, 0.3)
    in_the_loop(watched, sum, range(10_000))
    watched.stop()


def values() -> dict[str, float]:
    lines = [line for line in metrics.exposition().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def doze() -> None:
    """Nothing else happens in the loop meanwhile."""
    time.sleep(1)


def test_an_operator_sees_stalls_and_what_the_loop_was_doing(watched, caplog):
    caplog.set_level(logging.WARNING)
    before = values()["stonefield_loop_stalls_total"]
    in_the_loop(watched, doze)
    in_the_loop(watched, doze)
    deadline = time.monotonic() + PATIENCE
    while values()["stonefield_loop_stalls_total"] < before + 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert values()["stonefield_loop_longest_stall_seconds"] > stalls.LATE_SECONDS
    lines = [line for line in caplog.messages if "held up" in line]
    assert len(lines) == 1, "at most one line per minute"
    assert "test_stalls.doze" in lines[0]
    watched.stop()
