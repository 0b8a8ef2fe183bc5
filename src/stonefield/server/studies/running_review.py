"""A review that runs: what it has got to, and who follows it."""

from __future__ import annotations

import asyncio
import gzip
import json
import math
from typing import Protocol

from pydantic_core import to_json

from stonefield.records.record import Record
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.job import Message
from stonefield.server.play.waiting import Waiting
from stonefield.server.presenting.growing_review import GrowingReview
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.reviews import ReviewView
from stonefield.server.store.studies import FinishedReview
from stonefield.study.thoughts import write_thoughts

TELL_EVERY = 0.25
"""Seconds between two views of a review that grows."""


class Follower(Protocol):
    """A page or a request that wants to know."""

    def reviewed(self, review: ReviewView) -> None:
        """The review as far as it has got."""

    def review_failed(self, refusal: Refusal) -> None:
        """The review has ended early."""

    waiting: Waiting
    """Hears that the engine is being compiled."""


class Running(GrowingReview):
    """One review, what it has got to and who follows it."""

    def __init__(self, key: str, record: Record, caller: Caller, wanted: int) -> None:
        super().__init__(key, record)
        self.caller, self.wanted = caller, wanted
        self.followers: set[Follower] = set()
        self.task: asyncio.Task[None] | None = None
        self.explaining: asyncio.Task[None] | None = None
        self._sent_at = -math.inf
        self._next_telling: asyncio.TimerHandle | None = None
        self._encoded, self._encoded_at, self._encoded_final = b"", 0.0, False

    # What was stored, and what will be

    def recall(self, finished: FinishedReview) -> None:
        """Show what was found before."""
        self.recall_view(json.loads(gzip.decompress(finished.view)), finished.simulations)

    def finished(self, form: str) -> tuple[str, FinishedReview]:
        """What is stored: the thoughts, and the review as it is sent."""
        view = gzip.compress(to_json(self.view_as(is_final=True)), 6, mtime=0)
        return write_thoughts(self.record, self.thoughts), FinishedReview(self.simulations, form, view)

    # What is shown

    def encoded(self) -> bytes:
        """All of it as JSON, put together for many who ask at the same time once."""
        now = asyncio.get_running_loop().time()
        is_fresh = self._encoded_final == self.is_final and now < self._encoded_at + TELL_EVERY
        if not self._encoded or not is_fresh:
            self._encoded, self._encoded_at = to_json(self.view()), now
            self._encoded_final = self.is_final
        return self._encoded

    def tell(self, *, at_once: bool = False) -> None:
        """Let all followers know, at once or a moment after they were told last."""
        loop = asyncio.get_running_loop()
        if at_once or loop.time() >= self._sent_at + TELL_EVERY:
            self._tell_now()
        elif self._next_telling is None:
            self._next_telling = loop.call_at(self._sent_at + TELL_EVERY, self._tell_now)

    def _tell_now(self) -> None:
        if self._next_telling is not None:
            self._next_telling.cancel()
            self._next_telling = None
        if self.followers:
            self._sent_at = asyncio.get_running_loop().time()
            view = self.view()
            for follower in list(self.followers):
                follower.reviewed(view)

    def hear(self, message: Message) -> None:
        """What is said of the engine's jobs."""
        for follower in list(self.followers):
            follower.waiting.hear(message)
