"""The engine's opinion for one viewer: hints on request, evaluations as the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stonefield.engine.thinker import Limits, Thought
from stonefield.games.game import StonefieldError
from stonefield.server.domain.game import permissions
from stonefield.server.domain.game.advice import ply_to_advise, ply_to_discuss
from stonefield.server.domain.game.table import Table
from stonefield.server.domain.people.caller import SERVER, Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.job import HINT, OPINION, EngineJob
from stonefield.server.play.page_engine import PageEngine
from stonefield.server.play.prospects import expect_reasons, reasons_of
from stonefield.server.play.room import Room
from stonefield.server.play.waiting import Waiting, notice
from stonefield.server.presenting.advice import HINT_SECONDS, OPINION_SECONDS, hint_view
from stonefield.server.presenting.evaluations import evaluation_of
from stonefield.server.protocol.messages import Hint, HintRequest, ServerMessage, WinRateRequest
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.reviews import EvaluationView
from stonefield.server.protocol.thinking import Purpose


class Advisor:
    """What one socket has asked the engine; it all ends with the socket."""

    def __init__(
        self,
        room: Room,
        jobs: Jobs,
        page: PageEngine,
        post: Callable[[ServerMessage], None],
        refuse: Callable[[str | None, Refusal], None],
    ) -> None:
        """``page`` is the engine of the viewer's own page, asked first."""
        self._room, self._jobs, self._page = room, jobs, page
        self._post, self._refuse = post, refuse
        self._holder: int | None = None
        self._caller = SERVER
        self._hints: dict[str, asyncio.Task[None]] = {}
        self._rating: asyncio.Task[None] | None = None
        self._follows = False
        self._is_behind = False
        """The game has gone on since the position that is being rated."""

    def become(self, holder: int | None, caller: Caller) -> None:
        """Ask as a holder of the game, or as a spectator; the questions count for ``caller``."""
        self._holder, self._caller = holder, caller

    def changed(self) -> None:
        """The game has a new version; advice for an earlier position is dropped."""
        if self._room.table.status != "over":
            for task in self._hints.values():
                task.cancel()
        if not self._follows:
            return
        if self._rating is not None and not self._rating.done():
            # Finished first: where decisions follow each other quickly, none would ever be.
            self._is_behind = True
        else:
            self._rate(None)

    def close(self) -> None:
        """The viewer does not want to know any more."""
        self._follows = False
        for task in (*self._hints.values(), self._rating):
            if task is not None:
                task.cancel()
        # The socket has this advisor: if the advisor had the socket, too, that would be a circle.
        self._post = lambda _: None
        self._refuse = lambda *_: None

    def hint(self, message: HintRequest) -> None:
        """Look for the best decision."""
        if message.id in self._hints:
            return
        task = asyncio.create_task(self._give_hint(message))
        self._hints[message.id] = task
        task.add_done_callback(lambda task: self._hint_ended(message.id, task))

    def _hint_ended(self, request: str, task: asyncio.Task[None]) -> None:
        self._hints.pop(request, None)
        if task.cancelled():
            self._refuse(request, Refusal("cancelled", "the hint was cancelled"))

    def cancel(self, request: str) -> None:
        """A hint is wanted no more."""
        task = self._hints.get(request)
        if task is not None:
            task.cancel()

    def switch_rates(self, message: WinRateRequest) -> None:
        """Follow the game with win rates, stop it, or give one opinion of an earlier position."""
        self._follows = message.on and message.ply is None
        if message.on:
            self._rate(message.ply)
        elif self._rating is not None:
            self._rating.cancel()

    async def _give_hint(self, message: HintRequest) -> None:
        table = self._room.table
        try:
            refusal = permissions.may_have_hint(table, self._holder)
            if refusal is not None:
                raise refusal
            await self._room.rating.helped("hint")
            ply = ply_to_advise(table, message.ply)
            hint = await self._find_hint(table, ply, message.id)
        except Refusal as refusal:
            self._refuse(message.id, refusal)
        except StonefieldError as error:
            self._refuse(message.id, Refusal("engine_failed", f"the engine advised nonsense: {error}"))
        else:
            self._post(hint)

    async def _find_hint(self, table: Table, ply: int, request: str) -> Hint:
        """The best decision after ``ply`` decisions, and why."""
        position, version = table.positions[ply], table.version
        expect_reasons(self._jobs)
        thought = await self._think(table, ply, HINT_SECONDS, "hint")
        line = thought.lines[0]
        moves = [move.text for move in table.moves[:ply]]
        why = await reasons_of(
            self._jobs,
            position,
            line,
            self._caller,
            table.agreement.id,
            start=table.positions[0],
            moves=moves,
        )
        return hint_view(request, version, ply, position, thought, why)

    def _rate(self, ply: int | None) -> None:
        """Give an opinion of the position; one about an older position is wanted no more."""
        if self._rating is not None:
            self._rating.cancel()
        self._is_behind = False
        self._rating = asyncio.create_task(self._give_rate(ply))

    async def _give_rate(self, wanted: int | None) -> None:
        await self._give_one_rate(wanted)
        while self._is_behind and self._follows:
            self._is_behind = False
            await self._give_one_rate(None)

    async def _give_one_rate(self, wanted: int | None) -> None:
        table = self._room.table
        try:
            refusal = permissions.may_be_advised(table, self._holder)
            if refusal is not None:
                self._follows = False
                raise refusal
            await self._room.rating.helped("chances")
            ply, version = ply_to_discuss(table, wanted), table.version
            evaluation = await self._evaluate(table, ply)
        except Refusal as refusal:
            self._refuse(None, refusal)
        else:
            self._post(
                {"type": "winrate", "version": version, "ply": ply, "evaluation": evaluation, "final": True}
            )

    async def _evaluate(self, table: Table, ply: int) -> EvaluationView:
        """The position after ``ply`` decisions."""
        position = table.positions[ply]
        if position.is_over:
            return evaluation_of(position, None)
        return evaluation_of(position, await self._think(table, ply, OPINION_SECONDS, "rate"))

    async def _think(self, table: Table, ply: int, seconds: float, purpose: Purpose) -> Thought:
        said = await self._page.think(ply, purpose, seconds, most=seconds)
        if said is not None:
            return said
        waiting = Waiting(lambda code, left=None: self._post(notice(self._room.table.version, code, left)))
        job = EngineJob(
            start=table.positions[0].ordered_text,
            moves=tuple(move.text for move in table.moves[:ply]),
            limits=Limits(movetime=seconds),
            priority=HINT if purpose == "hint" else OPINION,
            for_whom=self._caller.key,
            key=table.agreement.id,
        )
        return await self._jobs.think(job, waiting.hear)
