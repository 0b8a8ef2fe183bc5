"""A search for lines as one viewer is told of it: bit by bit, and never worse than before."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stonefield.engine.thinker import Thought
from stonefield.games.game import Position
from stonefield.server.presenting.evaluations import evaluation_of
from stonefield.server.presenting.reviews import line_view

if TYPE_CHECKING:
    from stonefield.server.protocol.studies import LinesRequest
    from stonefield.server.protocol.study_views import StudyLines


class ToldLines:
    """What was said of a position so far."""

    def __init__(
        self,
        version: Callable[[], int],
        message: LinesRequest,
        position: Position,
        post: Callable[[StudyLines], None],
    ) -> None:
        self._version, self._message, self._position, self._post = version, message, position, post
        self._simulations = 0
        self.shown: Thought | None = None
        """The best that is known."""

    def tell(self, thought: Thought, *, final: bool = False) -> None:
        """Tell of a thought, or once more of a better one."""
        known = max(thought.nodes, sum(line.visits for line in thought.lines))
        if known > self._simulations or self.shown is None:
            self._simulations, self.shown = known, thought
        elif not final:
            # Where another engine has taken over, it begins anew: what was known better stays.
            return
        wanted, position = self._message, self._position
        self._post(
            {
                "type": "lines",
                "version": self._version(),
                "chapter": wanted.chapter,
                "node": wanted.node,
                "threat": wanted.threat,
                "colour": position.turn,
                "simulations": self._simulations,
                "evaluation": evaluation_of(position, self.shown),
                "lines": [line_view(position, line) for line in self.shown.lines[: wanted.count]],
                "final": final,
            }
        )
