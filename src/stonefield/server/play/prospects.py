"""What the engine expects of the end before and after a decision, for the reasons of a hint."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from stonefield.games.game import Position
from stonefield.server.domain.people.caller import Caller
from stonefield.server.engine_pool import Pool
from stonefield.server.protocol.problems import Refusal
from stonefield.study.explain.expected import Prospects

DECISION_AND_ANSWER = 2
PATIENCE = 2.0
"""Seconds after which the hint goes without: the engine has much to do, or knows nothing of outlooks."""


async def prospects_of(
    pool: Pool, start: Position, moves: Sequence[str], line: Sequence[str], caller: Caller, game: str
) -> Prospects | None:
    """What is expected before the line, and once its first decision is answered; None where nothing is."""
    done = line[:DECISION_AND_ANSWER]
    if "swap" in done:
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            before = await pool.outlook(start, moves, person=caller.key, game=game)
            after = await pool.outlook(start, [*moves, *done], person=caller.key, game=game)
    except (Refusal, TimeoutError):
        return None
    return Prospects(before, after) if before and after else None
