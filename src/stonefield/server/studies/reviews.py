"""Reviews that run: one for each game however many follow it, deeper and deeper, stored and used again."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass

from stonefield.engine.thinker import Limits, Thought
from stonefield.records.record import Record
from stonefield.server.background import background
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import REVIEW, EngineJob
from stonefield.server.now import now_ms
from stonefield.server.play.waiting import Waiting
from stonefield.server.presenting.growing_review import FORM, key_of
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.reviews import ReviewView
from stonefield.server.store import StudyStore
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.studies.explaining import find_reasons
from stonefield.server.studies.running_review import Follower, Running
from stonefield.server.studies.stored_reviews import StoredReviews
from stonefield.study.review import within
from stonefield.study.thoughts import read_thoughts

DEPTHS = (300, 1200, 3000)
"""Simulations for each position, one after the other."""
AT_ONCE = 2
"""Positions that are thought about at the same time."""
MOST_OF_ONE = 4
"""Reviews that run for one person at the same time."""
KEY = re.compile(r"[0-9a-f]{40}")
logger = logging.getLogger(__name__)


class NoReview(Refusal):
    """There is no review of this game."""

    def __init__(self) -> None:
        super().__init__("no_such_review", "this game has not been reviewed")


@dataclass(frozen=True, slots=True)
class ShownReview:
    """A review as it is sent."""

    simulations: int
    final: bool
    content: bytes
    is_zipped: bool


class Reviews:
    """All reviews that run; each ends when its last follower leaves."""

    def __init__(self, jobs: Jobs, store: StudyStore, explorer: ExplorerStore) -> None:
        self._jobs, self._store, self._explorer = jobs, store, explorer
        self._stored = StoredReviews(store, jobs)
        self._running: dict[str, Running] = {}

    def follow(self, record: Record, wanted: int, caller: Caller, follower: Follower) -> str:
        """Begin a review, or join one that runs; its key. ``follower`` hears of it until `leave`."""
        key = key_of(record)
        running = self._running.get(key)
        if running is None:
            if sum(one.caller.key == caller.key for one in self._running.values()) >= MOST_OF_ONE:
                raise Refusal("engine_busy", "your other reviews are not finished yet", retry_after=5)
            running = self._running[key] = Running(key, record, caller, DEPTHS[0])
        running.followers.add(follower)
        running.wanted = max(running.wanted, wanted)
        if running.task is None:
            running.task = background(self._run(running), name="review")
        elif running.has_begun:
            follower.reviewed(running.view())
        return key

    def leave(self, key: str, follower: Follower) -> None:
        """A follower leaves; without followers the review stops at once."""
        running = self._running.get(key)
        if running is not None:
            running.followers.discard(follower)
            if not running.followers:
                self._end(running)

    def _end(self, running: Running) -> None:
        self._running.pop(running.key, None)
        if running.task is not None and running.task is not asyncio.current_task():
            running.task.cancel()

    async def find(self, key: str, caller: Caller) -> ShownReview:
        """A review that runs or is stored; Refusal if there is none."""
        if not KEY.fullmatch(key):
            raise NoReview
        running = self._running.get(key)
        if running is not None:
            return ShownReview(running.simulations, running.is_final, running.encoded(), is_zipped=False)
        found = await self._stored.find(key, caller)
        if found is None:
            raise NoReview
        return ShownReview(found.simulations, True, found.view, is_zipped=True)

    async def deepen(self, record: Record, ply: int, thought: Thought, caller: Caller) -> ReviewView | None:
        """Judge a reviewed game anew by a deeper look at the position after ``ply`` decisions.

        The new review, if it is not one that runs: its followers hear of it anyway. None if there is none, or
        it has looked deeper.
        """
        key = key_of(record)
        running = self._running.get(key)
        if running is not None:
            if ply in running.thoughts:
                self._take(running, ply, thought)
            return None
        found = await self._stored.find(key, caller)
        if found is None:
            return None
        stored = Running(key, record, caller, found.simulations)
        await asyncio.to_thread(stored.recall, found)
        await self._restore(stored)
        if key in self._running or not self._take(stored, ply, thought):
            return None
        await self._explained(stored)
        thoughts, finished = await asyncio.to_thread(stored.finished, FORM)
        await self._store.keep_review(key, found.simulations, thoughts, now_ms(), finished)
        stored.is_final = True
        return stored.view()

    def close(self) -> None:
        """Stop all."""
        for running in list(self._running.values()):
            self._end(running)

    async def _run(self, running: Running) -> None:
        try:
            found = await self._stored.find(running.key, running.caller)
            if found is not None:
                await asyncio.to_thread(running.recall, found)
            while deeper := [depth for depth in DEPTHS if running.simulations < depth <= running.wanted]:
                if running.has_begun:
                    running.tell(at_once=True)
                await self._restore(running)
                await self._think(running, deeper[0])
                thoughts, finished = await asyncio.to_thread(running.finished, FORM)
                await self._store.keep_review(running.key, deeper[0], thoughts, now_ms(), finished)
                await self._explorer.note(running.builder.review, deeper[0])
            running.is_final = True
            running.tell(at_once=True)
        except Refusal as refusal:
            for follower in list(running.followers):
                follower.review_failed(refusal)
        except Exception:
            logger.exception("a review failed")
            for follower in list(running.followers):
                follower.review_failed(Refusal("engine_failed", "the review could not be finished"))
        finally:
            self._running.pop(running.key, None)
            if running.explaining is not None:
                running.explaining.cancel()

    def _take(self, running: Running, ply: int, thought: Thought) -> bool:
        """Judge by a thought, and let its reasons follow. False if what is known is from a deeper look."""
        is_taken = running.take(ply, thought)
        running.tell()
        is_idle = running.explaining is None or running.explaining.done()
        if is_taken and is_idle and running.unexplained:
            running.explaining = asyncio.create_task(find_reasons(running, self._jobs), name="reasons")
        return is_taken

    async def _explained(self, running: Running) -> None:
        """Wait for the reasons that are still looked for."""
        if running.explaining is not None:
            await running.explaining

    async def _restore(self, running: Running) -> None:
        """Have the thoughts of what is stored, if they are not known yet."""
        if running.has_begun and not running.thoughts:
            known = await self._store.review(running.key)
            if known is not None:
                await asyncio.to_thread(running.restore, read_thoughts(known[1]))

    async def _think(self, running: Running, simulations: int) -> None:
        """Think about every position; each engine goes backwards through a stretch of the game.

        What is proven of a position, and what the network said, is known to the engine when it comes to the
        one before.
        """
        running.simulations, running.done = simulations, 0
        stretches = stretches_of(running.plies, AT_ONCE)
        moves = running.record.moves

        async def work(own: list[int]) -> None:
            while stretch := own or max(stretches, key=len):
                # A worker that is done helps the others, from the far end.
                ply = stretch.pop() if stretch is own else stretch.pop(0)
                job = EngineJob(
                    start=running.record.start.ordered_text,
                    moves=tuple(moves[:ply]),
                    limits=Limits(nodes=simulations),
                    priority=REVIEW,
                    for_whom=running.caller.key,
                    key=f"review {running.key}",
                )
                thought = await self._jobs.think(job, running.hear)
                running.done += 1
                self._take(running, ply, within(thought, job.limits))

        workers = [asyncio.create_task(work(stretch)) for stretch in stretches]
        try:
            await asyncio.gather(*workers)
            await self._explained(running)
        finally:
            for worker in workers:
                worker.cancel()


def stretches_of(plies: Sequence[int], count: int) -> list[list[int]]:
    """The plies in so many parts, each without a gap."""
    return [
        list(plies[len(plies) * part // count : len(plies) * (part + 1) // count]) for part in range(count)
    ]


class KeepRunning:
    """Follows a review to its end for a caller who comes back later."""

    def __init__(self, reviews: Reviews) -> None:
        self._reviews, self._key = reviews, ""
        self.waiting = Waiting(lambda code, seconds=None: None)

    def follow(self, record: Record, wanted: int, caller: Caller) -> str:
        """Begin it; its key."""
        self._key = self._reviews.follow(record, wanted, caller, self)
        return self._key

    def reviewed(self, review: ReviewView) -> None:
        if review["final"]:
            self._reviews.leave(self._key, self)

    def review_failed(self, refusal: Refusal) -> None:
        self._reviews.leave(self._key, self)
