"""The thinker pool warms up what a board needs, and no more."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import threading
from stonefield.engine.carnac.simulate import simulate
from stonefield.engine.warmup import ThinkerPool
from stonefield.games import carnac

pool, never = ThinkerPool(print), threading.Event()
kept = set()
for board in ("large", "medium", "8x5", "small"):
    kept.add(pool.thinker(carnac.start(board), never))
    print(board, len(simulate.signatures))
print(len(kept))
"""


def test_the_search_on_small_boards_is_loaded_with_the_first_of_them_for_the_same_thinker():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("info")]
    assert lines == ["large 1", "medium 1", "8x5 2", "small 2", "1"]
