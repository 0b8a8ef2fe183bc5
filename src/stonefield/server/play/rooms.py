"""All live games; one that is not in memory is read from the database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

from stonefield.server import metrics
from stonefield.server.domain.game.table import Table, replay
from stonefield.server.domain.people.caller import Caller
from stonefield.server.loaded import Loaded
from stonefield.server.now import StallWatch, now_ms
from stonefield.server.play.room import Room, Services
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.deadlines import Deadline
from stonefield.server.tokens import is_game_id

QUIET_MS = 10_000
"""How long a game that goes on elsewhere is held and followed though no one asks for it here."""
MOST_BYTES = 200_000_000
"""About how many bytes all rooms may take together, where no setting says otherwise."""


PLANS_AT_ONCE = 100
"""Games whose plans are looked at in one go."""


class Rooms(Loaded[Room]):
    """All rooms in memory; a game that is not there is read from the database."""

    def __init__(
        self,
        services: Services,
        most: int,
        outages: Sequence[tuple[int, int]] = (),
        *,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """``outages`` are the times, from and until, in which no server was there while clocks ran."""
        super().__init__(self._read, most=most, most_bytes=most_bytes)
        self._services, self._outages = services, outages
        self._watch = StallWatch()
        self.silent_since: int | None = None
        """Since when the database does not answer."""

    async def find(self, id: str) -> Room:
        """The room of a game; Refusal if there is no such game."""
        if id not in self and not is_game_id(id):
            raise Refusal("no_such_game", "an id is 16 letters and digits")
        return await super().find(id)

    @contextlib.asynccontextmanager
    async def using(self, game: str) -> AsyncIterator[Room]:
        """The room of a game, which stays the only one of that game until the caller is done with it."""
        room = await self.find(game)
        with room.pinned():
            yield room

    async def _read(self, game: str) -> Room:
        found = await self._services.archive.find(game)
        if found is None:
            raise Refusal("no_such_game", f"there is no game {game}")
        # A long game takes a while to play through, and no other game has to wait for it.
        table = await asyncio.to_thread(replay, found.agreement, found.events, found.members)
        room = self._room(table, found.holders)
        try:
            if room.table.clock is not None and room.table.status != "over":
                await room.replica.resume(self._outages)
        except BaseException:
            room.close()
            raise
        return room

    def _room(self, table: Table, holders: dict[str, int]) -> Room:
        def weigh(room: Room) -> None:
            self.weigh(table.agreement.id, room)

        return Room(self._services, table, holders, weigh=weigh, look_for_stall=self.look_for_stall)

    def add(self, table: Table, holders: dict[str, int], caller: Caller | None = None) -> Room:
        """Make room for a game; ``caller`` has just made it."""
        room = self._room(table, holders)
        if caller is not None:
            room.replica.caller, room.replica.made_here = caller, True
            metrics.games_made.inc()
        return self.put(table.agreement.id, room)

    def put(self, id: str, resident: Room) -> Room:
        """Take in a game, and let it go on.

        A game that goes on in another process leaves memory if no one has asked for it here for a while: as a
        rule it was made here and is played there.
        """
        resident.replica.is_wanted = lambda: not self.evict(id, now_ms() - QUIET_MS)
        super().put(id, resident).continue_play()
        resident.elsewhere.ask()
        return resident

    def look_for_stall(self) -> int:
        """Give everyone whose clock runs what the server has lost, if it has just stood still; how much.

        Nor can anyone move while the database does not answer.
        """
        lost = self._watch.lost()
        since = now_ms() - lost if self.silent_since is None else self.silent_since
        if lost or self.silent_since is not None:
            for room in self:
                room.replica.credit_since(since)
        return lost

    async def follow(self) -> None:
        """Let games hear of newer versions in the database: that heals what the bus has lost."""
        versions = {room.replica.id: room.table.version for room in self}
        for game in await self._services.archive.continued(versions):
            if room := self.get(game):
                room.replica.hear(versions[game] + 1)

    async def answer_plans(self) -> None:
        """Play what players have planned, where the process that should have done it has ended."""
        for game in await self._services.archive.with_answers(PLANS_AT_ONCE):
            with contextlib.suppress(Refusal):
                async with self.using(game) as room:
                    await room.replica.catch_up()
                    await room.conditions.answer_found()

    def written(self, deadline: Deadline) -> None:
        """A deadline was written."""
        if room := self.get(deadline.game):
            room.replica.written(deadline)

    def running_engine_games(self, caller: Caller) -> int:
        """How many games of a caller keep engines busy, or have viewers."""
        return sum(room.replica.caller.key == caller.key and room.is_running_engine_game for room in self)
