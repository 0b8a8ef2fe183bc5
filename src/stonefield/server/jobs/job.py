"""Jobs and what is said of them on their way: text and numbers only, so that both can leave the process."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias
from uuid import uuid4

import pydantic_core
from pydantic import TypeAdapter

from stonefield.engine.outlook import Outlook
from stonefield.engine.thinker import Limits, Thought
from stonefield.server.jobs.fair_queue import BACKGROUND, Work
from stonefield.server.protocol.problems import Code
from stonefield.server.protocol.requests import Place

MOVE, HINT, OPINION, REVIEW = 0, 1, 2, BACKGROUND
"""Priorities: a player's move before a hint before a win rate, and reviews when no one waits for those."""
FULL_STRENGTH = 0
SHORT_LEVEL, SHORT_SECONDS = 4, 1.0
"""Up to this level, or with these seconds, work is soon done."""
SHORT_NODES = 300
"""A review's first look at a position; with all engines at work on it, it is there soonest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineJob(Work):
    """A position to think about."""

    kind: str = "engine"
    start: str
    """The position before the moves."""
    moves: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    level: float = FULL_STRENGTH
    lines: int = 1
    """How many candidates are wanted."""
    question: Literal["thought", "outlook"] = "thought"
    is_followed: bool = False
    """Whether progress is reported, and more of the same is asked for: best answered where this one was."""
    id: str = field(default_factory=lambda: uuid4().hex)

    @property
    def is_limited(self) -> bool:
        """Whether only a few of a person wait at once; moves and reviews are limited where they begin."""
        return self.priority in (HINT, OPINION)

    @property
    def is_short(self) -> bool:
        """Whether it is soon done on any machine: a low level, or a question with its seconds."""
        if self.is_followed:
            return False
        if self.question == "outlook":
            return True
        if self.priority == REVIEW:
            return (self.limits.nodes or 0) <= SHORT_NODES
        if self.limits.movetime is not None:
            return self.limits.movetime <= SHORT_SECONDS
        return FULL_STRENGTH < self.level <= SHORT_LEVEL


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskJob(Work):
    """A call of a task."""

    name: str
    arguments: str
    """Those by place and those by name, as JSON."""
    is_short: bool
    is_limited: ClassVar[bool] = True
    id: str = field(default_factory=lambda: uuid4().hex)


@dataclass(frozen=True, slots=True)
class Message:
    """What is said of a job."""

    job: str
    """The job's id."""


@dataclass(frozen=True, slots=True)
class Begun(Message):
    """A worker has begun."""


@dataclass(frozen=True, slots=True)
class Preparing(Message):
    """The engine is being compiled, which it is on a first start."""

    seconds: int
    """About how long that still takes."""


@dataclass(frozen=True, slots=True)
class Progress(Message):
    """What the engine thinks so far."""

    thought: Thought


@dataclass(frozen=True, slots=True)
class End(Message):
    """A job has ended."""

    milliseconds: int = field(default=0, kw_only=True)
    """Processor time that a task took."""


@dataclass(frozen=True, slots=True)
class Answer(End):
    """What was asked for."""

    thought: Thought | None = None
    outlook: Outlook | None = None
    result: str = ""
    """What a task returned, as JSON."""


@dataclass(frozen=True, slots=True)
class Failed(End):
    """Why there is no answer, in the words of a `Refusal`."""

    code: Code
    detail: str
    place: Place | None = None
    retry_after: float | None = None


Job: TypeAlias = EngineJob | TaskJob
_VALUES: dict[str, TypeAdapter[Any]] = {
    one.__name__: TypeAdapter(one) for one in (EngineJob, TaskJob, Begun, Preparing, Progress, Answer, Failed)
}


def to_json(value: Job | Message) -> bytes:
    """A job or a message as JSON."""
    return pydantic_core.to_json([type(value).__name__, value])


def from_json(text: bytes) -> Job | Message:
    """The job or message that `to_json` has written."""
    name, fields = json.loads(text)
    found: Job | Message = _VALUES[name].validate_python(fields)
    return found
