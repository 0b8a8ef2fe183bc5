"""The engine's opinion for people: win rates, and hints with their reasons."""

from __future__ import annotations

import asyncio
from typing import Any

from stonefield.engine.thought import Limits
from stonefield.games.game import Position
from stonefield.server.engine_pool import HINT, OPINION, Pool
from stonefield.server.game.table import Table
from stonefield.server.presenting import scenes
from stonefield.server.presenting.advice import caminos, carnac

HINT_SECONDS = 1.0
OPINION_SECONDS = 0.4
_OF_GAME = {"carnac": carnac, "caminos": caminos}


async def hint(pool: Pool, table: Table, ply: int, person: str) -> dict[str, Any]:
    """The best decision after ``ply`` decisions and why, as a `Hint` without its id and version."""
    position = table.positions[ply]
    thought = await pool.think(
        table.positions[0],
        [move["text"] for move in table.moves[:ply]],
        Limits(movetime=HINT_SECONDS),
        priority=HINT,
        person=person,
    )
    line = thought.lines[0]
    after = position.play(line.moves[0])
    return {
        "ply": ply,
        "text": line.moves[0],
        "squares": scenes.describe_move(position, line.moves[0], after)["squares"],
        "line": list(line.moves),
        "win_rate": line.win_rate,
        "reasons": await asyncio.to_thread(reasons, position, line.moves[0]),
    }


async def win_rate(pool: Pool, table: Table, ply: int, person: str) -> dict[str, float]:
    """Each colour's chances after ``ply`` decisions."""
    position = table.positions[ply]
    outcome = position.outcome
    one, other = position.game.colours
    if outcome is not None:
        share = 0.5 if outcome.winner is None else float(outcome.winner == one)
        return {one: share, other: 1 - share}
    thought = await pool.think(
        table.positions[0],
        [move["text"] for move in table.moves[:ply]],
        Limits(movetime=OPINION_SECONDS),
        priority=OPINION,
        person=person,
    )
    share = min(1.0, max(0.0, thought.lines[0].win_rate))
    return {position.turn: share, position.game.other(position.turn): 1 - share}


def reasons(position: Position, text: str) -> list[dict[str, Any]]:
    """Why a move is good, weightiest first; empty where there is nothing simple to say."""
    after = position.play(text)
    mover = after.colour_of(position.player)
    outcome = after.outcome
    if outcome is not None and outcome.winner == mover:
        return [reason("wins", mover)]
    module: Any = _OF_GAME[position.game.name]
    found: list[dict[str, Any]] = module.reasons(position, text, after)
    return found


def reason(
    code: str, colour: str | None = None, count: int | None = None, squares: Any = ()
) -> dict[str, Any]:
    """A `Reason`."""
    return {"code": code, "colour": colour, "count": count, "squares": list(squares)}
