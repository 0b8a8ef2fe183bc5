"""What one viewer of a study asks the engine; it all ends with the socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from stonefield.engine.thinker import Candidate, Limits, Thought
from stonefield.games.game import Position, StonefieldError
from stonefield.records.record import Record
from stonefield.server.background import background
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import HINT, OPINION, EngineJob, Message, Progress
from stonefield.server.jobs.tasks.reviews import judge_decisions
from stonefield.server.play.prospects import expect_reasons, reasons_of
from stonefield.server.play.threats import other_to_decide
from stonefield.server.play.waiting import Waiting, notice
from stonefield.server.presenting.growing_review import main_record
from stonefield.server.presenting.reviews import outlook_view
from stonefield.server.presenting.study_advice import (
    NODES,
    WHOLE,
    judged,
    line_of,
    study_hint_view,
    tried_view,
)
from stonefield.server.protocol.messages import NoticeCode
from stonefield.server.protocol.problems import Refusal, refused_move
from stonefield.server.protocol.reviews import ClaimView, ReviewView
from stonefield.server.protocol.studies import (
    LinesRequest,
    OutlookRequest,
    ReviewRequest,
    StudyHintRequest,
    TryRequest,
)
from stonefield.server.protocol.study_views import StudyServerMessage
from stonefield.server.studies.reviews import Reviews
from stonefield.server.studies.room import StudyRoom
from stonefield.server.studies.told_lines import ToldLines
from stonefield.study.thoughts import write_thoughts

FIRST_SECONDS, MOST_SECONDS, LINES_SECONDS = 0.25, 2.0, 60.0
"""The first part of a search for lines, the longest, and all of them together."""
logger = logging.getLogger(__name__)


@dataclass(eq=False)
class _Followed:
    """The review that this viewer follows: a `Follower`."""

    reviewed: Callable[[ReviewView], None]
    review_failed: Callable[[Refusal], None]
    waiting: Waiting
    key: str = ""


class StudyAdvisor:
    """Lines, outlooks, reviews, hints and decisions that are tried, each one at a time."""

    def __init__(
        self,
        room: StudyRoom,
        jobs: Jobs,
        reviews: Reviews,
        caller: Caller,
        post: Callable[[StudyServerMessage], None],
        refuse: Callable[[str | None, Refusal], None],
    ) -> None:
        self._room, self._jobs, self._reviews, self._caller = room, jobs, reviews, caller
        self._post, self._refuse = post, refuse
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._deepening: set[asyncio.Task[None]] = set()
        self._followed: _Followed | None = None

    def close(self) -> None:
        """The viewer has gone."""
        for task in self._tasks.values():
            task.cancel()
        self._stop_review()
        # The socket has this advisor: if the advisor had the socket, too, that would be a circle.
        self._post = lambda _: None
        self._refuse = lambda *_: None

    def cancel(self, request: str) -> None:
        """A hint or an answer is wanted no more."""
        task = self._tasks.get(f"request {request}")
        if task is not None:
            task.cancel()

    def _begin(self, kind: str, request: str | None, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something in the place of anything of the same kind."""
        before = self._tasks.pop(kind, None)
        if before is not None:
            before.cancel()
        self._tell_preparing()
        task = self._tasks[kind] = asyncio.create_task(self._guarded(request, work))
        task.add_done_callback(lambda ended: self._tasks.get(kind) is ended and self._tasks.pop(kind))

    def _tell_preparing(self) -> None:
        """On a very first start the engine takes a while to get ready, and people should know."""
        if not self._jobs.queue.prepared.is_set() and "preparing" not in self._tasks:
            self._notice("engine_preparing")
            self._tasks["preparing"] = asyncio.create_task(self._tell_ready())

    async def _tell_ready(self) -> None:
        await self._jobs.queue.prepared.wait()
        self._tasks.pop("preparing", None)
        self._notice("engine_ready")

    def _notice(self, code: NoticeCode, seconds: int | None = None) -> None:
        self._post(notice(self._room.study.version, code, seconds))

    async def _guarded(self, request: str | None, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except Refusal as refusal:
            self._refuse(request, refusal)
        except StonefieldError as error:
            self._refuse(request, Refusal("engine_failed", f"the engine answered nonsense: {error}"))
        except Exception:
            logger.exception("%s: a question was not answered", self._room.study.id)
            self._refuse(request, Refusal("engine_failed", "this could not be worked out"))
        except asyncio.CancelledError:
            if request is not None:
                self._refuse(request, Refusal("cancelled", "cancelled"))
            raise

    # Lines

    def lines(self, message: LinesRequest) -> None:
        """Follow the lines of one position, or none."""
        if message.on:
            self._begin("lines", None, lambda: self._give_lines(message))
        elif "lines" in self._tasks:
            self._tasks.pop("lines").cancel()

    async def _give_lines(self, message: LinesRequest) -> None:
        position = await self._room.position(message.chapter, message.node)
        if message.threat:
            position = other_to_decide(position)
        if position.is_over:
            raise Refusal("game_over", "there is nothing left to decide")
        told = ToldLines(lambda: self._room.study.version, message, position, self._post)

        def hear(said: Message) -> None:
            waiting.hear(said)
            # They come one by one; fewer than wanted are shown only at the end of a search.
            if isinstance(said, Progress) and len(said.thought.lines) == message.count:
                told.tell(said.thought)

        spent, seconds, waiting = 0.0, FIRST_SECONDS, Waiting(self._notice)
        try:
            while True:
                job = self._job("lines", position, OPINION)
                wanted = replace(job, limits=Limits(movetime=seconds), lines=message.count, is_followed=True)
                thought = await self._jobs.think(wanted, hear)
                spent += seconds
                seconds = min(MOST_SECONDS, 2 * seconds)
                if spent >= LINES_SECONDS or all(line.proven for line in thought.lines):
                    told.tell(thought, final=True)
                    return
                told.tell(thought)
        finally:
            if told.shown is not None and not message.threat:
                task = background(self._deepen_review(message, told.shown), name="deeper look")
                self._deepening.add(task)
                task.add_done_callback(self._deepening.discard)

    async def _deepen_review(self, message: LinesRequest, thought: Thought) -> None:
        """Where the game has been reviewed, a deeper look at one of its positions counts there as well."""
        with contextlib.suppress(Refusal):
            chapter = self._room.chapter(message.chapter)
            nodes = chapter.main_line()
            if message.node not in nodes:
                return
            record = await self._room.aside(main_record, chapter)
            review = await self._reviews.deepen(record, nodes.index(message.node), thought, self._caller)
            followed = self._followed
            if review is not None and followed is not None and followed.key == review["key"]:
                followed.reviewed(review)

    def outlook(self, message: OutlookRequest) -> None:
        """How a position may end."""
        self._begin("outlook", None, lambda: self._give_outlook(message))

    async def _give_outlook(self, message: OutlookRequest) -> None:
        position = await self._room.position(message.chapter, message.node)
        found = await self._jobs.outlook(replace(self._job("outlook", position, OPINION), question="outlook"))
        self._post(
            {
                "type": "outlook",
                "version": self._room.study.version,
                "chapter": message.chapter,
                "node": message.node,
                "outlook": outlook_view(found),
            }
        )

    # Reviews

    async def review(self, message: ReviewRequest) -> None:
        """Follow the review of a chapter, or none."""
        self._stop_review()
        if message.on:
            chapter = self._room.chapter(message.chapter)
            record = await self._room.aside(main_record, chapter)
            self._tell_preparing()
            tell = partial(self._tell_review, chapter.id, chapter.main_line())
            followed = _Followed(tell, partial(self._refuse, None), Waiting(self._notice))
            followed.key = self._reviews.follow(record, message.simulations, self._caller, followed)
            self._followed = followed

    def _tell_review(self, chapter: int, nodes: list[int], review: ReviewView) -> None:
        self._post(
            {
                "type": "review",
                "version": self._room.study.version,
                "chapter": chapter,
                "nodes": nodes,
                "review": review,
            }
        )

    def _stop_review(self) -> None:
        followed, self._followed = self._followed, None
        if followed is not None:
            self._reviews.leave(followed.key, followed)

    # Try again

    def attempt(self, message: TryRequest) -> None:
        """Is a decision good enough?"""
        self._begin(f"request {message.id}", message.id, lambda: self._judge(message))

    async def _judge(self, message: TryRequest) -> None:
        position = await self._room.position(message.chapter, message.node)
        try:
            record = Record.of(position, [message.text])
        except StonefieldError as error:
            raise refused_move(error) from None
        expect_reasons(self._jobs)
        thoughts = {0: await self._think(position)}
        if not record.final.is_over:
            thoughts[1] = await self._think(record.final)
        decision = judged(record, thoughts)
        is_right = decision["verdict"] is None
        line = line_of(decision)
        claims = await (self._reasons(position, line) if is_right else self._costs(record, thoughts))
        self._post(tried_view(message, self._room.study.version, decision, claims))

    async def _reasons(self, position: Position, line: Candidate) -> list[ClaimView]:
        return await reasons_of(self._jobs, position, line, self._caller, f"outlook {self._room.study.id}")

    async def _costs(self, record: Record, thoughts: Mapping[int, Thought]) -> list[ClaimView]:
        """Why the decision of a record is costly; as with reasons, none where workers have too much to do."""
        try:
            told = write_thoughts(record, thoughts)
            (decision,) = await self._jobs.do(self._caller.key, judge_decisions, told)
        except Refusal as refusal:
            logger.warning("%s: a try is judged without reasons: %s", self._room.study.id, refusal)
            return []
        return decision["given"]

    def hint(self, message: StudyHintRequest) -> None:
        """Help in steps."""
        self._begin(f"request {message.id}", message.id, lambda: self._give_hint(message))

    async def _give_hint(self, message: StudyHintRequest) -> None:
        position = await self._room.position(message.chapter, message.node)
        expect_reasons(self._jobs)
        thought = await self._think(position)
        claims = await self._reasons(position, thought.lines[0]) if message.step == WHOLE else []
        self._post(study_hint_view(message, self._room.study.version, position, thought, claims))

    async def _think(self, position: Position) -> Thought:
        if position.is_over:
            raise Refusal("game_over", "there is nothing left to decide")
        job = replace(self._job("hint", position, HINT), limits=Limits(nodes=NODES))
        return await self._jobs.think(job, Waiting(self._notice).hear)

    def _job(self, subject: str, position: Position, priority: int) -> EngineJob:
        """A question of this viewer about a position; those about one subject take turns."""
        return EngineJob(
            start=position.ordered_text,
            priority=priority,
            for_whom=self._caller.key,
            key=f"{subject} {self._room.study.id}",
        )
