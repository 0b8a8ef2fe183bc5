"""Proofs by the engine of the page: who needs one that is not there yet is asked again once it is."""

from __future__ import annotations

from typing import TypeAlias

from stonefield.engine.thinker import Thought
from stonefield.games.game import Position
from stonefield.pocket.engine import Engine
from stonefield.puzzles.proving import Proof, Unproven, ended
from stonefield.server.presenting.questions import rules_from
from stonefield.server.protocol.problems import Refusal

SECONDS = 15.0
"""A proof may take this long."""
REMEMBERED = 200
"""As many proofs are kept: more than one request needs."""
_Key: TypeAlias = tuple[str, tuple[str, ...]]
_Found: TypeAlias = Proof | Refusal | None
"""None: unproven"""


class Awaited(Exception):
    """A proof that the engine has been asked for, by the number of the question."""

    def __init__(self, question: int) -> None:
        super().__init__(question)
        self.question = question


class Proofs:
    """Proves best play in all games; each method raises Awaited until the engine has answered."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._found: dict[_Key, _Found] = {}
        self._asked: dict[_Key, int] = {}

    def is_near(self, position: Position) -> bool:
        """The engine says it together with the proof."""
        return True

    def best(self, position: Position) -> Proof:
        """Best play, and its result for the side that decides."""
        return self._prove(position)

    def refute(self, position: Position, move: str) -> Proof:
        """Best play after a decision, and its result for the side that took it."""
        return ended(position.play(move), position.turn) or self._prove(position, move)

    def _prove(self, position: Position, *moves: str) -> Proof:
        key = position.ordered_text, moves
        if key not in self._found:
            raise Awaited(self._asked.get(key) or self._ask(key, position))
        found = self._found[key]
        if found is None:
            raise Unproven
        if isinstance(found, Refusal):
            # The next time the engine may do better.
            del self._found[key]
            raise found
        return found

    def _ask(self, key: _Key, position: Position) -> int:
        def hear(number: int, outcome: Thought | Refusal, now: int) -> None:
            del self._asked[key]
            while len(self._found) >= REMEMBERED:
                del self._found[next(iter(self._found))]
            self._found[key] = _proof_of(outcome)

        self._asked[key] = self._engine.ask(
            rules_from(position), key[1], "hint", hear, seconds=SECONDS, proven=position
        )
        return self._asked[key]


def _proof_of(outcome: Thought | Refusal) -> _Found:
    if isinstance(outcome, Refusal):
        return None if outcome.code == "too_large" else outcome
    line = outcome.lines[0]
    return Proof(line.proven or "open", line.moves)
