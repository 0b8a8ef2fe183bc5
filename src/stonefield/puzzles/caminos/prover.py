"""Puzzles of Caminos: wins in one to three moves, and the only block, proven by trying every placement."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.engine.caminos import arrays, proofs
from stonefield.engine.caminos.arrays import StateBytes
from stonefield.engine.caminos.careless import RECIPES
from stonefield.games import game as common
from stonefield.games.caminos import Position
from stonefield.puzzles.caminos import reasons
from stonefield.puzzles.caminos.themes import themes_of
from stonefield.puzzles.caminos.threats import Asked, Threats
from stonefield.puzzles.proving import Proof, Why, ended

MOST_DEFENCES = 6
REMEMBERED = 64
"""As many positions are kept with what was found out about them."""
TASKS = {proofs.WIN: "win", proofs.HOLD: "hold"}
WITHIN = {1: "win-in-one", 2: "win-in-two", 3: "win-in-three"}


class CaminosProver:
    """Proves wins in one move to three, and losses to two of them; it says nothing of what takes longer."""

    solvers = RECIPES
    beginner = 1
    slowness = 3

    def __init__(self) -> None:
        self._threats: Threats | None = None
        self._setup: object = None
        self._known: dict[bytes, Asked] = {}

    def is_near(self, position: common.Position) -> bool:
        """Whether either side may win in two; games of four, with points or at the swap are left out."""
        threats, state = self._look(_caminos(position))
        return threats.is_near(state)

    def is_cheap(self, position: common.Position) -> bool:
        """Whether either side would win at once: then few placements are in question."""
        threats, state = self._look(_caminos(position))
        return bool(threats.wins(state, 1)) or threats.is_threatened(state)

    def task(self, position: common.Position) -> str | None:
        """A win in one to three, or to avoid losing at once."""
        return TASKS.get(self._find(_caminos(position)).found.task)

    def solutions(self, position: common.Position, task: str, most: int) -> Sequence[str]:
        """The quickest wins; or the placements that leave the opponent no win at once."""
        here = _caminos(position)
        asked = self._find(here)
        if TASKS.get(asked.found.task) != task:
            return ()
        moves: Sequence[int] = asked.solutions
        if most > len(moves) > 1:
            threats, state = self._look(here)
            moves = _solving(threats, state, asked.found)
        return [arrays.move_text(here.setup, move) for move in moves[:most]]

    def decisions(self, position: common.Position) -> Sequence[str]:
        """No two placements lead to the same position."""
        return [str(move) for move in position.legal_moves()]

    def defences(self, position: common.Position, task: str) -> Sequence[str]:
        """The answers that get in the way of most of the wins that wait."""
        here = _caminos(position)
        if task != "win" or here.is_over:
            return ()
        threats, state = self._look(here)
        return [arrays.move_text(here.setup, move) for move in threats.in_the_way(state)[:MOST_DEFENCES]]

    def best(self, position: common.Position) -> Proof:
        """The quickest win, or a defence; "open" where no more is proven than how not to lose at once."""
        threats, state = self._look(_caminos(position))
        return threats.best(state, self._find(_caminos(position)))

    def refute(self, position: common.Position, move: str) -> Proof:
        """A win of the opponent at once, or how to stop the win that was asked for."""
        here = _caminos(position)
        after = _caminos(here.play(move))
        over = ended(after, here.turn)
        if over is not None:
            return over
        if after.turn == position.turn:
            return self.best(after)
        within = int(self._find(here).found.within)
        threats, state = self._look(after)
        return threats.refute(state, within)

    def themes(self, position: common.Position, line: Sequence[str]) -> tuple[str, ...]:
        """By rule."""
        here = _caminos(position)
        threats, _ = self._look(here)
        found = self._find(here).found
        asked = "only-block" if found.task == proofs.HOLD else WITHIN[int(found.within)]
        return themes_of(here, line, threats, asked)

    def near_misses(self, position: common.Position, move: str) -> Sequence[str]:
        """The placements that cover the right one's squares, or all but one of them."""
        size, alike = reasons.alike(_caminos(position), move)
        return [other for shared, other in alike if shared >= max(1, size - 1)]

    def obstacles(self, position: common.Position) -> int:
        """The walls."""
        return reasons.walls(_caminos(position))

    def charm(self, position: common.Position, line: Sequence[str], themes: Sequence[str]) -> int:
        """By the themes."""
        return reasons.charm(themes)

    def why(self, position: common.Position, line: Sequence[str]) -> Why:
        """What the right placement does, and how the plainest of the near misses is refuted."""
        here = _caminos(position)
        return reasons.why(here, line, self.themes(here, line), lambda move: self.refute(here, move))

    def _find(self, position: Position) -> Asked:
        threats, state = self._look(position)
        key = state.tobytes()
        if key not in self._known:
            if len(self._known) == REMEMBERED:
                self._known.clear()
            self._known[key] = threats.find(state)
        return self._known[key]

    def _look(self, position: Position) -> tuple[Threats, StateBytes]:
        if self._threats is None or self._setup != position.setup:
            self._threats, self._setup = Threats(position), position.setup
            self._known.clear()
        return self._threats, arrays.state_of(position)


def _solving(threats: Threats, state: StateBytes, found: proofs.Found) -> list[int]:
    """All solutions."""
    if found.task == proofs.HOLD:
        return threats.holding(state)
    if found.within == 1:
        return threats.wins(state)
    return threats.forced_wins(state, int(found.within))


def _caminos(position: common.Position) -> Position:
    assert isinstance(position, Position)
    return position
