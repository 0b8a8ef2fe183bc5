"""Compiles the engine into the cache, part by part in the order of need, in processes of their own.

A part is compiled once: the first process that asks holds its lock, others wait for it and find it done.

``python -m stonefield.engine.precompile [GAME [PART …]]`` compiles these parts, or all of all games side by
side, and says so; ``--missing`` lists what is not compiled yet. With ``--beside`` it ends when its input
does: what is compiled by then is kept.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

from stonefield.engine.cache import locked, mark_compiled, missing_parts
from stonefield.engine.game_engine import engine_for
from stonefield.games.game import games

IN_THE_BACKGROUND, WAITED_FOR = 10, 5
"""How nice a process is that compiles what may be needed soon, or what a player waits for; playing is 0."""
_COMMAND = (sys.executable, "-m", "stonefield.engine.precompile", "--beside")


class Helper:
    """A process that compiles; it ends by itself, or with this process."""

    def __init__(self, *parts: str, niceness: int) -> None:
        self._process = subprocess.Popen(
            [*_COMMAND, *parts],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        # From here, as a process that makes itself nice has run its imports before.
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, niceness)

    def wait(self) -> None:
        """Return when it has ended, however that went."""
        self._process.wait()

    def close(self) -> None:
        """End it now."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def compile_beside(game: str, names: Sequence[str]) -> None:
    """Have the missing of these parts compiled by another process, and wait for it."""
    if parts := missing_parts(game, names):
        Helper(game, *(part.name for part in parts), niceness=WAITED_FOR).wait()


def compile_in_background() -> Helper | None:
    """Have everything compiled that is not, at low priority; None if nothing is missing."""
    if not any(missing_parts(game.name) for game in games()):
        return None
    return Helper(niceness=IN_THE_BACKGROUND)


def collect_rarely() -> None:
    """Let Python look for garbage less often: compiling makes many small objects, and hardly any cycles."""
    gc.set_threshold(50_000, 20, 20)


def compile_parts(game: str, names: Sequence[str]) -> None:
    """Compile the named parts of a game, or all if none are named, unless that is done."""
    for part in engine_for(game).parts:
        if names and part.name not in names:
            continue
        with locked(game, part.name):
            if missing_parts(game, [part.name]):
                began = time.perf_counter()
                part.compile()
                mark_compiled(game, part.name, time.perf_counter() - began)
        # A whole line at once: the games are compiled side by side, and both speak.
        sys.stdout.write(f"{game}: {part.name}\n")
        sys.stdout.flush()


def compile_games() -> int:
    """Compile every game, each in a process of its own; 0 if all went well."""
    processes = [subprocess.Popen([*_COMMAND, game.name], stdin=subprocess.PIPE) for game in games()]
    return max(process.wait() for process in processes)


def _leave_with_parent() -> None:
    """End when our input does: the process that waited for us is gone."""
    # Not by a buffered file: its lock would be held when this process ends by itself.
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os._exit(0)


def main() -> int:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(prog="python -m stonefield.engine.precompile")
    parser.add_argument("game", nargs="?", choices=[game.name for game in games()])
    parser.add_argument("part", nargs="*")
    parser.add_argument("--missing", action="store_true", help="only list what is not compiled yet")
    parser.add_argument("--beside", action="store_true", help="end when standard input does")
    given = parser.parse_args()
    if given.missing:
        for game in games():
            for part in missing_parts(game.name, given.part or None):
                print(f"{game.name}: {part.name}")
        return 0
    if given.beside:
        threading.Thread(target=_leave_with_parent, name="parent", daemon=True).start()
    if given.game is None:
        return compile_games()
    unknown = set(given.part) - {part.name for part in engine_for(given.game).parts}
    if unknown:
        parser.error(f"{given.game} has no part {', '.join(sorted(unknown))}")
    collect_rarely()
    compile_parts(given.game, given.part)
    return 0


if __name__ == "__main__":
    sys.exit(main())
