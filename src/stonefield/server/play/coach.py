"""The coach: points out a costly decision before the engine answers it, if the game was made with one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from stonefield.engine.thinker import Limits
from stonefield.records.record import Line, Ply, Record, result_of
from stonefield.server.domain.game.table import Table
from stonefield.server.engine_pool import HINT, Pool
from stonefield.server.play.replica import Replica
from stonefield.server.presenting.reviews import decision_view, squares_of
from stonefield.server.protocol.messages import CoachRemark
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.views import CoachKind
from stonefield.study import Decision, ReviewBuilder

NODES = 1_200
"""Simulations for each position."""
_POINTED_OUT: dict[CoachKind, tuple[str, ...]] = {
    "off": (),
    "blunders": ("blunder",),
    "mistakes": ("blunder", "mistake"),
    "inaccuracies": ("blunder", "mistake", "inaccuracy"),
}
logger = logging.getLogger(__name__)


class Coach:
    """Judges what the person has decided since the engine's last decision."""

    def __init__(self, game: Replica, pool: Pool, tell: Callable[[CoachRemark], None]) -> None:
        self._game, self._pool, self._tell = game, pool, tell
        self._settled = -1
        self._choice = asyncio.Event()
        self.remark: CoachRemark | None = None
        """What waits for the person's choice: to take it back, or to go on."""

    def go_on(self) -> None:
        """The person stands by the decision."""
        self._choice.set()

    async def consider(self) -> None:
        """Return at once, or when the person has chosen to go on; a decision taken back ends this too."""
        table = self._game.table
        version = table.position_version
        if table.agreement.coach == "off" or version == self._settled:
            return
        try:
            decision = await self._judge(table)
        except Refusal as refusal:
            # Nobody waits for advice that cannot be had.
            logger.warning("%s: the coach says nothing: %s", table.agreement.id, refusal)
            decision = None
        if decision is not None:
            try:
                self.remark = self._remark(table, decision)
                self._choice.clear()
                self._tell(self.remark)
                await self._choice.wait()
            finally:
                self.remark = None
        self._settled = version

    async def _judge(self, table: Table) -> Decision | None:
        """The costliest decision of the person's last turn, if it is to be pointed out."""
        first = _turn_start(table)
        moves = [move.text for move in table.moves]
        positions = table.positions[first:]
        if len(positions) == 1:
            return None
        line = Line(tuple(Ply(text) for text in moves[first:]))
        record = Record.of_played(positions[0], line, positions, result_of(positions[-1]), {})
        builder = ReviewBuilder(record)
        for ply, position in enumerate(positions):
            if not position.is_over:
                thought = await self._pool.think(
                    table.positions[0],
                    moves[: first + ply],
                    Limits(nodes=NODES),
                    priority=HINT,
                    person=self._game.caller.key,
                    game=f"coach {table.agreement.id}",
                )
                await asyncio.to_thread(builder.add, ply, thought)
        costly = _POINTED_OUT[table.agreement.coach]
        found = [decision for decision in builder.review.decisions if decision.verdict in costly]
        return max(found, key=lambda decision: decision.loss, default=None)

    def _remark(self, table: Table, decision: Decision) -> CoachRemark:
        ply = _turn_start(table) + decision.ply
        view = decision_view(decision, squares_of(table.positions[ply - 1], decision.best[0]))
        view["ply"] = ply
        return {"type": "coach", "version": table.version, "decision": view}


def _turn_start(table: Table) -> int:
    """How many decisions were made before the person's last ones."""
    first = len(table.moves)
    while first and table.seats[table.moves[first - 1].seat].kind == "person":
        first -= 1
    return first
