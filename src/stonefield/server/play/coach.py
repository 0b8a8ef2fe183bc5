"""The coach: points out a costly decision before the engine answers it, if the game was made with one.

A remark is stored before it is sent: it waits for the player's choice, over a restart of the server too.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from stonefield.engine.thinker import Limits, Thought
from stonefield.server.domain.game.table import Table
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import HINT, EngineJob
from stonefield.server.jobs.tasks.reviews import judge_decisions
from stonefield.server.play.replica import Replica
from stonefield.server.presenting.advice import (
    COACH_NODES,
    evaluations,
    pointed_out,
    thought_of_turn,
    turn_start,
)
from stonefield.server.protocol.messages import CoachRemark
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, Journal
from stonefield.server.store.journal import Conflict
from stonefield.server.store.remarks import StoredRemark, keep_remark

logger = logging.getLogger(__name__)


class Coach:
    """Judges what the player has decided since the engine's last decision."""

    def __init__(
        self,
        game: Replica,
        jobs: Jobs,
        archive: Archive,
        journal: Journal,
        tell: Callable[[CoachRemark], None],
    ) -> None:
        self._game, self._jobs, self._archive, self._journal, self._tell = game, jobs, archive, journal, tell
        self._settled = -1
        """The version of the position on which nothing is left to say."""
        self._has_read = False
        self._choice = asyncio.Event()
        self.remark: CoachRemark | None = None
        """What waits for the player's choice: to take the decision back, or to go on."""

    def go_on(self) -> None:
        """The player keeps the decision."""
        self._choice.set()

    async def consider(self) -> None:
        """Return at once, or when the player has chosen to go on; a decision taken back ends this too."""
        table = self._game.table
        version = table.position_version
        if table.agreement.coach == "off" or version == self._settled:
            return
        remark = await self._find_remark(table, version)
        if remark is not None:
            try:
                self.remark = {**remark, **evaluations(table, remark["decision"]), "version": table.version}
                self._choice.clear()
                self._tell(self.remark)
                await self._choice.wait()
            finally:
                self.remark = None
            self._settled = version
            await self._keep(StoredRemark(version, remark, settled=True))
        self._settled = version

    async def _find_remark(self, table: Table, version: int) -> CoachRemark | None:
        """What waits already on this version of the position, or else what the coach finds now."""
        game = table.agreement.id
        if not self._has_read:
            stored = await self._archive.remark(game)
            self._has_read = True
            if stored is not None and stored.version == version:
                return None if stored.settled else stored.remark
        try:
            remark = await self._judge(table)
        except Refusal as refusal:
            # The game does not wait for advice that cannot be given.
            logger.warning("%s: the coach says nothing: %s", game, refusal)
            return None
        if remark is None:
            return None
        await self._keep(StoredRemark(version, remark, settled=False))
        return remark

    async def _keep(self, stored: StoredRemark) -> None:
        # Conflict: another server has kept one at the same moment, or the game was deleted.
        with contextlib.suppress(Conflict):
            await self._journal.write(keep_remark(self._game.table.agreement.id, stored))

    async def _judge(self, table: Table) -> CoachRemark | None:
        """The costliest decision of the player's last turn, if it is to be pointed out."""
        first = turn_start(table)
        moves = [move.text for move in table.moves]
        positions = table.positions[first:]
        if len(positions) == 1:
            return None
        thoughts: dict[int, Thought] = {}
        for ply, position in enumerate(positions):
            if not position.is_over:
                job = EngineJob(
                    start=table.positions[0].ordered_text,
                    moves=tuple(moves[: first + ply]),
                    limits=Limits(nodes=COACH_NODES),
                    priority=HINT,
                    for_whom=self._game.caller.key,
                    key=f"coach {table.agreement.id}",
                )
                thoughts[ply] = await self._jobs.think(job)
        stored = thought_of_turn(table, thoughts)
        return pointed_out(table, await self._jobs.do(self._game.caller.key, judge_decisions, stored))
