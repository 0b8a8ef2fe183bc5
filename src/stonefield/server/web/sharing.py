"""The limits of a person hold over all servers: each tells the others what people spend with it.

A server tells at once when a person has spent a quarter of a full purse with it since it last told, and every
second whatever is worth telling. What is told is taken from that person's points everywhere. So N servers let
a person have at most 1 + (N - 1) / 4 times the points that one server would, and what they spend while a
message is on its way.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import islice

from pydantic_core import from_json, to_json

from stonefield.server.bus import Bus
from stonefield.server.tokens import GAME_ID_LENGTH, new_game_id
from stonefield.server.web.budgets import Rates

TELL_SECONDS = 1.0
AT_ONCE, LEAST = 1 / 4, 1 / 50
"""The parts of a full purse that are told at once, and that are worth telling."""
PEOPLE = 60
"""So many fit into one text."""
TOPIC = "spent"


class Sharing:
    """Tells other servers what people spend here, and counts here what they spend there."""

    def __init__(self, bus: Bus, rates: Mapping[str, Rates]) -> None:
        """``rates`` are what is shared, by names that are the same at all servers."""
        self._bus, self._rates = bus, rates
        self._me = new_game_id()
        self._untold: dict[str, dict[str, float]] = {name: {} for name in rates}
        for name, one in rates.items():
            one.spent = partial(self._spent, name)
        bus.listen(TOPIC, self._hear)

    def _spent(self, name: str, key: str, points: float) -> None:
        untold = self._untold[name]
        untold[key] = untold.get(key, 0.0) + points
        if untold[key] >= AT_ONCE * self._rates[name].burst:
            self._say(name, {key: untold.pop(key)})

    async def tell(self) -> None:
        """Tell what was spent since the last time."""
        for name, rates in self._rates.items():
            untold, self._untold[name] = self._untold[name], {}
            worth = iter([(key, spent) for key, spent in untold.items() if spent >= LEAST * rates.burst])
            while some := dict(islice(worth, PEOPLE)):
                self._say(name, some)

    def _say(self, name: str, spent: Mapping[str, float]) -> None:
        self._bus.say(TOPIC, self._me + to_json([name, spent]).decode())

    def _hear(self, text: str) -> None:
        by, said = text[:GAME_ID_LENGTH], text[GAME_ID_LENGTH:]
        if by == self._me:
            return
        name, spent = from_json(said)
        for key, points in spent.items():
            self._rates[name].count(key, points)
