"""What players say to each other in a game, in whichever process each of them looks at it."""

from __future__ import annotations

from collections.abc import Callable

from pydantic_core import from_json, to_json

from stonefield.server.bus import Bus
from stonefield.server.domain.game.permissions import may_greet
from stonefield.server.domain.game.table import Table
from stonefield.server.now import now_ms
from stonefield.server.protocol.company import GreetingWords
from stonefield.server.protocol.problems import Refusal

GREETING_MS = 3_000
"""Milliseconds from one greeting of a player to the next."""


class Greetings:
    """Passes greetings on, one after the other."""

    def __init__(self, bus: Bus, table: Table, tell: Callable[[int, GreetingWords], None]) -> None:
        """``tell`` lets everyone here know what a seat says."""
        self._bus, self._table, self._tell = bus, table, tell
        self._topic = f"greeting/{table.agreement.id}"
        self._greeted: dict[int, int] = {}
        """When each holder has greeted last."""
        self.close = bus.listen(self._topic, self._hear)

    def greet(self, holder: int | None, words: GreetingWords) -> None:
        """Pass a greeting on to the players; Refusal if it may not be."""
        refusal = may_greet(self._table, holder)
        if refusal is not None:
            raise refusal
        assert holder is not None
        wait = self._greeted.get(holder, -GREETING_MS) + GREETING_MS - now_ms()
        if wait > 0:
            raise Refusal("too_many", "one greeting after the other", retry_after=wait / 1000)
        self._greeted[holder] = now_ms()
        self._bus.say(self._topic, to_json([self._table.seats_of(holder)[0], words]).decode())

    def _hear(self, text: str) -> None:
        seat, words = from_json(text)
        holder = self._table.seats[seat].holder
        if holder is not None:
            self._greeted[holder] = now_ms()
        self._tell(seat, words)
