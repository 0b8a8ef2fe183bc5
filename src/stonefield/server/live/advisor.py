"""The engine's opinion for one viewer: hints on request, win rates as the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from stonefield.games.game import StonefieldError
from stonefield.server.engine_pool import Pool
from stonefield.server.game import actions
from stonefield.server.live.room import Room
from stonefield.server.presenting import advice
from stonefield.server.protocol.messages import HintRequest, WinRateRequest
from stonefield.server.protocol.problems import Refusal


class Opinions:
    """What one socket has asked the engine; it all ends with the socket."""

    def __init__(
        self,
        room: Room,
        pool: Pool,
        post: Callable[[dict[str, Any]], None],
        refuse: Callable[[str | None, Refusal], None],
    ) -> None:
        self._room, self._pool, self._post, self._refuse = room, pool, post, refuse
        self._holder: int | None = None
        self._person = ""
        self._hints: dict[str, asyncio.Task[None]] = {}
        self._rating: asyncio.Task[None] | None = None
        self._follows = False

    def become(self, holder: int | None, person: str) -> None:
        """Ask in somebody's name; ``person`` is whose questions are counted."""
        self._holder, self._person = holder, person

    def changed(self) -> None:
        """The game has a new version; advice for a position that is gone helps nobody."""
        if self._room.table.status != "over":
            for task in self._hints.values():
                task.cancel()
        if self._follows:
            self._rate(None)

    def close(self) -> None:
        """Nobody wants to know any more."""
        self._follows = False
        for task in (*self._hints.values(), self._rating):
            if task is not None:
                task.cancel()

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
            refusal = actions.may_have_hint(table, self._holder)
            if refusal is not None:
                raise refusal
            ply, version = self._ply(message.ply), table.version
            if table.positions[ply].is_over:
                raise Refusal("game_over", "there is nothing left to decide")
            found = await advice.hint(self._pool, table, ply, self._person)
        except Refusal as refusal:
            self._refuse(message.id, refusal)
        except StonefieldError as error:
            self._refuse(message.id, Refusal("engine_failed", f"the engine advised nonsense: {error}"))
        else:
            self._post({"type": "hint", "id": message.id, "version": version, **found})

    def _rate(self, ply: int | None) -> None:
        """Give an opinion of the position; one about an older position is wanted no more."""
        if self._rating is not None:
            self._rating.cancel()
        self._rating = asyncio.create_task(self._give_rate(ply))

    async def _give_rate(self, wanted: int | None) -> None:
        table = self._room.table
        try:
            refusal = actions.may_be_advised(table, self._holder)
            if refusal is not None:
                self._follows = False
                raise refusal
            ply, version = self._ply(wanted), table.version
            shares = await advice.win_rate(self._pool, table, ply, self._person)
        except Refusal as refusal:
            self._refuse(None, refusal)
        else:
            self._post({"type": "winrate", "version": version, "ply": ply, "win_rate": shares, "final": True})

    def _ply(self, wanted: int | None) -> int:
        """The ply to speak about: before the end only the last."""
        table = self._room.table
        last = len(table.moves)
        if wanted is None or wanted == last:
            return last
        if wanted > last:
            raise Refusal("no_such_ply", f"the game has {last} decisions")
        if table.status != "over":
            raise Refusal("game_not_over", "earlier positions are discussed after the end")
        return wanted
