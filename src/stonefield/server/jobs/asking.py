"""The side that asks: what an engine thinks, and what tasks return."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
from collections.abc import AsyncGenerator, Callable
from typing import ParamSpec, TypeVar

from stonefield.engine.outlook import Outlook
from stonefield.engine.thinker import Thought
from stonefield.server.jobs.cache import ByteCache
from stonefield.server.jobs.job import Answer, End, EngineJob, Failed, Job, Message, TaskJob
from stonefield.server.jobs.kinds import KINDS, TASKS
from stonefield.server.jobs.queue import AskersQueue
from stonefield.server.protocol.problems import Refusal

P = ParamSpec("P")
T = TypeVar("T")
CACHE_BYTES = 48 * 2**20


class Jobs:
    """Everything that is asked for; to cancel a question cancels its job."""

    def __init__(self, queue: AskersQueue, bill: Callable[[str, float], None] | None = None) -> None:
        """``bill`` hears the milliseconds of processor that were taken, and for whom."""
        self.queue, self._bill = queue, bill
        self._known = ByteCache(CACHE_BYTES)
        self._answered: float | None = None

    async def ask(self, job: Job) -> AsyncGenerator[Message, None]:
        """All that is said of a job, up to its `End`. Refusal: too much waits already."""
        heard: asyncio.Queue[Message] = asyncio.Queue()

        def hear(message: Message) -> None:
            if isinstance(message, End):
                self._settle(job, message)
            heard.put_nowait(message)

        await self.queue.put(job, hear)
        try:
            message: Message | None = None
            while not isinstance(message, End):
                yield (message := await heard.get())
        finally:
            self.queue.cancel(job.id)

    async def think(self, job: EngineJob, hear: Callable[[Message], None] | None = None) -> Thought:
        """What the engine thinks; ``hear`` gets what is said meanwhile."""
        thought = (await self._answer(job, hear)).thought
        assert thought is not None
        return thought

    async def outlook(self, job: EngineJob) -> Outlook | None:
        """What the engine expects of the end, if it knows."""
        return (await self._answer(job)).outlook

    async def do(self, for_whom: str, task: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """What a task returns. Refusal: it was refused, takes too much time or memory, or too much waits.

        Cancelled before a worker has begun, it is dropped; what has begun is finished, and kept.
        """
        name, arguments = task.__name__, json.dumps([args, options], separators=(",", ":"))
        _, kind, is_short = TASKS[name]
        job = TaskJob(name=name, arguments=arguments, kind=kind, is_short=is_short, for_whom=for_whom)
        known = self._known.get(_key(job))
        found: T = json.loads(known or (await self._answer(job)).result)
        return found

    async def _answer(self, job: Job, hear: Callable[[Message], None] | None = None) -> Answer:
        async with contextlib.aclosing(self.ask(job)) as messages:
            async for message in messages:
                if isinstance(message, Failed):
                    raise Refusal(
                        message.code, message.detail, message.place, retry_after=message.retry_after
                    )
                if isinstance(message, Answer):
                    return message
                if hear is not None:
                    hear(message)
        raise AssertionError("a job has an end")

    def _settle(self, job: Job, end: End) -> None:
        """Keep an answer and have it paid for, also if the person who asked has gone."""
        if isinstance(job, EngineJob):
            self._answered = time.monotonic() if isinstance(end, Answer) else self._answered
            return
        if isinstance(end, Answer):
            self._known.put(_key(job), end.result.encode())
        if self._bill is not None and KINDS[job.kind].is_billed and job.for_whom:
            self._bill(job.for_whom, end.milliseconds)

    def answered_within(self, seconds: float) -> bool:
        """Whether an engine has given an answer in the last seconds."""
        return self._answered is not None and time.monotonic() - self._answered <= seconds


def _key(job: TaskJob) -> bytes:
    return hashlib.sha256(f"{job.name} {job.arguments}".encode()).digest()
