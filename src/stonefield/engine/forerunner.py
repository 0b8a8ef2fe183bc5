"""A helper process for the very first start: it compiles a game from the other end, into the same cache.

numba compiles on one core only. While an engine compiles its search first and its solver last, a forerunner
begins with the solver, and whoever comes second finds the compiled code on the disk. Last it compiles what
other boards need, for which the engine does not wait.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from stonefield.engine.thinkers import thinker_for
from stonefield.engine.thought import Limits, Settings


def send(game_name: str) -> None:
    """Start a forerunner if there is one for the game and a core is free for it; it ends by itself."""
    cores = os.cpu_count() or 1
    if game_name != "carnac" or cores < 2 or os.getloadavg()[0] > cores - 0.5:
        return
    silent = subprocess.DEVNULL
    subprocess.Popen([sys.executable, "-m", __name__, game_name], stdin=silent, stdout=silent, stderr=silent)


def run() -> None:
    """Compile the solver of Carnac, the search led by the network, then the one on small boards."""
    from stonefield.engine.carnac.solver import solve
    from stonefield.games import carnac

    solve(carnac.start("3x3", stock=2), table_mb=1)
    for board, network in (("medium", True), ("small", False)):
        quick = Settings(threads=1, hash_mb=1, seed=1, network=network)
        thinker_for("carnac").think(carnac.start(board), Limits(nodes=20), quick, stop=threading.Event())


if __name__ == "__main__":
    run()
