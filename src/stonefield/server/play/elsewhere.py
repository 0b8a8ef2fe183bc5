"""The same game or study in other processes: they tell each other who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pydantic_core import from_json, to_json

from stonefield.server.bus import Bus
from stonefield.server.now import now_ms
from stonefield.server.tokens import GAME_ID_LENGTH, new_game_id

TELL_SECONDS, FORGET_MS = 5.0, 15_000
"""How often a process tells all of it, and after how long one is forgotten that has told nothing."""
Here: TypeAlias = Mapping[str, Any]
"""Who looks at it in one process, by names; nothing in it is true where no one does."""


class Elsewhere:
    """Tells other processes who is here, and remembers what they tell."""

    def __init__(
        self, bus: Bus, topic: str, here: Callable[[], Here], heard: Callable[[Here, Here], None]
    ) -> None:
        """``here`` says who is here now; ``heard`` is told what another process said before, and says now."""
        self._bus, self._topic, self._here, self._heard = bus, topic, here, heard
        self._me = new_game_id()
        self._said: Here = {}
        self._told: dict[str, tuple[int, Here]] = {}
        """What each of the others has told, and when."""
        self._end = bus.listen(topic, self._hear)

    def tell(self, *, again: bool = False) -> None:
        """Tell who is here if that is news; ``again``: if anyone is here at all."""
        here = self._here()
        anyone, before = any(here.values()), any(self._said.values())
        if (anyone and again) or ((anyone or before) and here != self._said):
            self._say(here)

    def ask(self) -> None:
        """Let the others tell who is there."""
        self._say(self._here(), ask=True)

    def _say(self, here: Here, *, ask: bool = False) -> None:
        self._said = here
        self._bus.say(self._topic, self._me + to_json({"here": here, "ask": ask}).decode())

    def _hear(self, text: str) -> None:
        by, said = text[:GAME_ID_LENGTH], text[GAME_ID_LENGTH:]
        if by == self._me:
            return
        message = from_json(said)
        here: Here = message["here"]
        _, before = self._told.pop(by, (0, {}))
        if any(here.values()):
            self._told[by] = now_ms(), here
        if message["ask"]:
            self.tell(again=True)
        if here != before:
            self._heard(before, here)

    def others(self, within: int | None = None) -> list[Here]:
        """Who is there, by each process that was heard in so many milliseconds, or is not forgotten."""
        if not self._told:
            # As a rule: all of a game is at one server.
            return []
        now, within = now_ms(), FORGET_MS if within is None else within
        return [here for at, here in self._told.values() if now - at < within]

    def forget(self) -> list[tuple[int, Here]]:
        """Forget the processes that tell nothing any more: when each was last heard, and what it said."""
        if not self._told:
            return []
        now = now_ms()
        silent = {by: told for by, told in self._told.items() if now - told[0] >= FORGET_MS}
        for by in silent:
            del self._told[by]
        return list(silent.values())

    def close(self) -> None:
        """No one is here any more; hear of nothing."""
        self._end()
        if any(self._said.values()):
            self._say({})
