"""Reviews that run: one for each game however many follow it, deeper and deeper, stored and used again."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Sequence
from typing import Any, Protocol

from stonefield.engine.thinker import Candidate, Limits, Thought
from stonefield.games.game import parse
from stonefield.records.record import Line, Ply, Record, result_of
from stonefield.server.background import background
from stonefield.server.engine_pool import REVIEW, Pool
from stonefield.server.live.now import now_ms
from stonefield.server.live.waiting import Waiting
from stonefield.server.presenting.reviews import decision_view, side_views, squares_of
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.reviews import ReviewView
from stonefield.server.storage import StudyStore
from stonefield.server.storage.explorer import ExplorerStore
from stonefield.server.study.chapter import Chapter
from stonefield.study import Decision, ReviewBuilder

DEPTHS = (300, 1200, 3000)
"""Simulations for each position, one after the other."""
AT_ONCE = 2
"""Positions that are thought about at the same time."""
TELL_EVERY = 0.25
MOST_OF_ONE = 4
"""Reviews that run for one person at the same time."""
LONGEST_GAME = 1_000
logger = logging.getLogger(__name__)


class Follower(Protocol):
    """Somebody who wants to know."""

    def reviewed(self, review: ReviewView) -> None:
        """The review as far as it has got."""

    def review_failed(self, refusal: Refusal) -> None:
        """It does not go on."""

    waiting: Waiting
    """Hears that the engine is being compiled."""


def main_record(chapter: Chapter) -> Record:
    """The main line of a chapter as a game; Refusal if there is nothing to review."""
    line = chapter.main_line()
    if not 1 < len(line) <= LONGEST_GAME + 1:
        raise Refusal("no_such_review", f"a review is of 1 to {LONGEST_GAME} decisions")
    plies = tuple(Ply(chapter.nodes[id].move) for id in line[1:])
    positions = [chapter.position(id) for id in line]
    return Record.of_played(chapter.start, Line(plies), positions, result_of(positions[-1]), {})


def key_of(record: Record) -> str:
    """Names a game's start, options and moves."""
    start = record.start
    told = [start.game.name, sorted((name, str(value)) for name, value in start.options.items())]
    return hashlib.sha256(json.dumps([told, str(start), record.moves]).encode()).hexdigest()[:40]


class NoReview(Refusal):
    """Nobody has reviewed this game."""

    def __init__(self) -> None:
        super().__init__("no_such_review", "this game has not been reviewed")


class Running:
    """One review, what it has got to and who follows it."""

    def __init__(self, key: str, record: Record, person: str) -> None:
        self.key, self.record, self.person = key, record, person
        self.builder = ReviewBuilder(record)
        self.wanted = DEPTHS[0]
        self.simulations, self.done, self.is_final = 0, 0, False
        self.thoughts: dict[int, Thought] = {}
        self.followers: set[Follower] = set()
        self.task: asyncio.Task[None] | None = None
        self.plies = [ply for ply, position in enumerate(record.positions) if not position.is_over]
        self._told = 0.0
        self._best_squares: dict[tuple[int, str], Sequence[str]] = {}

    def take(self, ply: int, thought: Thought) -> None:
        """Judge what follows from a thought about the position after ``ply`` decisions."""
        self.builder.add(ply, thought)
        self.thoughts[ply] = thought

    def view(self) -> ReviewView:
        """All of it."""
        review = self.builder.review
        return {
            "key": self.key,
            "game": self.record.start.game.name,
            "simulations": self.simulations,
            "done": self.done,
            "total": len(self.plies),
            "final": self.is_final,
            "win_rates": [None if rate is None else round(rate, 4) for rate in review.win_rates],
            "decisions": [decision_view(one, self._squares(one)) for one in review.decisions],
            "sides": side_views(review),
            "turning_points": [decision.ply for decision in review.turning_points],
        }

    def _squares(self, decision: Decision) -> Sequence[str]:
        """Where the best decision's stone or piece would be."""
        known = (decision.ply, decision.best[0])
        if known not in self._best_squares:
            self._best_squares[known] = squares_of(self.record.positions[decision.ply - 1], decision.best[0])
        return self._best_squares[known]

    def tell(self, *, at_once: bool = False) -> None:
        """Let everybody know, but not all the time."""
        now = asyncio.get_running_loop().time()
        if self.followers and (at_once or now >= self._told + TELL_EVERY):
            self._told = now
            view = self.view()
            for follower in list(self.followers):
                follower.reviewed(view)

    def waits(self, seconds: int) -> None:
        """The engine is being compiled."""
        for follower in list(self.followers):
            follower.waiting.waits(seconds)

    def begun(self) -> None:
        """The engine thinks."""
        for follower in list(self.followers):
            follower.waiting.begun()

    def to_json(self) -> str:
        """What is stored: the game, and the best line of every position."""
        thoughts = {
            ply: [thought.nodes, *_best(thought.lines[0])] for ply, thought in sorted(self.thoughts.items())
        }
        return json.dumps({"start": str(self.record.start), "moves": self.record.moves, "thoughts": thoughts})

    def recall(self, simulations: int, stored: Any) -> None:
        """Take up what was thought before."""
        for ply, (nodes, moves, win_rate, score, visits, proven) in stored["thoughts"].items():
            best = Candidate(tuple(moves), win_rate, score, visits, proven)
            self.take(int(ply), Thought(len(moves), nodes, 0.0, (best,)))
        self.simulations, self.done = simulations, len(self.plies)


def _best(line: Candidate) -> list[Any]:
    return [line.moves, line.win_rate, line.score, line.visits, line.proven]


class Reviews:
    """All reviews that run; each ends when nobody follows it any more."""

    def __init__(self, pool: Pool, store: StudyStore, explorer: ExplorerStore) -> None:
        self._pool, self._store, self._explorer = pool, store, explorer
        self._running: dict[str, Running] = {}

    def follow(self, record: Record, wanted: int, person: str, follower: Follower) -> str:
        """Begin a review, or join one that runs; its key. ``follower`` hears of it until `leave`."""
        key = key_of(record)
        running = self._running.get(key)
        if running is None:
            if sum(one.person == person for one in self._running.values()) >= MOST_OF_ONE:
                raise Refusal("engine_busy", "your other reviews are not finished yet", retry_after=5)
            running = self._running[key] = Running(key, record, person)
        running.followers.add(follower)
        running.wanted = max(running.wanted, wanted)
        if running.task is None:
            running.task = background(self._run(running), name="review")
        elif running.thoughts:
            follower.reviewed(running.view())
        return key

    def leave(self, key: str, follower: Follower) -> None:
        """Somebody does not want to know any more; without anybody the review stops at once."""
        running = self._running.get(key)
        if running is not None:
            running.followers.discard(follower)
            if not running.followers:
                self._end(running)

    def _end(self, running: Running) -> None:
        self._running.pop(running.key, None)
        if running.task is not None and running.task is not asyncio.current_task():
            running.task.cancel()

    async def find(self, key: str) -> ReviewView:
        """A review that runs or is stored; Refusal if there is none."""
        running = self._running.get(key)
        if running is None:
            found = await self._store.review(key)
            if found is None:
                raise NoReview
            running = await asyncio.to_thread(_recalled, key, *found)
        return running.view()

    def close(self) -> None:
        """Stop all."""
        for running in list(self._running.values()):
            self._end(running)

    async def _run(self, running: Running) -> None:
        try:
            found = await self._store.review(running.key)
            if found is not None:
                await asyncio.to_thread(running.recall, found[0], json.loads(found[1]))
            while deeper := [depth for depth in DEPTHS if running.simulations < depth <= running.wanted]:
                if running.thoughts:
                    running.tell(at_once=True)
                await self._think(running, deeper[0])
                await self._store.keep_review(running.key, deeper[0], running.to_json(), now_ms())
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

    async def _think(self, running: Running, simulations: int) -> None:
        """Think about every position; each engine goes backwards through a stretch of the game.

        What is proven of a position, and what the network said, is known to the engine when it comes to the
        one before.
        """
        running.simulations, running.done = simulations, 0
        stretches = stretches_of(running.plies, AT_ONCE)
        judging = asyncio.Lock()
        moves = running.record.moves

        async def work(own: list[int]) -> None:
            while stretch := own or max(stretches, key=len):
                # Whoever is done helps the others, from the far end.
                ply = stretch.pop() if stretch is own else stretch.pop(0)
                thought = await self._pool.think(
                    running.record.start,
                    moves[:ply],
                    Limits(nodes=simulations),
                    priority=REVIEW,
                    person=running.person,
                    game=f"review {running.key}",
                    waits=running.waits,
                    begun=running.begun,
                )
                async with judging:
                    await asyncio.to_thread(running.take, ply, thought)
                running.done += 1
                running.tell()

        workers = [asyncio.create_task(work(stretch)) for stretch in stretches]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()


def stretches_of(plies: Sequence[int], count: int) -> list[list[int]]:
    """The plies in so many parts, each without a gap."""
    return [
        list(plies[len(plies) * part // count : len(plies) * (part + 1) // count]) for part in range(count)
    ]


class Patient:
    """Follows a review to its end for somebody who comes back later."""

    def __init__(self, reviews: Reviews) -> None:
        self._reviews, self._key = reviews, ""
        self.waiting = Waiting(lambda code, seconds=None: None)

    def follow(self, record: Record, wanted: int, person: str) -> str:
        """Begin it; its key."""
        self._key = self._reviews.follow(record, wanted, person, self)
        return self._key

    def reviewed(self, review: ReviewView) -> None:
        if review["final"]:
            self._reviews.leave(self._key, self)

    def review_failed(self, refusal: Refusal) -> None:
        self._reviews.leave(self._key, self)


def _recalled(key: str, simulations: int, stored: str) -> Running:
    told = json.loads(stored)
    running = Running(key, Record.of(parse(told["start"]), told["moves"]), "")
    running.recall(simulations, told)
    running.is_final = True
    return running
