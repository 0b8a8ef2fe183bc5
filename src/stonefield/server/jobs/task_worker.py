"""A worker for tasks: one process of our own (`__main__.py`), ended when a task takes too long."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys

from stonefield.server.jobs.job import Answer, End, Failed, TaskJob
from stonefield.server.jobs.queue import Lease
from stonefield.server.jobs.worker import Worker

COMMAND = (sys.executable, "-m", "stonefield.server.jobs")
START_SECONDS = 60.0
"""How long a new process may take to get ready on a busy machine."""
LONGEST_ANSWER = 2**30
RETRY = 2.0
LATE = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process whose processor time is up; none where the system has no such timer."""


class _Costly(Exception):
    """A task took more processor time than there is for one."""


class TaskWorker(Worker):
    """Answers task jobs; what has begun is finished, and known to the next person who asks."""

    _process: asyncio.subprocess.Process | None = None

    @property
    def is_ready(self) -> bool:
        return self._process is not None

    async def prepare(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=pipe, stdout=pipe, limit=LONGEST_ANSWER
        )
        async with asyncio.timeout(START_SECONDS):
            await self._said(self._process)

    async def work(self, lease: Lease) -> End:
        process, job, limits = self._process, lease.job, lease.limits
        assert process is not None
        assert process.stdin is not None
        assert isinstance(job, TaskJob)
        head = f"{limits.memory} {limits.seconds} {2 * limits.patience} {job.name} "
        async with asyncio.timeout(limits.patience):
            with contextlib.suppress(ConnectionError):
                process.stdin.write(f"{head}{job.arguments}\n".encode())
                await process.stdin.drain()
            milliseconds, how, answer = (await self._said(process)).split(" ", 2)
        if how == "refused":
            code, detail, place = json.loads(answer)
            return Failed(job.id, code, detail, place, milliseconds=int(milliseconds))
        return Answer(job.id, result=answer, milliseconds=int(milliseconds))

    async def _said(self, process: asyncio.subprocess.Process) -> str:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise _Costly if await process.wait() == -LATE else RuntimeError("a process for tasks has ended")
        return line.decode()

    def failure(self, lease: Lease, error: Exception) -> Failed:
        job = lease.job.id
        if isinstance(error, _Costly):
            told = "this takes the server too long; try it with something shorter"
            return Failed(job, "too_large", told, milliseconds=round(1_000 * lease.limits.seconds))
        busy = isinstance(error, TimeoutError)
        told = "the server has too much to do" if busy else "this could not be worked out"
        return Failed(job, "busy", f"{told}; try again later", retry_after=RETRY)

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            assert process.stdin is not None
            process.stdin.close()
