"""Compiles the engine into the cache, in a process of its own: at set-up, or beside an engine's first start.

numba compiles on one core only. While an engine compiles what it was asked for first, a helper begins at the
other end, and whoever comes second finds the compiled code on the disk. Last the helper compiles the other
games, for which the engine does not wait.

``python -m stonefield.engine.precompile [GAME …]`` compiles these games, or all, and says so.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading

from stonefield.engine.registry import engine_for
from stonefield.games.game import games

COMPILING = 10
"""How nice the helper is; playing is 0."""
_COMMAND = (sys.executable, "-m", "stonefield.engine.precompile")
_BESIDE = "--beside"
_helpers: list[subprocess.Popen[bytes]] = []


def start(game_name: str) -> None:
    """Start a helper if there is work for it and a core is free; it ends by itself, or with this process."""
    cores = os.cpu_count() or 1
    if not engine_for(game_name).precompilations() or cores < 2 or os.getloadavg()[0] > cores - 0.5:
        return
    silent = subprocess.DEVNULL
    others = [game.name for game in games() if game.name != game_name]
    helper = subprocess.Popen(
        [*_COMMAND, _BESIDE, game_name, *others], stdin=subprocess.PIPE, stdout=silent, stderr=silent
    )
    _helpers.append(helper)  # Its input is open for as long as we are here.
    # Not the engine's own thread: one that waits for the processor with Python's lock holds up all others.
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, helper.pid, COMPILING)


def run(game_name: str) -> None:
    """Compile what the game lists."""
    for name, compile_part in engine_for(game_name).precompilations().items():
        # A whole line at once: the games are compiled side by side, and both speak.
        sys.stdout.write(f"{game_name}: {name}\n")
        sys.stdout.flush()
        compile_part()


def run_all() -> int:
    """Compile every game, side by side; 0 if all went well."""
    processes = [subprocess.Popen([*_COMMAND, game.name]) for game in games()]
    return max(process.wait() for process in processes)


def _leave_with_parent() -> None:
    """End when our input does: whoever waited for us is gone. What is compiled by then is kept."""
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    if _BESIDE in wanted:
        wanted.remove(_BESIDE)
        threading.Thread(target=_leave_with_parent, name="parent", daemon=True).start()
    for game in wanted:
        run(game)
    if not wanted:
        sys.exit(run_all())
