"""`stonefield work` as a process of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import psutil

PATIENCE = 180.0
WORK = (sys.executable, "-m", "stonefield", "work")


class WorkProcess:
    """Works for the servers over a database."""

    def __init__(self, role: str, database: str, *options: str):
        self.process = subprocess.Popen(
            [*WORK, role, "--database", database, "--log-level", "info", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        self.said.extend(iter(self.process.stdout.readline, ""))

    def until_said(self, words: str) -> WorkProcess:
        deadline = time.monotonic() + PATIENCE
        while not any(words in line for line in self.said):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"it did not say `{words}`:\n" + "".join(self.said))
            time.sleep(0.02)
        return self

    def children(self) -> list[psutil.Process]:
        """Its engines, or its processes for tasks."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def kill(self) -> None:
        """Kill -9, and whatever it leaves behind."""
        if self.process.poll() is not None:
            return
        left = self.children()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for child in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()

    def stop(self) -> int:
        """Ask it to go, as a service manager does; the exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE)
