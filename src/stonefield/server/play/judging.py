"""Who lets several correspondence games run out together: the engine judges them before they are rated."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from stonefield.engine.thinker import Limits
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import REVIEW, EngineJob
from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.time_outs import TimeOutStore

NODES = 2_000
"""Simulations of the final position."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Judging:
    """Asks the engine about games that wait, and has them rated."""

    store: TimeOutStore
    jobs: Jobs

    async def judge(self) -> None:
        """Judge the games that wait longest; one that could not be judged is tried again the next time."""
        for waiting in await self.store.waiting():
            job = EngineJob(
                start=waiting.position,
                limits=Limits(nodes=NODES),
                priority=REVIEW,
                for_whom=waiting.account,
                key=f"time-out {waiting.game}",
            )
            try:
                thought = await self.jobs.think(job)
            except Refusal as refusal:
                logger.warning("%s waits for the engine's judgement: %s", waiting.game, refusal)
                continue
            await self.store.rate(waiting.game, thought.lines[0].win_rate, now_ms())
