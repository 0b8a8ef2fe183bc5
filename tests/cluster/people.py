"""People who play on a cluster, come back whenever they lose the connection, and note what they were told."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx
from websockets.exceptions import WebSocketException

from histories import Act, History, fail, ok
from server.page import Page

from .site import moment

LOST = (OSError, EOFError, WebSocketException, TimeoutError)
GIVEN_UP = 3.0
"""Seconds after which a line on which nothing comes back is given up, and another one is tried."""
WAIT, PING = 0.1, 0.5
"""Seconds before another connection is tried, and after which silence is broken."""
REFUSED = ("stale_move", "not_your_turn", "game_over", "illegal_move")
"""What a decision can be told for good."""
numbers = itertools.count(1)


@dataclass(frozen=True)
class Entrance:
    """Where a page is opened; `Page` asks for no more of a server."""

    url: str

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1)


class Player(Page):
    """Holds the seats of a token in one game, or watches it; decides at random whenever it may."""

    def __init__(self, town: Town, seated: dict, *, holder: int | None, pause: float, still_after: int = 999):
        """After ``still_after`` decisions it only looks on: its time runs out."""
        super().__init__(None, seated, token="own" if holder is not None else None)
        self.name = f"{'player' if holder is not None else 'watcher'}-{next(numbers)}"
        self._town, self._holder, self._pause, self._still_after = town, holder, pause, still_after
        self._chance = random.Random(self.name)
        self._act: tuple[Act, dict] | None = None
        self._hearing: asyncio.Future | None = None
        self._sent = self._decided = 0
        self.heard_at = 0.0
        """When any word came last."""

    @property
    def version(self) -> int:
        return -1 if self.state is None else self.state["version"]

    async def run(self) -> None:
        """Until the game is over, or the town goes to sleep."""
        while not self._is_over and not self._town.asleep:
            try:
                self.server = Entrance(self._town.entrance(self.name))
                async with asyncio.timeout(GIVEN_UP):
                    await self.connect()
                if self.heard[-1]["type"] == "refused":
                    self._town.wrong.append(
                        f"{self.game}: {self.name} is not let in: {self.heard[-1]['code']}"
                    )
                    raise ConnectionError
                await self._play()
            except LOST:
                self._town.losses += 1
                await asyncio.sleep(WAIT)
            finally:
                await self._hang_up()

    async def _hang_up(self) -> None:
        if self.socket is not None:
            self.socket.transport.abort()
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.wait((self._hearing,))
            self._hearing = None

    @property
    def _is_over(self) -> bool:
        return self.state is not None and self.state["status"] == "over" and self._act is None

    async def _play(self) -> None:
        if self._act is not None:
            await self._send()
        while not self._is_over and not self._town.asleep:
            if self._act is None and self._wants_to_decide:
                await asyncio.sleep(self._pause * self._chance.random())
                await self._decide()
            # Never cancelled while it goes on: a message could be lost with it.
            self._hearing = self._hearing or asyncio.ensure_future(self.hear())
            done, _ = await asyncio.wait((self._hearing,), timeout=PING)
            if done:
                message, self._hearing = self._hearing.result(), None
                await self._answer(message)
            elif moment() - self.heard_at > 1000 * GIVEN_UP:
                raise TimeoutError
            else:
                await self.send(type="ping")

    @property
    def _wants_to_decide(self) -> bool:
        wants = self._holder is not None and self._decided < self._still_after and not self._town.quiet
        return wants and self.state["may"]["move"]

    @property
    def waits_for_engine(self) -> bool:
        """Whether it is an engine's turn."""
        turn = self.state["turn"]
        return self.state["status"] == "playing" and self.state["seats"][turn["seat"]]["kind"] == "engine"

    async def hear(self) -> dict:
        self.heard.clear()
        try:
            message = await super().hear()
        except AssertionError:
            if not (self.heard and self.heard[-1]["type"] == "update"):
                raise
            # The state that came with a refusal is newer than what the server thinks that this page has.
            await self.hello()
            return self.heard[-1]
        self.heard_at = moment()
        if message["type"] in ("state", "update") or message.get("state"):
            moves = tuple(move["text"] for move in self.state["moves"])
            self._town.history.read(self.name, self.game, self.heard_at, self.version, moves)
        return message

    async def _decide(self) -> None:
        words = {"type": "move", "id": f"{self.name}.{self._sent}", "version": self.version}
        words["text"] = self.choice(self._chance)
        act = self._town.history.invoke(self.name, self.game, f"{self._holder}:{words['id']}", moment())
        self._act, self._sent, self._tries = (act, words), self._sent + 1, 0
        await self._send()

    async def _send(self) -> None:
        self._tries += 1
        self.heard_at = moment()
        await self.send(**self._act[1])

    async def _answer(self, message: dict) -> None:
        if self._act is None or message.get("id") != self._act[1]["id"]:
            return
        act = self._act[0]
        if message["type"] == "accepted":
            ok(act, self.heard_at, message["version"])
            self._town.newest[self.game] = max(self._town.newest.get(self.game, 0), message["version"])
            self._act, self._decided = None, self._decided + 1
        elif message["type"] == "refused" and message["code"] in REFUSED:
            if self._tries == 1:
                fail(act, self.heard_at)
            self._act = None
        elif message["type"] == "refused":
            # The database does not answer, or the server goes down: what has become of it is not known.
            await asyncio.sleep(WAIT)
            await self._send()


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
                await asyncio.sleep(WAIT)
                continue
            self.games.add(made["game"])
            await asyncio.gather(*(self._run(player) for player in self._people(kind, made, joined, pause)))

    async def _make(self, kind: str) -> tuple[dict, dict | None]:
        level = {"engine": 1, "strong engine": 9}.get(kind)
        seats = [{"kind": "person", "name": "Ann"}]
        seats.append({"kind": "engine", "level": level} if level else {"kind": "open"})
        board = "medium" if kind == "strong engine" else "5x4"
        wishes = {"game": "carnac", "options": {"board": board}, "seats": seats}
        if kind == "flag":
            wishes["clock"] = {"seconds": 8, "increment": 0}
        async with httpx.AsyncClient(base_url=self.entrance("maker"), timeout=10) as client:
            made = (await client.post("/api/games", json=wishes)).raise_for_status().json()
            if level:
                return made, None
            joining = {"invite": made["invite"], "name": "Ben"}
            path = f"/api/games/{made['game']}/join"
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

    async def until_level(self, since: float, seconds: float = 60.0) -> float:
        """Wait until everyone has heard something after a moment and has seen what was newest then.

        The seconds that it took; TimeoutError with the names of those who are behind.
        """
        newest = dict(self.newest)
        waiting = set(self.players)
        while waiting:
            behind = set(self.behind(since, newest))
            waiting &= behind
            if (passed := (moment() - since) / 1000) > seconds:
                raise TimeoutError(f"after {passed:.1f} s behind: {sorted(waiting)}")
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
        async with asyncio.timeout(120):
            while any(
                player.version <= waiting[name] for name, player in self.players.items() if name in waiting
            ):
                await asyncio.sleep(0.02)
        return (moment() - since) / 1000 if waiting else 0.0

    @contextlib.asynccontextmanager
    async def playing(self, tables: Sequence[tuple[str, float]]):
        """Everyone plays at tables of these kinds, with this pause before each decision."""
        running = [asyncio.create_task(self.table(kind, pause)) for kind, pause in tables]
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
