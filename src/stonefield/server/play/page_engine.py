"""The engine in the page of one viewer, asked before the server's own: a small server carries more people.

What it says is checked by the rules and has no more say than the server's own engine. It serves its viewer
alone, so that a page which lies deceives no one else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stonefield.engine.thinker import Thought
from stonefield.games.game import Position, StonefieldError
from stonefield.server import metrics
from stonefield.server.domain.game.permissions import may_think_here
from stonefield.server.domain.game.table import Table
from stonefield.server.presenting.questions import rules_of, thought_of
from stonefield.server.protocol.messages import ServerMessage
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.thinking import PageThought, Purpose

MARGIN = 3.0
"""Seconds that an answer may come later than the thinking should take; then the server's own is asked."""


class PageEngine:
    """Asks the engine of a page, for as long as it is on and answers in time what is legal."""

    def __init__(
        self,
        table: Table,
        post: Callable[[ServerMessage], None],
        refuse: Callable[[str | None, Refusal], None],
    ) -> None:
        self._table, self._post, self._refuse = table, post, refuse
        self._holder: int | None = None
        self._is_on = False
        self._last = 0
        self._open: dict[str, asyncio.Future[Thought | None]] = {}

    def switch(self, holder: int | None, on: bool) -> None:
        """A page of this holder says whether its engine thinks."""
        refusal = may_think_here(self._table, holder) if on else None
        if refusal is not None:
            raise refusal
        self._holder, self._is_on = holder, on
        if not on:
            self._settle_all()

    @property
    def is_on(self) -> bool:
        """Whether it can be asked; the game may have changed since its page said so."""
        return self._is_on and may_think_here(self._table, self._holder) is None

    async def think(
        self,
        ply: int,
        purpose: Purpose,
        seconds: float,
        *,
        level: float | None = None,
        most: float | None = None,
    ) -> Thought | None:
        """What it thinks of the position after ``ply`` decisions; None: the server's own engine has to say.

        It should take so many ``seconds``, and ``most`` limits the thinking itself.
        """
        if not self.is_on:
            return None
        position = self._table.positions[ply]
        self._last += 1
        number = f"think-{self._last}"
        answer = self._open[number] = asyncio.get_running_loop().create_future()
        self._ask(number, ply, purpose, level, most)
        thought: Thought | None = None
        try:
            async with asyncio.timeout(seconds + MARGIN):
                thought = await answer
            outcome = "none" if thought is None else "used"
            if thought is not None:
                _check(position, thought)
        except TimeoutError:
            outcome = "late"
        except StonefieldError as error:
            outcome, thought = "illegal", None
            self._refuse(number, Refusal("illegal_move", str(error)))
        finally:
            self._open.pop(number, None)
        metrics.page_thoughts.labels(purpose, outcome).inc()
        # It is not waited for in vain twice.
        self._is_on = self._is_on and thought is not None
        return thought

    def _ask(self, number: str, ply: int, purpose: Purpose, level: float | None, most: float | None) -> None:
        table = self._table
        self._post(
            {
                "type": "think",
                "version": table.version,
                "id": number,
                "purpose": purpose,
                **rules_of(table.agreement),
                "moves": [move.text for move in table.moves[:ply]],
                "level": level,
                "milliseconds": None if most is None else round(1000 * most),
            }
        )

    def answered(self, message: PageThought) -> None:
        """The page says what its engine thinks; Refusal: that is not asked any more."""
        answer = self._open.pop(message.id, None)
        if answer is None or answer.done():
            raise Refusal("stale_move", f"{message.id} is not asked any more")
        line = message.line
        said = {"nodes": message.nodes, "milliseconds": message.milliseconds}
        answer.set_result(None if line is None else thought_of({**said, "lines": [line.model_dump()]}))

    def close(self) -> None:
        """The page has gone: what it was asked is asked elsewhere at once."""
        self._is_on = False
        self._settle_all()
        # Its socket has it: if it had the socket, too, that would be a circle.
        self._post = lambda _: None
        self._refuse = lambda *_: None

    def _settle_all(self) -> None:
        for answer in self._open.values():
            if not answer.done():
                answer.set_result(None)
        self._open.clear()


def _check(position: Position, thought: Thought) -> None:
    """StonefieldError: its line cannot be played."""
    for text in thought.lines[0].moves:
        if position.is_over:
            return
        position = position.play(text)
