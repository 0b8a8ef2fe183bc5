"""When a missed puzzle comes back: spaced repetition by FSRS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import Any

from stonefield.puzzles.practice.memory import Memory, first

SOON = timedelta(minutes=10)
"""When a puzzle comes back that was missed just now."""


class Stage(IntEnum):
    """Where a card is; the numbers are those of the package `fsrs`."""

    LEARNING = 1
    REVIEW = 2
    RELEARNING = 3


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A card: what FSRS remembers of it, and when it is due in milliseconds since 1970."""

    state: Mapping[str, Any]
    due: int


def scheduled(state: Mapping[str, Any] | None, *, right: bool, now: int) -> Scheduled:
    """The card after an attempt; ``state`` is None for a new one."""
    at = datetime.fromtimestamp(now / 1000, UTC)
    memory = _memory_after(state, right, at)
    stage = Stage.LEARNING if state is None else Stage(state["state"])
    if right:
        stage, wait = Stage.REVIEW, timedelta(days=memory.interval)
    else:
        stage, wait = (Stage.LEARNING if stage is Stage.LEARNING else Stage.RELEARNING), SOON
    due = at + wait
    kept = {
        "state": stage.value,
        "step": None if stage is Stage.REVIEW else 0,
        "stability": memory.stability,
        "difficulty": memory.difficulty,
        "due": due.isoformat(),
        "last_review": at.isoformat(),
    }
    return Scheduled(kept, round(due.timestamp() * 1000))


def _memory_after(state: Mapping[str, Any] | None, right: bool, at: datetime) -> Memory:
    if state is None:
        return first(right=right)
    days = (at - datetime.fromisoformat(state["last_review"])).days
    return Memory(state["stability"], state["difficulty"]).answered(right=right, days=days)
