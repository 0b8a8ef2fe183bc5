"""The plans of players: what they have decided in advance is played when its turn comes.

The process that has written the decision of another player plays the answer, with the fixed request
`condition:{version}`. Should it end before that, another one finds the game by its rows
(`rooms.py: Rooms.answer_plans`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.domain.game.plan import REQUEST, Checker, Plan, Tree, answer, is_due, may_plan, rest
from stonefield.server.domain.game.table import Table
from stonefield.server.play.replica import Replica
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive, Journal
from stonefield.server.store.plans import drop_plan, hold_plan, put_plan, see_plan

logger = logging.getLogger(__name__)


class Conditions:
    """All plans for one game. Nothing of them is logged, or told to anyone but their owner.

    Hardly any game has one, so it is remembered who has none, until another process says that they have.
    Should that word be lost, the plan is found by its rows.
    """

    def __init__(
        self,
        game: Replica,
        archive: Archive,
        journal: Journal,
        bus: Bus,
        before: Callable[[], Awaitable[None]],
    ) -> None:
        """``before`` an answer is played, the flag falls if it must."""
        self._game, self._archive, self._journal, self._before = game, archive, journal, before
        self._task: asyncio.Task[None] | None = None
        self._without: set[int] = set()
        """The holders who had no plan when the database was asked."""
        self._made = 0
        """How many plans processes have told of."""
        self._bus, self._topic = bus, f"plan/{game.id}"
        self.close = bus.listen(self._topic, self._hear)

    @property
    def busy(self) -> bool:
        """Whether an answer is being looked for."""
        return self._task is not None

    def look(self) -> None:
        """The game has changed: answer if the player who decides has a plan."""
        holder = self._game.table.waits_for
        if self._game.made_here and self._task is None and holder is not None and holder not in self._without:
            self._task = background(self._answer_all(), name="conditions")

    def _hear(self, holder: str) -> None:
        """A holder has made a plan, in whichever process."""
        self._made += 1
        self._without.discard(int(holder))
        self.look()

    async def answer_found(self) -> None:
        """Play what is planned in a game that was found by its rows."""
        self._without.clear()
        await self.answer()

    async def _answer_all(self) -> None:
        try:
            await self.answer()
        finally:
            self._task = None

    async def answer(self) -> None:
        """Play what is planned, until a player has to decide."""
        try:
            async with self._game.locked():
                while await self._answered():
                    pass
        except Refusal as refusal:
            # Its text could name the move.
            logger.warning("%s: plans are looked at again: %s", self._game.id, refusal.code)

    async def _answered(self) -> bool:
        table = self._game.table
        holder = table.waits_for
        if holder is None or holder in self._without:
            return False
        told = self._made
        plan = await self._archive.plan(self._game.id, holder)
        if plan is None and told != self._made:
            return True
        if plan is None:
            self._without.add(holder)
            return False
        left = rest(table, plan)
        if not left:
            await self._journal.write(partial(drop_plan, game=self._game.id, holder=holder, plan=plan))
            return False
        if not is_due(table, holder, plan):
            seen = partial(see_plan, game=self._game.id, holder=holder, plan=plan, version=table.version)
            await self._journal.write(seen)
            return False
        await self._before()
        held = partial(hold_plan, game=self._game.id, holder=holder, plan=plan)
        made = await self._game.append(
            lambda: answer(table, holder, plan), f"{REQUEST}{table.position_version}", also=[held]
        )
        return made is not None

    # What its owner does

    async def plan(self, holder: int | None, version: int, tree: Tree) -> Plan:
        """Keep a plan that was made on a version of the game; Refusal if it cannot be."""
        table = self._game.table
        _raise(may_plan(table, holder))
        position = table.position
        _raise(_stale(table, version))
        checked = await asyncio.to_thread(Checker(table, holder).check, tree)
        async with self._game.locked():
            _raise(may_plan(table, holder))
            _raise(_stale(table, version if table.position is position else -1))
            assert holder is not None
            plan = Plan(table.version, len(table.moves), checked)
            await self._journal.write(partial(put_plan, game=self._game.id, holder=holder, plan=plan))
        self._bus.say(self._topic, str(holder))
        return plan

    async def planned(self, holder: int | None) -> Plan | None:
        """What is left of a holder's plan."""
        table = self._game.table
        if not table.seats_of(holder):
            raise Refusal("not_your_seat", "only those who hold a seat can do this")
        assert holder is not None
        plan = await self._archive.plan(self._game.id, holder)
        left = None if plan is None else rest(table, plan)
        return Plan(table.version, len(table.moves), left) if left else None

    async def drop(self, holder: int | None) -> None:
        """Forget a holder's plan."""
        if not self._game.table.seats_of(holder):
            raise Refusal("not_your_seat", "only those who hold a seat can do this")
        assert holder is not None
        await self._journal.write(partial(drop_plan, game=self._game.id, holder=holder))


def _stale(table: Table, version: int) -> Refusal | None:
    """Whether something has been decided since a version, or it is none of the game's."""
    if table.position_version <= version <= table.version:
        return None
    return Refusal("stale_move", f"the plan was made on another position; this is version {table.version}")


def _raise(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise refusal
