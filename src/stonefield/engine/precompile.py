"""A helper process for the very first start: it compiles a game from the other end, into the same cache.

numba compiles on one core only. While an engine compiles its search first and its solver last, the helper
begins with the solver, and whoever comes second finds the compiled code on the disk. Last it compiles what
other boards need, for which the engine does not wait.
"""

from __future__ import annotations

import os
import subprocess
import sys

from stonefield.engine.registry import engine_for


def start(game_name: str) -> None:
    """Start a helper if the game has work for it and a core is free; it ends by itself."""
    cores = os.cpu_count() or 1
    if not engine_for(game_name).precompilations() or cores < 2 or os.getloadavg()[0] > cores - 0.5:
        return
    silent = subprocess.DEVNULL
    subprocess.Popen([sys.executable, "-m", __name__, game_name], stdin=silent, stdout=silent, stderr=silent)


def run(game_name: str) -> None:
    """Compile what the game lists."""
    for compile_part in engine_for(game_name).precompilations():
        compile_part()


if __name__ == "__main__":
    run(sys.argv[1])
