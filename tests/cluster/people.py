"""People who play on a cluster, come back whenever they lose the connection, and note what they were told.

They notice a lost connection as a page does (`frontend/src/remote/socket.ts`), and wait as long as it does.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from websockets.exceptions import WebSocketException

from histories import Act, fail, ok
from server.page import Page

from .site import moment

if TYPE_CHECKING:
    from .town import Town

LOST = (OSError, EOFError, WebSocketException, TimeoutError)
SILENCE, GIVEN_UP, LONGEST_GIVEN_UP, OPENING = 5_000, 3_000, 24_000, 8_000
"""Milliseconds after which a silent line is tried, and one without an answer is given up: the first time, and
after several; and how long a new one may take."""
FIRST_WAIT, LONGEST_WAIT = 0.3, 8.0
"""Seconds before another connection is tried."""
AGAIN = 0.1
"""Seconds before something is said again that was refused for now."""
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

    checks_models = False

    def __init__(self, town: Town, seated: dict, *, holder: int | None, pause: float, still_after: int = 999):
        """After ``still_after`` decisions it only looks on: its time runs out."""
        super().__init__(None, seated, token="own" if holder is not None else None)
        self.name = f"{'player' if holder is not None else 'watcher'}-{next(numbers)}"
        self._town, self._holder, self._pause, self._still_after = town, holder, pause, still_after
        self._chance = random.Random(self.name)
        self._act: tuple[Act, dict] | None = None
        self._sent_at = self._line_since = 0.0
        """When the decision was sent that waits for its answer, and when the line was made."""
        self._planned: asyncio.TimerHandle | None = None
        self._saying: set[asyncio.Task] = set()
        self._wait, self._given_up = FIRST_WAIT, GIVEN_UP
        self._sent = self._decided = 0
        self.heard_at = self._asked_at = 0.0
        """When any word came last, and was asked for."""

    @property
    def version(self) -> int:
        return -1 if self.state is None else self.state["version"]

    async def run(self) -> None:
        """Until the game is over, or the town goes to sleep."""
        while not self._is_over and not self._town.asleep:
            try:
                self.server, self._line_since = Entrance(self._town.entrance(self.name)), moment()
                async with asyncio.timeout(OPENING / 1000):
                    await self.connect()
                if self.heard[-1]["type"] == "refused":
                    self._town.wrong.append(
                        f"{self.game}: {self.name} is not let in: {self.heard[-1]['code']}"
                    )
                    raise ConnectionError
                await self._play()
            except LOST:
                self._town.losses += 1
                await asyncio.sleep(self._wait * self._chance.uniform(0.75, 1.25))
                self._wait = min(LONGEST_WAIT, 2 * self._wait)
            finally:
                self._hang_up()

    def _hang_up(self) -> None:
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    @property
    def _is_over(self) -> bool:
        return self.state is not None and self.state["status"] == "over" and self._act is None

    async def _play(self) -> None:
        if self._act is not None:
            self._send()
        while not self._is_over and not self._town.asleep:
            self._plan()
            await self._answer(await self.hear())

    def look(self) -> None:
        """Try a line on which nothing is said, and give one up on which nothing comes back."""
        if self.socket is None:
            return
        now, heard_at = moment(), max(self.heard_at, self._line_since)
        is_unanswered = self._act is not None and now - max(self._sent_at, self._line_since) > self._given_up
        if is_unanswered or now - heard_at > SILENCE + self._given_up:
            self._given_up = min(LONGEST_GIVEN_UP, 2 * self._given_up)
            self.socket.transport.abort()
        elif now - max(heard_at, self._asked_at) > SILENCE:
            self.ask()

    def ask(self) -> None:
        """Ask for a word."""
        if self.socket is not None:
            self._asked_at = moment()
            self._say({"type": "ping"})

    def _say(self, words: dict) -> None:
        task = asyncio.ensure_future(self._try_to_send(words))
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def _try_to_send(self, words: dict) -> None:
        # A line that is lost is noticed where words are awaited.
        with contextlib.suppress(*LOST, AttributeError):
            await self.send(**words)

    @property
    def _wants_to_decide(self) -> bool:
        wants = self._holder is not None and self._decided < self._still_after and not self._town.quiet
        return wants and self._act is None and self.state["may"]["move"]

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
        self.heard_at, self._wait = moment(), FIRST_WAIT
        if message["type"] in ("state", "update") or message.get("state"):
            moves = tuple(move["text"] for move in self.state["moves"])
            self._town.history.read(self.name, self.game, self.heard_at, self.version, moves)
        return message

    def _plan(self) -> None:
        """Decide soon, if there is something to decide."""
        if self._wants_to_decide and self._planned is None:
            pause = self._pause * self._chance.random()
            self._planned = asyncio.get_running_loop().call_later(pause, self._decide)

    def _decide(self) -> None:
        self._planned = None
        if not self._wants_to_decide:
            return
        words = {"type": "move", "id": f"{self.name}.{self._sent}", "version": self.version}
        words["text"] = self.choice(self._chance)
        act = self._town.history.invoke(self.name, self.game, f"{self._holder}:{words['id']}", moment())
        self._act, self._sent, self._tries = (act, words), self._sent + 1, 0
        self._send()

    def _send(self) -> None:
        self._tries += 1
        self._sent_at = moment()
        self._say(self._act[1])

    async def _answer(self, message: dict) -> None:
        if self._act is None or message.get("id") != self._act[1]["id"]:
            return
        act = self._act[0]
        self._given_up = GIVEN_UP
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
            await asyncio.sleep(AGAIN)
            self._send()
