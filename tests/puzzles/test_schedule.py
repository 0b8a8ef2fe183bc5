"""When missed puzzles come back: as the package `fsrs` has it, bit by bit."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from fsrs import Card, Rating, Scheduler

from stonefield.puzzles.practice.memory import LONGEST, WEIGHTS
from stonefield.puzzles.practice.schedule import SOON, scheduled

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
START = 1_700_000_000_123
REVIEWS = 40_000
PACKAGE = Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)


def by_the_package(state: dict[str, Any] | None, right: bool, now: int) -> tuple[dict[str, Any], int]:
    at = datetime.fromtimestamp(now / 1000, UTC)
    card = Card(card_id=0, due=at) if state is None else Card.from_dict({"card_id": 0, **state})
    reviewed, _ = PACKAGE.review_card(card, Rating.Good if right else Rating.Again, at)
    kept = reviewed.to_dict()
    del kept["card_id"]
    return kept, round(reviewed.due.timestamp() * 1000)


@pytest.mark.full
def test_many_reviews_are_scheduled_as_by_the_package():
    chance = random.Random(61)
    state, now, right_share = None, START, 0.5
    for _ in range(REVIEWS):
        right = chance.random() < right_share
        card = scheduled(state, right=right, now=now)
        assert (dict(card.state), card.due) == by_the_package(state, right, now)
        early, late = (
            now + 1,
            card.due + round(chance.expovariate(1 / (chance.choice((0.01, 3, 90)) * DAY_MS))),
        )
        now = chance.choice((card.due, late, late, chance.randint(early, card.due)))
        state = dict(card.state)
        if chance.random() < 0.05 or now > START + 10_000 * DAY_MS:
            state, now, right_share = None, START + chance.randrange(DAY_MS), chance.random()


def test_a_card_that_is_always_right_waits_for_a_century_at_most():
    state, now = None, START
    for _ in range(12):
        card = scheduled(state, right=True, now=now)
        assert (dict(card.state), card.due) == by_the_package(state, True, now)
        state, now = dict(card.state), card.due
    assert card.due - datetime.fromisoformat(state["last_review"]).timestamp() * 1000 <= LONGEST * DAY_MS


def test_the_weights_are_those_of_the_package():
    assert tuple(PACKAGE.parameters) == WEIGHTS
