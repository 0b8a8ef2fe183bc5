"""Searches for garbage: only what is new is looked at, and a sweep finds the rest."""

from __future__ import annotations

import subprocess
import sys

SEARCHES = """
import asyncio, gc, weakref
from stonefield.server import garbage

class Ring:
    def __init__(self):
        self.itself = self

async def main():
    garbage.SWEEP_SECONDS = 0.0
    garbage.keep_searches_short()
    assert gc.get_freeze_count() > 1_000 and gc.get_threshold() == garbage.THRESHOLDS
    held = [[number] for number in range(100_000)]
    before = gc.get_freeze_count()
    gc.collect()
    assert gc.get_freeze_count() >= before + 100_000, "what survives is not looked at again"
    assert len(gc.get_objects()) < 10_000

    young = weakref.ref(Ring())
    gc.collect()
    assert young() is None, "a circle that is new is found"

    ring = Ring()
    old = weakref.ref(ring)
    gc.collect()
    del ring
    gc.collect()
    assert old() is not None, "a circle that was frozen waits for the sweep"
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert old() is None, "the sweep finds it"
    print("done", len(held))

asyncio.run(main())
"""


def test_a_search_looks_only_at_what_is_new() -> None:
    # In a process of its own: it concerns everything that lives in one.
    run = subprocess.run([sys.executable, "-c", SEARCHES], capture_output=True, text=True, check=False)
    assert run.stdout == "done 100000\n", run.stderr
