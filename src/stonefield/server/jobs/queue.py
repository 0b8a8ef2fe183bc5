"""Where jobs wait: those who ask put them in, workers take them out, and neither knows the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from stonefield.server.jobs.job import End, Failed, Job, Message
from stonefield.server.jobs.kinds import Kind
from stonefield.server.protocol.problems import Refusal

RETRY = 2.0
"""Seconds after which a person who was refused may try again."""


@dataclass(frozen=True, slots=True)
class Lane:
    """What a worker takes: classes of work, and of other classes what is soon done."""

    whole: tuple[str, ...] = ()
    short: tuple[str, ...] = ()

    def takes(self, job: Job) -> bool:
        return job.kind in self.whole or (job.is_short and job.kind in self.short)


ENGINE, SHORT_ENGINE = Lane(("engine",)), Lane(short=("engine",))
SHORT_TASKS = Lane(("short",))
TASK_LANES = SHORT_TASKS, Lane(("film",)), Lane(("long", "short"), ("film",)), Lane(("proof",))
"""What is soon done never waits for what takes long, and nothing else for a long film or a proof."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A job that a worker has taken: until it has ended, no other worker has it."""

    job: Job
    limits: Kind
    attempt: int
    """What the worker of an earlier attempt says is not heard."""


class AskersQueue(Protocol):
    """Where those who ask put their jobs."""

    prepared: asyncio.Event
    """Set once an engine has been ready to think."""

    async def put(self, job: Job, hear: Callable[[Message], None]) -> None:
        """Let a job wait; ``hear`` gets its messages. Refusal: too much of a person, or of all, waits."""

    def cancel(self, id: str) -> None:
        """A job is no longer wanted: it is not begun, and a search stops at once."""

    def count(self, kind: str) -> tuple[int, int]:
        """How many jobs of a class wait, and how many are being worked at."""

    def warm_up(self, lane: Lane) -> None:
        """Let a worker get ready before there is work, if none is."""

    def absent(self) -> list[str]:
        """The classes of work for which no worker is there."""


class WorkersQueue(Protocol):
    """Where workers get jobs."""

    prepared: asyncio.Event
    """To be set once an engine has been ready to think."""

    async def wanted(self, lane: Lane) -> None:
        """Return when a worker that is not ready should get ready."""

    async def take(self, lane: Lane) -> Lease:
        """The next job, once there is one."""

    def progress(self, lease: Lease, message: Message) -> None:
        """Say something of a job."""

    def finish(self, lease: Lease, end: End) -> None:
        """A job has ended."""

    def give_up(self, lease: Lease, failed: Failed) -> None:
        """Let a job be tried again; if that was done often enough, it has failed."""

    async def cancelled(self, lease: Lease) -> None:
        """Return when a job is no longer wanted."""


class Queue(AskersQueue, WorkersQueue, Protocol):
    """Jobs, fair by person over all classes of work."""


def check_room(job: Job, limits: Kind, of_one: int, of_all: int) -> None:
    """Refusal if so many jobs of this person about this, or of all, wait that no more may."""
    if not job.is_limited:
        return
    if of_one >= limits.most_of_one:
        if job.kind == "engine":
            raise Refusal("engine_busy", "your earlier questions are not answered yet", retry_after=1)
        raise Refusal("too_many", "your earlier requests are not answered yet", retry_after=RETRY)
    if of_all >= limits.most_waiting:
        raise Refusal("busy", "too many requests wait already", retry_after=RETRY)
