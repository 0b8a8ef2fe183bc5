"""Processes of the attack suite that work on their own and report as JSON when they are asked to."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable

BEGUN = b"begun\n"
PATIENCE = 180.0
"""Seconds that a process may take to begin, and to report: the machine may be busy."""
LAST_SECONDS = 10.0
"""Seconds that a process has left after its last report."""


class Reporter:
    """`python -m attack.MODULE` in a process of its own."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = [sys.executable, "-m", f"attack.{module}", *arguments]
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Return once it has begun."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        async with asyncio.timeout(PATIENCE):
            said = await self._process.stdout.readline()
        if said != BEGUN:
            raise ConnectionError(f"{' '.join(self._command[1:])} did not begin")

    @property
    def is_over(self) -> bool:
        """Whether it has ended; not before it was started."""
        return self._process is not None and self._process.returncode is not None

    async def report(self) -> dict:
        """What has happened since the last report."""
        self._process.stdin.write(b"\n")
        return await self._read()

    async def end(self) -> dict:
        """The last report; the process is over."""
        self._process.stdin.close()
        try:
            return await self._read()
        finally:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), LAST_SECONDS)
            await self.stop()

    async def _read(self) -> dict:
        async with asyncio.timeout(PATIENCE):
            said = await self._process.stdout.readline()
        if not said:
            raise ConnectionError(f"{' '.join(self._command[1:])} is gone")
        return json.loads(said)

    async def stop(self) -> None:
        """Kill it, whatever it does."""
        if self._process is not None and not self.is_over:
            self._process.kill()
            await self._process.wait()


class Tireless:
    """A reporter that is started again when it has ended, and whose failures harm nothing else."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._arguments = (module, *arguments)
        self._running: Reporter | None = None
        self._starting: asyncio.Task[None] | None = None
        self._starts = 0

    @property
    def ended(self) -> int:
        """How often it had to be started again since this was last asked."""
        ended, self._starts = max(0, self._starts - 1), min(1, self._starts)
        return ended

    async def report(self) -> dict:
        """What has happened since the last report; empty while it is being started."""
        try:
            if self._running is None or self._running.is_over:
                self._starts += 1
                self._running = Reporter(*self._arguments)
                self._starting = asyncio.ensure_future(self._running.start())
            elif self._starting.done():
                self._starting.result()
                return await self._running.report()
        except (OSError, TimeoutError, ValueError):
            await self.stop()
        return {}

    async def stop(self) -> None:
        if self._running is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
            await self._running.stop()
            self._running = None


async def report_when_asked(news: Callable[[], dict]) -> None:
    """The other side: a report for every line of input; at its end a last one, and the process is over."""
    print(BEGUN.decode(), end="", flush=True)
    while True:
        line = await asyncio.to_thread(sys.stdin.readline)
        print(json.dumps(news()), flush=True)
        if not line:
            os._exit(0)
