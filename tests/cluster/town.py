"""A town of people who play on a cluster, at tables of several kinds."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx

from histories import History

from .people import Player
from .site import moment

LOOK = 0.1
"""Seconds between two looks at who has been waiting for too long."""
PATIENCE = 300.0
"""Seconds after which it is a mistake that someone is behind: how soon they are level is measured, and on a
machine that is full it takes a while."""
PAUSE = 0.3
"""Seconds before a game is made again that could not be."""


@dataclass
class Town:
    """Everyone who plays, over all games; a game that has ended is followed by another."""

    entrances: Sequence[str]
    """Where the site is reached: HAProxy, or every server."""
    history: History = field(default_factory=History)
    newest: dict[str, int] = field(default_factory=dict)
    """The newest version of each game that was acknowledged to anyone."""
    players: dict[str, Player] = field(default_factory=dict)
    """Those who play now, by name."""
    wrong: list[str] = field(default_factory=list)
    """What no one should ever be told."""
    losses: int = 0
    """How often a connection was lost."""
    quiet: bool = False
    """Whether everyone only looks on."""
    asleep: bool = False
    """Whether everyone goes home."""
    games: set[str] = field(default_factory=set)
    _turns: itertools.count = field(default_factory=itertools.count)
    # It makes its context for TLS once.
    _client: httpx.AsyncClient = field(default_factory=lambda: httpx.AsyncClient(timeout=10))

    def entrance(self, name: str) -> str:
        """Where a page is opened this time: another server each time, where there is no balancer."""
        return self.entrances[next(self._turns) % len(self.entrances)]

    async def table(self, kind: str, pause: float) -> None:
        """Play one game after the other at a table."""
        while not (self.quiet or self.asleep):
            try:
                async with asyncio.timeout(30):
                    made, joined = await self._make(kind)
            except (httpx.HTTPError, KeyError, ValueError, TimeoutError):
                await asyncio.sleep(PAUSE)
                continue
            self.games.add(made["game"])
            await asyncio.gather(*(self._run(player) for player in self._people(kind, made, joined, pause)))

    async def _make(self, kind: str) -> tuple[dict, dict | None]:
        level = {"engine": 1, "strong engine": 9}.get(kind)
        seats = [{"kind": "person", "name": "Ann"}]
        seats.append({"kind": "engine", "level": level} if level else {"kind": "open"})
        board = "medium" if kind in ("people", "strong engine") else "5x4"
        wishes = {"game": "carnac", "options": {"board": board}, "seats": seats}
        if kind == "flag":
            wishes["clock"] = {"seconds": 8, "increment": 0}
        site, client = self.entrance("maker"), self._client
        made = (await client.post(f"{site}/api/games", json=wishes)).raise_for_status().json()
        if level:
            return made, None
        joining = {"invite": made["invite"], "name": "Ben"}
        path = f"{site}/api/games/{made['game']}/join"
        return made, (await client.post(path, json=joining)).raise_for_status().json()

    def _people(self, kind: str, made: dict, joined: dict | None, pause: float) -> list[Player]:
        still_after = 3 if kind == "flag" else 999
        people = [Player(self, made, holder=0, pause=pause, still_after=still_after)]
        if joined is not None:
            people.append(Player(self, joined, holder=1, pause=pause))
        if kind == "two tabs":
            # The same seats in a second window, which decides at the same moments.
            people += [Player(self, made, holder=0, pause=pause), Player(self, joined, holder=1, pause=pause)]
        people.append(Player(self, made, holder=None, pause=pause))
        return people

    async def _run(self, player: Player) -> None:
        self.players[player.name] = player
        try:
            await player.run()
        finally:
            del self.players[player.name]

    def behind(self, since: float, newest: dict[str, int]) -> list[str]:
        """Those who have heard nothing since a moment, or have not seen what was newest then."""
        return [
            name
            for name, player in self.players.items()
            if player.heard_at < since or player.version < newest.get(player.game, 0)
        ]

    async def until_level(self, since: float, seconds: float = PATIENCE) -> float:
        """Wait until everyone has heard something after a moment and has seen what was newest then.

        The seconds that it took; TimeoutError with the names of those who are behind.
        """
        newest = dict(self.newest)
        waiting = set(self.players)
        turns = itertools.count()
        while waiting := waiting & set(self.behind(since, newest)):
            if (passed := (moment() - since) / 1000) > seconds:
                raise TimeoutError(f"after {passed:.1f} s behind: {sorted(waiting)}")
            if next(turns) % 10 == 0:
                for name in waiting:
                    self.players[name].ask()
            await asyncio.sleep(0.02)
        return (moment() - since) / 1000

    def waiting_for_engines(self) -> dict[str, int]:
        """The players in whose games an engine has to move, with the version at which it has to."""
        return {
            name: player.version
            for name, player in self.players.items()
            if player.state is not None and player.waits_for_engine
        }

    async def until_engines_have_moved(self, waiting: dict[str, int], since: float) -> float:
        """Wait until engines have moved; the seconds since a moment."""
        async with asyncio.timeout(PATIENCE):
            while any(
                player.version <= waiting[name] for name, player in self.players.items() if name in waiting
            ):
                await asyncio.sleep(0.02)
        return (moment() - since) / 1000 if waiting else 0.0

    @contextlib.asynccontextmanager
    async def playing(self, tables: Sequence[tuple[str, float]]):
        """Everyone plays at tables of these kinds, with this pause before each decision."""
        running = [asyncio.create_task(self.table(kind, pause)) for kind, pause in tables]
        running.append(asyncio.create_task(self._look()))
        try:
            yield
        finally:
            self.asleep = True
            _, late = await asyncio.wait(running, timeout=60)
            for task in late:
                task.cancel()
            await asyncio.wait(running)
            for task in running:
                if not task.cancelled() and task.exception():
                    raise task.exception()
            await self._client.aclose()

    async def _look(self) -> None:
        while not self.asleep:
            for player in list(self.players.values()):
                player.look()
            await asyncio.sleep(LOOK)
