"""Why decisions of a running review were costly: workers find it, while the engine thinks on."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.reviews import judge_decisions
from stonefield.server.protocol.problems import Refusal
from stonefield.server.studies.running_review import Running

ATTEMPTS = 5
"""How often the reasons of a decision are asked for where workers have too much to do."""
logger = logging.getLogger(__name__)


async def find_reasons(running: Running, jobs: Jobs) -> None:
    """Find the reasons of all decisions that lack them, one after the other.

    One that is refused is tried again after the others. In the end it has no reasons until a deeper look.
    """
    refused: Counter[int] = Counter()
    while running.unexplained:
        ply = running.unexplained.pop(0)
        try:
            (judged,) = await jobs.do(running.caller.key, judge_decisions, running.evidence(ply))
        except Refusal as refusal:
            refused[ply] += 1
            if refusal.retry_after is None or refused[ply] == ATTEMPTS:
                logger.warning("review %s: no reasons for decision %d: %s", running.key, ply, refusal)
                continue
            running.want_reasons([ply])
            await asyncio.sleep(refusal.retry_after)
        else:
            running.explain(ply, judged)
            running.tell()
