"""The reasons of a hint, with what the engine expects of the end before and after the decision."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from stonefield.engine.thinker import Candidate
from stonefield.games.game import Position
from stonefield.server.domain.people.caller import Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import OPINION, EngineJob
from stonefield.server.jobs.queue import SHORT_TASKS
from stonefield.server.jobs.tasks.reviews import good_reasons
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.reviews import ClaimView
from stonefield.study.explain.expected import Prospects

logger = logging.getLogger(__name__)
DECISION_AND_ANSWER = 2
PATIENCE = 2.0
"""Seconds after which the hint goes without: the engine has much to do, or knows nothing of outlooks."""


async def reasons_of(
    jobs: Jobs,
    position: Position,
    candidate: Candidate,
    caller: Caller,
    game: str,
    *,
    start: Position | None = None,
    moves: Sequence[str] = (),
) -> list[ClaimView]:
    """Why the engine's candidate is good, the weightiest reasons first; moves led here from ``start``.

    Where workers have too much to do there are none: the advice does not wait for its reasons.
    """
    prospects = await prospects_of(jobs, start or position, moves, candidate.moves, caller, game)
    try:
        return await jobs.do(
            caller.key,
            good_reasons,
            position.ordered_text,
            candidate.moves,
            candidate.win_rate,
            candidate.proven,
            [outlook.to_json() for outlook in prospects or ()],
        )
    except Refusal as refusal:
        logger.warning("%s: advice without reasons: %s", game, refusal)
        return []


def expect_reasons(jobs: Jobs) -> None:
    """Advice was asked for: the process that finds its reasons starts while the engine thinks."""
    jobs.queue.warm_up(SHORT_TASKS)


async def prospects_of(
    jobs: Jobs, start: Position, moves: Sequence[str], line: Sequence[str], caller: Caller, game: str
) -> Prospects | None:
    """What is expected before the line, and once its first decision is answered; None where nothing is."""
    done = line[:DECISION_AND_ANSWER]
    if "swap" in done:
        return None

    def job(*line: str) -> EngineJob:
        return EngineJob(
            start=start.ordered_text,
            moves=(*moves, *line),
            question="outlook",
            priority=OPINION,
            for_whom=caller.key,
            key=game,
        )

    try:
        async with asyncio.timeout(PATIENCE):
            before = await jobs.outlook(job())
            after = await jobs.outlook(job(*done))
    except (Refusal, TimeoutError):
        return None
    return Prospects(before, after) if before and after else None
