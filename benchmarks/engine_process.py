"""An engine in a process of its own, as benchmarks ask it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Self


class EngineProcess:
    """Speaks UGI, line by line."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        command = [sys.executable, "-m", "stonefield", "ugi"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.send("quit")
        self._process.wait()

    def send(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._process.stdin, flush=True)

    def wait_for(self, command: str, beginning: str, *, since: float | None = None) -> float:
        """Seconds from a command to a line with this beginning."""
        began = since or time.perf_counter()
        self.send(command)
        for line in self._process.stdout:
            if line.startswith(beginning):
                return time.perf_counter() - began
        raise RuntimeError(f"the engine ended before it said `{beginning}`")

    def set_up(self, game: str, board: str, *, since: float | None = None, **more: object) -> float:
        options = {"Game": game, "Board": board, **more}
        self.send(*(f"setoption name {name} value {value}" for name, value in options.items()), "uginewgame")
        return self.wait_for("isready", "readyok", since=since)

    @property
    def megabytes(self) -> float:
        """What the process holds in memory now."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
