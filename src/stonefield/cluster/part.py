"""A part of a cluster: a program that is started, watched, started again when it dies, and asked to end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO

from stonefield.cluster.programs import Account, ClusterError

FIRST_PAUSE, LONGEST_PAUSE, SETTLED = 0.2, 30.0, 20.0
"""Seconds before a part that has died is started again: the pause doubles up to the longest one, and is the
first one again after a part has lived long enough."""
ASKING_PAUSE = 0.1
"""Seconds between two questions whether a part is ready."""
STARTING, ENDING = 180.0, 20.0
"""Seconds that a part may take to be ready, and to end before it is killed."""
TAIL = 12
"""Lines of a log that are shown when its part does not start."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a part is: how it is started, when it is ready, how it ends."""

    name: str
    command: Sequence[str]
    address: str = ""
    """Where it listens, for people."""
    ready: Callable[[], Awaitable[bool]] | None = None
    """Whether it answers; None: as soon as it runs."""
    word: str = ""
    """What it says in its log once it is ready, where nothing can be asked of it."""
    environment: Mapping[str, str] = field(default_factory=dict)
    account: Account | None = None
    """Whom it runs as; None: as we do."""
    end: signal.Signals = signal.SIGTERM
    """What asks it to end in order."""


class RunningPart:
    """A part while the cluster runs."""

    def __init__(self, part: Part, log: Path, tell: Callable[[str], None]) -> None:
        """What the program says goes to ``log``; that it has died is told to people by ``tell``."""
        self.part, self.log, self._tell = part, log, tell
        self.starts = 0
        """How often it was started."""
        self._process: asyncio.subprocess.Process | None = None
        self._logged = 0
        """How long the log was when its process was started."""
        self._keeping: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        return self.part.name

    @property
    def pid(self) -> int | None:
        """Its process, None while there is none."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    def signal(self, number: signal.Signals) -> bool:
        """Send its process a signal; False if there is none."""
        if self.pid is None:
            return False
        os.kill(self.pid, number)
        return True

    async def start(self) -> None:
        """Start it, and keep it running; return once it is ready. ClusterError if it ends before that."""
        try:
            await self._start()
        except ClusterError:
            await self.stop()
            raise

    async def _start(self) -> None:
        self._keeping = asyncio.create_task(self._keep(), name=self.name)
        before = self.starts
        deadline = time.monotonic() + STARTING
        while not await self.is_ready():
            if self.starts > before + 1 or self._keeping.done() or time.monotonic() > deadline:
                raise ClusterError(f"{self.name} did not start: {self._last_words()}")
            await asyncio.sleep(ASKING_PAUSE)

    async def is_ready(self) -> bool:
        """Whether it runs and answers."""
        if self.pid is None or (self.part.word and not self._has_said(self.part.word)):
            return False
        return self.part.ready is None or await self.part.ready()

    def _has_said(self, word: str) -> bool:
        with self.log.open("rb") as log:
            log.seek(self._logged)
            return word.encode() in log.read()

    async def stop(self) -> None:
        """Ask it to end; kill it if that takes long."""
        if self._keeping is not None:
            self._keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await self._keeping
        process = self._process
        if process is None or process.returncode is not None:
            return
        self.signal(self.part.end)
        try:
            await asyncio.wait_for(process.wait(), ENDING)
        except TimeoutError:
            self._tell(f"{self.name} did not end within {ENDING:g} s and is killed")
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()

    async def restart(self) -> None:
        """Stop it in order and start it again; ClusterError if it ends before it is ready.

        Then it is started again and again, as after any other death.
        """
        await self.stop()
        await self._start()

    async def _keep(self) -> None:
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            process = await self._spawn()
            code = await process.wait()
            if time.monotonic() - began > SETTLED:
                pause = FIRST_PAUSE
            self._tell(f"{self.name} has ended ({_how(code)}) and is started again in {pause:g} s")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _spawn(self) -> asyncio.subprocess.Process:
        with self.log.open("ab") as log:
            self._logged = log.tell()
            # Shielded: a process that is started while we are asked to stop must be known, to be stopped too.
            spawning = asyncio.ensure_future(_spawn(self.part, log))
            try:
                self._process = await asyncio.shield(spawning)
            except asyncio.CancelledError:
                self._process = await spawning
                raise
            finally:
                self.starts += 1
        return self._process

    def _last_words(self) -> str:
        lines = self.log.read_text("utf-8", "replace").splitlines()[-TAIL:] if self.log.exists() else []
        return " | ".join(line.strip() for line in lines if line.strip()) or f"see {self.log}"


async def _spawn(part: Part, log: IO[bytes]) -> asyncio.subprocess.Process:
    account = part.account
    ids = {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}
    return await asyncio.create_subprocess_exec(
        *_ends_with_us(),
        *part.command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=log,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, **part.environment},
        # Ours may be closed to another account.
        cwd="/" if account else None,
        # So that Ctrl+C reaches us alone, and we end the parts in their order.
        start_new_session=True,
        **ids,  # type: ignore[arg-type]
    )


@cache
def _ends_with_us() -> tuple[str, ...]:
    """What has a program end when we are killed; Linux alone has that."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "TERM") if setpriv else ()


def _how(code: int) -> str:
    return f"status {code}" if code >= 0 else signal.Signals(-code).name
