"""Games in memory learn which accounts sit at them, and what these are called now."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Sequence

from pydantic_core import from_json, to_json

from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.play.room import Room
from stonefield.server.protocol.problems import Refusal

TOPIC = "members"
AT_ONCE = 200
"""Games whose ids fit into one text."""


class Introductions:
    """Tells all servers that the accounts of some games have changed, or the name of an account."""

    def __init__(self, rooms: Iterable[Room], bus: Bus) -> None:
        self._rooms, self._bus = rooms, bus
        self._looking: set[asyncio.Task[None]] = set()
        bus.listen(TOPIC, self._hear)

    def of_games(self, games: Sequence[str]) -> None:
        """Some games have other accounts than before."""
        for start in range(0, len(games), AT_ONCE):
            self._bus.say(TOPIC, to_json(["", games[start : start + AT_ONCE]]).decode())

    def of_account(self, account: str) -> None:
        """An account has another name, or is no more."""
        tell_of_account(self._bus, account)

    def _hear(self, text: str) -> None:
        account, games = from_json(text)
        for room in self._rooms:
            known = any(member.id == account for member in room.table.members.values())
            if room.replica.id in games or (account and known):
                task = background(_look_again(room), name="members")
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)


def tell_of_account(bus: Bus, account: str) -> None:
    """An account has another name or vacation, or is no more: all servers look again."""
    bus.say(TOPIC, to_json([account, []]).decode())


async def _look_again(room: Room) -> None:
    with contextlib.suppress(Refusal), room.pinned():
        await room.replica.catch_up()
