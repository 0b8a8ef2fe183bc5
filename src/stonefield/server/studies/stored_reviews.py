"""Reviews that are stored: sent as they were stored, and judged once more only if an earlier version did."""

from __future__ import annotations

import asyncio
import base64

from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.reviews import judge_review
from stonefield.server.presenting.growing_review import FORM
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import StudyStore
from stonefield.server.store.studies import FinishedReview


class StoredReviews:
    """Finds finished reviews."""

    def __init__(self, store: StudyStore, jobs: Jobs) -> None:
        self._store, self._jobs = store, jobs
        self._judging: dict[str, asyncio.Task[FinishedReview | None]] = {}

    async def find(self, key: str, caller: Caller) -> FinishedReview | None:
        """A finished review in today's form; Refusal if ``caller`` asks for too much to be judged."""
        found = await self._store.finished_review(key)
        if found is None or found.form == FORM:
            return found
        judging = self._judging.get(key)
        if judging is None:
            # One for all who ask: also if the first of them hangs up.
            judging = asyncio.create_task(self._judge(key, caller), name="stored review")
            self._judging[key] = judging
            judging.add_done_callback(lambda _: self._judging.pop(key, None))
            judging.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(judging)

    async def _judge(self, key: str, caller: Caller) -> FinishedReview | None:
        known = await self._store.review(key)
        if known is None:
            return None
        simulations, thoughts = known
        try:
            view = await self._jobs.do(caller.key, judge_review, key, simulations, thoughts)
        except Refusal as refusal:
            if refusal.code != "too_large":
                raise
            # Too long for a worker: it is as if there were none, and can be made again.
            return None
        finished = FinishedReview(simulations, FORM, base64.b64decode(view))
        await self._store.keep_finished(key, finished)
        return finished
