"""A review that runs: what it has got to, and who follows it."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from pydantic_core import to_json

from stonefield.engine.thinker import Thought
from stonefield.records.record import Record
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.job import Message
from stonefield.server.play.waiting import Waiting
from stonefield.server.presenting.reviews import decision_view, review_view, squares_of
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.reviews import ClaimView, DecisionView, ReviewView
from stonefield.server.store.studies import FinishedReview
from stonefield.study import Decision, ReviewBuilder
from stonefield.study.thoughts import read_thoughts, write_thoughts

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


class _Reasons(NamedTuple):
    """Why a decision was costly, compared with what was best."""

    best: str
    given: list[ClaimView]
    better: list[ClaimView]


class Running:
    """One review, what it has got to and who follows it."""

    def __init__(self, key: str, record: Record, caller: Caller, wanted: int) -> None:
        self.key, self.record, self.caller, self.wanted = key, record, caller, wanted
        self.builder = ReviewBuilder(record, explains=False)
        self.simulations, self.done, self.is_final = 0, 0, False
        self.thoughts: dict[int, Thought] = {}
        self.followers: set[Follower] = set()
        self.task: asyncio.Task[None] | None = None
        self.unexplained: list[int] = []
        """The costly decisions, by ply, whose reasons workers have to find."""
        self.explaining: asyncio.Task[None] | None = None
        self.plies = [ply for ply, position in enumerate(record.positions) if not position.is_over]
        self._stored: ReviewView | None = None
        self._sent_at = 0.0
        self._next_telling: asyncio.TimerHandle | None = None
        self._reasons: dict[int, _Reasons] = {}
        self._best_squares: dict[tuple[int, str], Sequence[str]] = {}
        self._encoded, self._encoded_at, self._encoded_final = b"", 0.0, False

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.thoughts) or self._stored is not None

    def take(self, ply: int, thought: Thought) -> bool:
        """Judge what follows from a thought about the position after ``ply`` decisions.

        False if what is known is from a deeper look: it stays.
        """
        known = self.thoughts.get(ply)
        if known is not None and known.simulations >= thought.simulations:
            return False
        judged = self.builder.add(ply, thought)
        self.thoughts[ply] = thought
        self.want_reasons(decision.ply for decision in judged if decision.verdict)
        return True

    # Why decisions were costly

    def want_reasons(self, plies: Iterable[int]) -> None:
        """Note decisions as unexplained."""
        self.unexplained += [ply for ply in plies if ply not in self.unexplained]

    def evidence(self, ply: int) -> str:
        """One decision and what was thought before and after it: what a worker needs to know."""
        record = Record.of(self.record.positions[ply - 1], self.record.moves[ply - 1 : ply])
        thoughts = {0: self.thoughts[ply - 1]}
        if ply in self.thoughts:
            thoughts[1] = self.thoughts[ply]
        return write_thoughts(record, thoughts)

    def explain(self, ply: int, judged: DecisionView) -> None:
        """Take in the reasons that were found for a decision; until then those from before are shown."""
        self._reasons[ply] = _Reasons(judged["best"][0], judged["given"], judged["better"])

    # What was stored, and what will be

    def recall(self, finished: FinishedReview) -> None:
        """Show what was found before."""
        view: ReviewView = json.loads(gzip.decompress(finished.view))
        self._stored = view
        self.simulations, self.done = finished.simulations, len(self.plies)

    def restore(self, stored: str) -> None:
        """Use what was thought before, for a deeper look; what is explained is not explained again."""
        for one in self._stored["decisions"] if self._stored else ():
            self._best_squares[one["ply"], one["best"][0]] = one["best_squares"]
            if one["given"]:
                self.explain(one["ply"], one)
            elif one["verdict"]:
                self.want_reasons([one["ply"]])
        thoughts = read_thoughts(stored)
        self.builder.restore(thoughts)
        self.thoughts.update(thoughts)

    def finished(self, form: str) -> tuple[str, FinishedReview]:
        """What is stored: the thoughts, and the review as it is sent."""
        view = gzip.compress(to_json(self._view(is_final=True)), 6, mtime=0)
        return write_thoughts(self.record, self.thoughts), FinishedReview(self.simulations, form, view)

    # What is shown

    def view(self) -> ReviewView:
        """All of it."""
        return self._view(is_final=self.is_final)

    def encoded(self) -> bytes:
        """All of it as JSON, put together for many who ask at the same time once."""
        now = asyncio.get_running_loop().time()
        is_fresh = self._encoded_final == self.is_final and now < self._encoded_at + TELL_EVERY
        if not self._encoded or not is_fresh:
            self._encoded, self._encoded_at = to_json(self.view()), now
            self._encoded_final = self.is_final
        return self._encoded

    def _view(self, *, is_final: bool) -> ReviewView:
        if self._stored is not None and not self.thoughts:
            return {**self._stored, "final": is_final}
        return review_view(
            self.key,
            self.builder.review,
            self._decision_view,
            simulations=self.simulations,
            done=self.done,
            total=len(self.plies),
            final=is_final,
        )

    def _decision_view(self, decision: Decision) -> DecisionView:
        view = decision_view(decision, self._squares(decision))
        known = self._reasons.get(decision.ply)
        if decision.verdict and known is not None and known.best == decision.best[0]:
            view["given"], view["better"] = known.given, known.better
        return view

    def _squares(self, decision: Decision) -> Sequence[str]:
        """Where the best decision's stone or piece would be."""
        known = (decision.ply, decision.best[0])
        if known not in self._best_squares:
            self._best_squares[known] = squares_of(self.record.positions[decision.ply - 1], decision.best[0])
        return self._best_squares[known]

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
