"""A small pool of workers: a fair queue, a limit of time and memory, and a cache for what is asked again."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import logging
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stonefield.server.background import background
from stonefield.server.fair_queue import FairQueue
from stonefield.server.protocol.problems import Refusal
from stonefield.server.workers.wire import HEAD, LATE, TAKEN, length, packed

SECONDS = 5.0
"""Processor time that one task may take: nobody is refused because others keep the machine busy."""
PATIENCE = 30.0
"""How long it may take in any case."""
MEMORY = 768 * 2**20
START_SECONDS = 60.0
"""How long a new worker may take to get ready on a busy machine."""
MOST_WAITING, MOST_WAITING_OF_ONE = 400, 40
CACHE_BYTES = 16 * 2**20
RETRY = 2.0
LONG = {
    "read_record", "draw_png", "draw_film", "measure_film", "index_game", "read_study", "write_study",
    "refute_try", "play_endgame", "judge_review",
}  # fmt: skip
"""Tasks that may take long; one worker does only the others."""
logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Task:
    """Something to be worked out for somebody."""

    question: bytes
    number: int
    person: str
    is_short: bool
    answer: asyncio.Future[bytes]
    priority: int = 0
    game: str = ""


class Workers:
    """Two processes at the most, each started when it is first needed; the second does only short tasks."""

    def __init__(
        self,
        *,
        seconds: float = SECONDS,
        patience: float = PATIENCE,
        memory: int = MEMORY,
        most_of_one: int = MOST_WAITING_OF_ONE,
        bill: Callable[[str, float], None] | None = None,
    ) -> None:
        """``bill`` hears the milliseconds of processor that were taken, and for whom."""
        self._seconds, self._patience, self._most_of_one, self._bill = seconds, patience, most_of_one, bill
        limits = (str(memory), str(seconds), str(2 * patience))
        self._command = (sys.executable, "-m", "stonefield.server.workers", *limits)
        self._queue: FairQueue[Task] = FairQueue()
        self._waiting: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._numbers = itertools.count()
        self._hired: dict[bool, asyncio.Task[None]] = {}
        self._known = _Cache(CACHE_BYTES)

    async def do(self, task: str, *arguments: Any, person: str, short: bool | None = None) -> Any:
        """The answer to a task of ``tasks.TASKS``, asked by the address ``person``.

        ``short`` says whether it is soon done, where the name of the task does not. Cancelled before a worker
        has begun, it is dropped; what has begun is finished, and known to the next who asks. Refusal: it was
        refused, takes too much time or memory, or too much else waits.
        """
        question = packed([task, arguments])
        known = self._known.get(question)
        if known is None:
            is_short = task not in LONG if short is None else short
            known = await self._ask(question, is_short=is_short, person=person)
        return json.loads(known)["answer"]

    async def close(self) -> None:
        """End all workers."""
        for worker in self._hired.values():
            worker.cancel()
        await asyncio.gather(*self._hired.values(), return_exceptions=True)

    async def _ask(self, question: bytes, *, is_short: bool, person: str) -> bytes:
        if self._waiting[person] >= self._most_of_one:
            raise Refusal("too_many", "your earlier requests are not answered yet", retry_after=RETRY)
        if self._waiting.total() >= MOST_WAITING:
            raise Refusal("busy", "too many requests wait already", retry_after=RETRY)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        task = Task(question, next(self._numbers), person, is_short, answer)
        self._waiting[person] += 1
        try:
            self._queue.put(task)
            self._news.set()
            if is_short not in self._hired:
                self._hired[is_short] = background(self._work(is_short), name="worker")
            return await answer
        finally:
            self._queue.drop(task)
            self._waiting[person] -= 1
            if not self._waiting[person]:
                del self._waiting[person]

    async def _work(self, short: bool) -> None:
        clock = asyncio.get_running_loop().time
        worker: _Worker | None = None
        try:
            while True:
                task = await self._next(short)
                began, taken = clock(), 0.0
                try:
                    if worker is None:
                        worker = await _Worker.start(self._command)
                        began = clock()
                    answer, taken = await worker.ask(task.question, self._patience)
                except Exception as error:
                    # Whatever it was: without a worker, those who wait would wait for ever.
                    if worker is not None:
                        await worker.stop()
                    worker = None
                    taken = 1_000 * self._seconds if isinstance(error, _Costly) else 0.0
                    _fail(task, error)
                else:
                    self._settle(task, answer)
                self._queue.spend(task.person, clock() - began)
                if self._bill is not None and task.person:
                    self._bill(task.person, taken)
        finally:
            if worker is not None:
                await worker.stop()

    async def _next(self, short: bool) -> Task:
        while (task := self._queue.take(short=short)) is None:
            self._news.clear()
            await self._news.wait()
        return task

    def _settle(self, task: Task, answer: bytes) -> None:
        refused = json.loads(answer).get("refused") if answer.startswith(b'{"refused"') else None
        if refused is None:
            self._known.put(task.question, answer)
        if task.answer.done():
            return
        if refused is None:
            task.answer.set_result(answer)
        else:
            task.answer.set_exception(Refusal(*refused))


class _Costly(Exception):
    """A task took more processor time than there is for one."""


def _fail(task: Task, error: Exception) -> None:
    if isinstance(error, _Costly):
        refusal = Refusal("too_large", "this takes the server too long; try it with something shorter")
    elif isinstance(error, TimeoutError):
        refusal = Refusal("busy", "the server has too much to do; try again later", retry_after=RETRY)
    else:
        logger.error("a worker failed: %r", error)
        refusal = Refusal("busy", "this could not be worked out; try again later", retry_after=RETRY)
    if not task.answer.done():
        task.answer.set_exception(refusal)


class _Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._in, self._out = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, command: tuple[str, ...]) -> _Worker:
        """A worker that is ready."""
        worker = cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        )
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker._hear()
        except BaseException as error:
            await worker.stop()
            if isinstance(error, TimeoutError):
                raise RuntimeError("a worker does not get ready") from None
            raise
        return worker

    async def ask(self, question: bytes, patience: float) -> tuple[bytes, float]:
        """What it answers, and the milliseconds of processor that took.

        TimeoutError if it takes longer, _Costly if the task itself takes so long.
        """
        try:
            async with asyncio.timeout(patience):
                self._in.write(question)
                await self._in.drain()
                return await self._hear()
        except (asyncio.IncompleteReadError, ConnectionError):
            if await self._process.wait() == -LATE:
                raise _Costly from None
            raise

    async def _hear(self) -> tuple[bytes, float]:
        taken = length(await self._out.readexactly(TAKEN))
        return await self._out.readexactly(length(await self._out.readexactly(HEAD))), taken

    async def stop(self) -> None:
        """End it, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._in.close()


class _Cache:
    """Answers by their question, the ones used least recently forgotten first; so many bytes in all."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, question: bytes) -> bytes | None:
        key = hashlib.sha256(question).digest()
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def put(self, question: bytes, answer: bytes) -> None:
        key = hashlib.sha256(question).digest()
        self._size += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self._size > self._most:
            self._size -= len(self._answers.popitem(last=False)[1])
