"""The engine as a partner in the terminal: it plays for some of the players, and gives hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from stonefield.engine.client import BlockingEngine, EngineError, own_command
from stonefield.engine.levels import MORE_THAN_ANY_LEVEL
from stonefield.engine.thinker import Limits, Thought
from stonefield.engine.ugi_options import FULL_STRENGTH
from stonefield.games.game import Position
from stonefield.records import Record


@dataclass(slots=True)
class Partner:
    """Our engine in a process of its own, started when it is first needed."""

    players: frozenset[int] = frozenset()
    """Whose decisions it takes; none if it is there for hints only."""
    level: float = FULL_STRENGTH
    movetime: float = 1.0
    """Seconds a decision at full strength, and for a hint."""
    greet: Callable[[], None] = lambda: None
    """Called before it is started, which takes a while the very first time."""
    _engine: BlockingEngine | None = field(default=None, init=False)

    def decides(self, position: Position) -> bool:
        """Whether it is the engine's turn."""
        return not position.is_over and position.player in self.players

    def move(self, record: Record) -> str:
        """What it plays now."""
        return self._think(record, self.level).best

    def hint(self, record: Record) -> Thought:
        """What it would play with all its strength."""
        return self._think(record, FULL_STRENGTH)

    def leave(self) -> None:
        """End its process; asked again, it comes back."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _think(self, record: Record, level: float) -> Thought:
        if self._engine is None:
            self.greet()
            self._engine = BlockingEngine(own_command())
        try:
            self._engine.set_options({"Level": level})
            self._engine.set_position(record.start, record.moves)
            self._engine.ready()
            if level == FULL_STRENGTH:
                return self._engine.go(Limits(movetime=self.movetime))
            return self._engine.go(Limits(nodes=MORE_THAN_ANY_LEVEL))
        except (EngineError, KeyboardInterrupt):
            self.leave()
            raise
