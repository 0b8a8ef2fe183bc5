"""When a missed puzzle comes back: spaced repetition by FSRS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from fsrs import Card, Rating, Scheduler

SOON = timedelta(minutes=10)
"""When a puzzle comes back that was missed just now."""
_SCHEDULER = Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A card: what FSRS remembers of it, and when it is due in milliseconds since 1970."""

    state: Mapping[str, Any]
    due: int


def scheduled(state: Mapping[str, Any] | None, *, right: bool, now: int) -> Scheduled:
    """The card after an attempt; ``state`` is None for a new one."""
    at = datetime.fromtimestamp(now / 1000, UTC)
    # A card's own id is not used; without one it would wait for a clock.
    card = Card(card_id=0, due=at) if state is None else Card.from_dict({"card_id": 0, **state})  # type: ignore[typeddict-item]
    reviewed, _ = _SCHEDULER.review_card(card, Rating.Good if right else Rating.Again, at)
    kept = {name: value for name, value in reviewed.to_dict().items() if name != "card_id"}
    return Scheduled(kept, round(reviewed.due.timestamp() * 1000))
