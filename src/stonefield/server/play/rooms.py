"""All live games; one that is not in memory is read from the database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence

from stonefield.server import metrics
from stonefield.server.domain.game.table import Table, replay
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import StallWatch, now_ms
from stonefield.server.play.room import Room, Services
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.deadlines import Deadline
from stonefield.server.tokens import is_game_id

MOST_BYTES = 200_000_000
"""About how many bytes all rooms may take together, where no setting says otherwise."""


class Rooms:
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
        self._services = services
        self._watch = StallWatch()
        self._most, self._most_bytes, self._outages = most, most_bytes, outages
        self._crowded, self._crowded_bytes = most, most_bytes
        self._rooms: dict[str, Room] = {}
        self._weights: dict[str, int] = {}
        self.memory = 0
        """About how many bytes all rooms take."""
        self._opening: dict[str, asyncio.Future[Room]] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    async def find(self, game: str) -> Room:
        """The room of a game; Refusal if there is no such game."""
        while (room := self._rooms.get(game)) is None:
            if not is_game_id(game):
                raise Refusal("no_such_game", "an id is 16 letters and digits")
            opening = self._opening.get(game)
            if opening is None:
                opening = asyncio.ensure_future(self._open(game))
                self._opening[game] = opening
                opening.add_done_callback(lambda _: self._opening.pop(game, None))
            await asyncio.shield(opening)
        room.used = now_ms()
        return room

    @contextlib.asynccontextmanager
    async def using(self, game: str) -> AsyncIterator[Room]:
        """The room of a game, which stays the only one of that game until the caller is done with it."""
        room = await self.find(game)
        with room.pinned():
            yield room

    async def _open(self, game: str) -> Room:
        found = await self._services.archive.find(game)
        if found is None:
            raise Refusal("no_such_game", f"there is no game {game}")
        agreement, holders, events = found
        # A long game takes a while to play through, and no other game has to wait for it.
        room = self._room(await asyncio.to_thread(replay, agreement, events), holders)
        try:
            if room.table.clock is not None and room.table.status != "over":
                await room.replica.resume(self._outages)
        except BaseException:
            room.close()
            raise
        return self._put(room)

    def _room(self, table: Table, holders: dict[str, int]) -> Room:
        return Room(self._services, table, holders, weigh=self._weigh, look_for_stall=self.look_for_stall)

    def add(self, table: Table, holders: dict[str, int], caller: Caller | None = None) -> Room:
        """Make room for a game; ``caller`` has just made it."""
        room = self._room(table, holders)
        if caller is not None:
            room.replica.caller = caller
            metrics.games_made.inc()
        return self._put(room)

    def _put(self, room: Room) -> Room:
        self._rooms[room.table.agreement.id] = room
        with room.pinned():
            self._weigh(room)
        room.continue_play()
        return room

    def _weigh(self, room: Room) -> None:
        game = room.table.agreement.id
        if self._rooms.get(game) is not room:
            return
        weight = room.memory
        self.memory += weight - self._weights.get(game, 0)
        self._weights[game] = weight
        if len(self._rooms) > self._crowded or self.memory > self._crowded_bytes:
            self._make_space()
            # Where hardly anybody can go, looking for them at every newcomer would take all the time.
            self._crowded = max(self._most, len(self._rooms) * 11 // 10)
            self._crowded_bytes = max(self._most_bytes, self.memory * 11 // 10)

    def _make_space(self) -> None:
        """Close the rooms that have been quiet for longest, until a tenth of the space is free."""
        quiet = sorted((room for room in self._rooms.values() if not room.busy), key=lambda room: room.used)
        rooms = self._most - max(1, self._most // 10)
        for room in quiet:
            if len(self._rooms) <= rooms and self.memory <= self._most_bytes * 9 // 10:
                break
            self._close(room)

    def _close(self, room: Room) -> None:
        room.close()
        self.forget(room)

    def look_for_stall(self) -> None:
        """Give everybody whose clock runs what the server has lost, if it has just stood still."""
        lost = self._watch.lost()
        if lost:
            for room in self._rooms.values():
                room.replica.credit(lost)

    def hear(self, game: str, version: int) -> None:
        """There is this version of a game."""
        if game in self._rooms:
            self._rooms[game].replica.hear(version)

    def written(self, deadline: Deadline) -> None:
        """A deadline was written."""
        if deadline.game in self._rooms:
            self._rooms[deadline.game].replica.written(deadline)

    def running_engine_games(self, caller: Caller) -> int:
        """How many games of a caller keep engines busy, or have viewers."""
        return sum(
            room.replica.caller.key == caller.key and room.is_running_engine_game
            for room in self._rooms.values()
        )

    def evict(self, game: str, untouched_since: int) -> bool:
        """Close the room of a game that was not used since then; False if it is needed."""
        room = self._rooms.get(game)
        if game in self._opening or (room is not None and (room.busy or room.used >= untouched_since)):
            return False
        if room is not None:
            self._close(room)
        return True

    def forget(self, room: Room) -> None:
        """The game of a room is gone."""
        game = room.table.agreement.id
        if self._rooms.get(game) is room:
            del self._rooms[game]
            self.memory -= self._weights.pop(game, 0)

    def close(self) -> None:
        """Stop everything that happens by itself."""
        for room in self._rooms.values():
            room.close()
