"""Chat between the players of a game: the database has the lines, the bus wakes those who look at it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from stonefield.server.bus import Bus
from stonefield.server.domain.game.permissions import may_greet
from stonefield.server.domain.game.table import Table
from stonefield.server.now import now_ms
from stonefield.server.protocol.company import GreetingWords
from stonefield.server.protocol.manners import ChatLine, ChatProblem, ChatView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.chat import MOST_LINES, ChatStanding, ChatStore, Said
from stonefield.server.store.journal import Conflict

TRIES = 5
"""How often a line is written where other processes add lines at the same time."""


class Chat:
    """What players say to each other, during the game and after it."""

    def __init__(self, store: ChatStore, bus: Bus) -> None:
        self.store, self._bus = store, bus
        self._hearers: dict[str, list[Callable[[int], None]]] = {}

    def hear(self, game: str, hearer: Callable[[int], None]) -> Callable[[], None]:
        """Tell ``hearer`` the number of the last line from now on; call what is returned to end that."""
        end = self._bus.subscribe(_topic(game), hearer)
        self._hearers.setdefault(game, []).append(hearer)

        def stop() -> None:
            end()
            self._hearers[game].remove(hearer)
            if not self._hearers[game]:
                del self._hearers[game]

        return stop

    async def follow(self) -> None:
        """Tell those who look at a game what the database has: that heals what the bus has lost."""
        if not self._hearers:
            return
        for game, number in (await self.store.numbers(list(self._hearers))).items():
            for hearer in list(self._hearers.get(game, ())):
                hearer(number)

    async def tidy(self) -> None:
        """Forget what is old."""
        await self.store.tidy(now_ms())

    async def view(self, table: Table, holder: int | None, after: int = 0) -> ChatView:
        """The chat as a player sees it; Refusal for spectators."""
        if holder is None or not table.seats_of(holder):
            raise Refusal("not_for_spectators", "only the players of a game chat")
        standing = await self._standing(table, holder)
        problem = _problem(table, holder, standing)
        # Who cannot write does not learn whether the others have hidden, or were hidden.
        own_only = standing.off or standing.not_available or standing.hears_none
        lines = [
            _line(table, holder, line)
            for line in await self.store.lines(table.agreement.id, after)
            if line.holder == holder or not own_only
        ]
        mute = standing.mute
        return {
            "lines": lines,
            "number": standing.number,
            "problem": problem,
            "until": None if mute is None else mute.until,
            "why": "" if mute is None else mute.why,
            "muted": standing.hears_none,
        }

    async def check(self, table: Table, holder: int | None) -> None:
        """Refusal if a holder may not write."""
        refusal = may_greet(table, holder)
        if refusal is not None:
            raise refusal
        assert holder is not None
        standing = await self._standing(table, holder)
        problem = _problem(table, holder, standing)
        if problem == "off":
            raise Refusal("chat_off", "your account does not chat; you can change that")
        if problem == "muted":
            assert standing.mute is not None
            until = day_of_end(standing.mute.until)
            raise Refusal("chat_muted", f"a moderator has muted you until {until}: {standing.mute.why}")
        if problem == "full":
            raise Refusal("too_many", f"{MOST_LINES} lines have been said in this game")
        if problem is not None:
            raise Refusal("not_available", "the other player is not available for chat")

    async def say(
        self, table: Table, holder: int | None, text: str, greeting: GreetingWords | None = None
    ) -> None:
        """Add a line, a text or a greeting, and let the players know; Refusal if the holder may not write."""
        await self.check(table, holder)
        assert holder is not None
        member = table.members.get(holder)
        account = member.id if member is not None and member.id else None
        said = Said(table.agreement.id, holder, account, now_ms(), text, greeting)
        for _ in range(TRIES):
            try:
                number = await self.store.say(said)
            except Conflict:
                continue
            self._bus.publish(_topic(said.game), number)
            return
        raise Refusal("busy", "others write at the same time; send it again", retry_after=1)

    async def mute(self, table: Table, holder: int | None, *, muted: bool) -> None:
        """Let a player read the others of this game no more, or again."""
        if holder is None or not table.seats_of(holder):
            raise Refusal("not_for_spectators", "only the players of a game chat")
        await self.store.mute(table.agreement.id, holder, muted=muted)

    async def _standing(self, table: Table, holder: int) -> ChatStanding:
        member = table.members.get(holder)
        account = member.id if member is not None and member.id else None
        others = {one.id for number, one in table.members.items() if number != holder and one.id}
        return await self.store.standing(table.agreement.id, holder, account, others - {account}, now_ms())


def day_of_end(moment: int) -> str:
    """A moment as a day, in a sentence for programs; the page has its own words."""
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _topic(game: str) -> str:
    return f"chat/{game}"


def _problem(table: Table, holder: int, standing: ChatStanding) -> ChatProblem | None:
    if may_greet(table, holder) is not None:
        return "alone"
    if standing.off:
        return "off"
    if standing.mute is not None:
        return "muted"
    if standing.not_available:
        return "not_available"
    return "full" if standing.number >= MOST_LINES else None


def _line(table: Table, reader: int, line: Any) -> ChatLine:
    seats = table.seats_of(line.holder)
    return {
        "number": line.number,
        "at": line.at,
        "seat": seats[0] if seats else 0,
        "mine": line.holder == reader,
        "text": line.text,
        "greeting": line.greeting,
    }
