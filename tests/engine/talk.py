"""A raw conversation with a UGI engine: lines in, lines out, nothing understood."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading

PATIENCE = 180.0


class Talk:
    """An engine in a process of its own."""

    def __init__(self, *, env=None):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stonefield.engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str | bytes):
        for line in lines:
            self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()

    def line(self, patience: float = PATIENCE) -> str:
        line = self._lines.get(timeout=patience)
        assert line is not None, "the engine has ended"
        return line

    def silent(self, seconds: float) -> bool:
        """Whether nothing is said for a while."""
        try:
            self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def until(self, word: str) -> list[str]:
        """All lines up to the first that begins with a word."""
        lines = [self.line()]
        while lines[-1].split(" ")[0] != word:
            lines.append(self.line())
        return lines

    def ask(self, question: str, word: str) -> list[str]:
        self.send(question)
        return self.until(word)

    def query(self, question: str) -> str:
        return self.ask(f"query {question}", "response")[-1].removeprefix("response ")

    def settle(self):
        """Wait until everything sent so far has been done; what was said meanwhile."""
        return self.ask("isready", "readyok")[:-1]

    def close(self):
        self.process.kill()
        self.process.wait()
