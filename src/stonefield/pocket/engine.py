"""The engine of the page: what it is asked, and who hears its answers.

The page asks it and brings the answer back; until then a question is open. What is no longer wanted is
cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from stonefield.engine.thinker import Thought
from stonefield.games.game import Position
from stonefield.games.plugin import part_of
from stonefield.server.presenting.questions import RulesOf, engine_refusal, thought_of
from stonefield.server.protocol.problems import Refusal

MS = 1000
Purpose = Literal["move", "hint", "rate", "review"]
"""The most urgent first: the engine takes the questions in this order."""


class Hear(Protocol):
    """Takes the answer to a question."""

    def __call__(self, number: int, outcome: Thought | Refusal, now: int) -> None:
        """A thought, or why there is none."""


class Engine:
    """The open questions; what is to be asked and cancelled is collected in ``asked`` and ``cancelled``."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.cancelled: list[int] = []
        self._open: dict[int, Hear] = {}
        self._last = 0

    def ask(
        self,
        rules: RulesOf,
        moves: Sequence[str],
        purpose: Purpose,
        hear: Hear,
        *,
        level: float | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
        least: float = 0.0,
        proven: Position | None = None,
    ) -> int:
        """Ask about the position after these moves; the number of the question.

        Of a position that is to be ``proven``, best play is asked for, or what the one move there comes to.
        """
        self._last += 1
        self._open[self._last] = hear
        self.asked.append(
            {
                "id": self._last,
                **rules,
                "moves": list(moves),
                "level": level,
                "nodes": nodes,
                "milliseconds": None if seconds is None else round(MS * seconds),
                "multi": lines,
                "fair": False,
                "seed": None,
                "purpose": purpose,
                "least": round(MS * least),
                "prove": None if proven is None else list(_packed(proven)),
            }
        )
        return self._last

    def cancel(self, number: int) -> None:
        """An answer is no longer wanted."""
        if self._open.pop(number, None):
            self.cancelled.append(number)

    def answered(self, number: int, thought: Mapping[str, Any] | None, code: str | None, now: int) -> None:
        """The engine has answered; without a thought the code says why there is none."""
        hear = self._open.pop(number, None)
        if hear is not None:
            hear(number, engine_refusal(code) if thought is None else thought_of(thought), now)


def _packed(position: Position) -> bytes:
    """A position as the engine has it in its memory; of a game without such an engine nothing."""
    pack: Callable[[Position], bytes] | None = part_of(position.game.name, "packing", None)
    return b"" if pack is None else pack(position)
