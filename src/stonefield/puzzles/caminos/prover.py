"""Puzzles of Caminos: wins in one to three moves, and the only block, proven by trying every placement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from stonefield.engine.caminos import arrays
from stonefield.engine.caminos.arrays import StateBytes
from stonefield.games import game as common
from stonefield.games.caminos import Position
from stonefield.puzzles.caminos import reasons
from stonefield.puzzles.caminos.themes import themes_of
from stonefield.puzzles.caminos.threats import Threats
from stonefield.puzzles.proving import Proof, Unproven, Why

MOST_DEFENCES = 6
MOST_MISSES = 16
"""This many near misses are refuted to find the plainest."""
REMEMBERED = 64
"""As many positions are kept with what was found out about them."""
MOST_NODES = 60_000
"""A proof looks for wins at once in this many positions at most: a few seconds."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What can be asked in a position: the task, in how many moves, and up to two solutions."""

    task: str | None
    within: int
    solutions: tuple[int, ...]
    is_lost: bool = False
    """Whether the opponent is proven to win within two, whatever is done"""


class CaminosProver:
    """Proves wins in one move to three, and losses to two of them; it says nothing of what takes longer."""

    beginner = 1
    slowness = 3

    def __init__(self) -> None:
        self._threats: Threats | None = None
        self._setup: object = None
        self._known: dict[bytes, _Found] = {}

    def is_near(self, position: common.Position) -> bool:
        """Whether either side may win in two; games of four, with points or at the swap are left out."""
        here = _caminos(position)
        setup = here.setup
        if setup.players != 2 or setup.points or here.places_neutral or here.may_swap or here.is_over:
            return False
        threats, state = self._look(here)
        return threats.may_win_in_two(state)

    def is_cheap(self, position: common.Position) -> bool:
        """Whether either side would win at once: then few placements are in question."""
        threats, state = self._look(_caminos(position))
        return next(threats.wins(state), None) is not None or threats.is_threatened(state)

    def task(self, position: common.Position) -> str | None:
        """A win in one to three, or to avoid losing at once."""
        return self._find(_caminos(position)).task

    def solutions(self, position: common.Position, task: str, most: int) -> Sequence[str]:
        """The quickest wins; or the placements that leave the opponent no win at once."""
        here = _caminos(position)
        found = self._find(here)
        if found.task != task:
            return ()
        if most <= len(found.solutions) or len(found.solutions) < 2:
            moves = found.solutions[:most]
        else:
            threats, state = self._look(here)
            moves = tuple(islice(_solving(threats, state, found), most))
        return [arrays.move_text(here.setup, move) for move in moves]

    def decisions(self, position: common.Position) -> Sequence[str]:
        """No two placements lead to the same position."""
        return [str(move) for move in position.legal_moves()]

    def defences(self, position: common.Position, task: str) -> Sequence[str]:
        """The answers that get in the way of most of the wins that wait."""
        here = _caminos(position)
        if task != "win" or here.is_over:
            return ()
        threats, state = self._look(here)
        threats.allow(MOST_NODES)
        return [arrays.move_text(here.setup, move) for move in threats.in_the_way(state)[:MOST_DEFENCES]]

    def best(self, position: common.Position) -> Proof:
        """The quickest win, or a defence; "open" where no more is proven than how not to lose at once."""
        here = _caminos(position)
        found = self._find(here)
        if found.task == "win":
            return Proof("win", self._won_line(here, found.solutions[0]))
        if found.is_lost or self._is_lost(here):
            return Proof("loss", self._lost_line(here))
        if found.task == "hold":
            return Proof("open", (arrays.move_text(here.setup, found.solutions[0]),))
        raise Unproven

    def refute(self, position: common.Position, move: str) -> Proof:
        """A win of the opponent at once, or how to stop the win that was asked for."""
        here = _caminos(position)
        after = _caminos(here.play(move))
        if after.is_over:
            outcome = after.outcome
            winner = outcome.winner if outcome else None
            return Proof("draw" if winner is None else "win" if winner == position.turn else "loss", ())
        if after.turn == position.turn:
            return self.best(after)
        asked = self._find(here).within
        threats, state = self._look(after)
        win = next(threats.wins(state), None)
        if win is not None:
            return Proof("loss", (arrays.move_text(here.setup, win),))
        threats.allow(MOST_NODES)
        stop = threats.refutation(state, 2 if asked == 3 else 1)
        if stop is None:
            return Proof("win", self._lost_line(after))
        return Proof("open", (arrays.move_text(here.setup, stop),))

    def themes(self, position: common.Position, line: Sequence[str]) -> tuple[str, ...]:
        """By rule."""
        here = _caminos(position)
        threats, _ = self._look(here)
        found = self._find(here)
        return themes_of(here, line, threats, "only-block" if found.task == "hold" else WITHIN[found.within])

    def near_misses(self, position: common.Position, move: str) -> Sequence[str]:
        """The placements that cover the right one's squares, or all but one of them."""
        size, alike = self._alike(_caminos(position), move)
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
        misses = [other for _, other in self._alike(here, line[0])[1][:MOST_MISSES]]
        themes = self.themes(here, line)
        return reasons.explain(themes, misses, lambda move: self.refute(here, move))

    def _alike(self, position: Position, move: str) -> tuple[int, list[tuple[int, str]]]:
        """How many squares a placement covers, and how many of them each other one does, the most first."""
        threats, state = self._look(position)
        right = arrays.move_number(position, move)
        squares = threats.covered_by(right)
        alike = [
            (len(squares & threats.covered_by(other)), arrays.move_text(position.setup, other))
            for other in threats.moves(state).tolist()
            if other != right
        ]
        return len(squares), sorted(alike, key=lambda one: -one[0])

    def _is_lost(self, position: Position) -> bool:
        threats, state = self._look(position)
        threats.allow(MOST_NODES)
        return threats.refutation(state, 2) is None

    def _lost_line(self, position: Position) -> tuple[str, ...]:
        """How a side that loses within two defends itself, for as long as it can, and the win."""
        threats, state = self._look(position)
        threats.allow(MOST_NODES)
        moves, longer = threats.in_the_way(state), set(threats.holding(state).tolist())
        defence = next((move for move in moves if move in longer), moves[0])
        text = arrays.move_text(position.setup, defence)
        after = _caminos(position.play(text))
        win = threats.win_within_two(arrays.state_of(after))
        assert win is not None
        return text, *self._won_line(after, win)

    def _won_line(self, position: Position, move: int) -> tuple[str, ...]:
        """A placement that wins within three, and what follows."""
        text = arrays.move_text(position.setup, move)
        after = _caminos(position.play(text))
        if after.is_over:
            return (text,)
        if after.turn != position.turn:
            return text, *self._lost_line(after)
        threats, state = self._look(after)
        threats.allow(MOST_NODES)
        win = threats.win_within_two(state)
        assert win is not None
        return text, *self._won_line(after, win)

    def _find(self, position: Position) -> _Found:
        threats, state = self._look(position)
        key = state.tobytes()
        if key not in self._known:
            if len(self._known) == REMEMBERED:
                self._known.clear()
            self._known[key] = _found(threats, state) if self.is_near(position) else NOTHING
        return self._known[key]

    def _look(self, position: Position) -> tuple[Threats, StateBytes]:
        if self._threats is None or self._setup != position.setup:
            self._threats, self._setup = Threats(position), position.setup
            self._known.clear()
        return self._threats, arrays.state_of(position)


WITHIN = {1: "win-in-one", 2: "win-in-two", 3: "win-in-three"}
NOTHING = _Found(None, 0, ())


def _found(threats: Threats, state: StateBytes) -> _Found:
    wins = tuple(islice(threats.wins(state), 2))
    if wins:
        return _Found("win", 1, wins)
    threatened = threats.is_threatened(state)
    moves = threats.holding(state) if threatened else threats.moves(state)
    if threatened and not moves.size:
        return _Found(None, 0, (), is_lost=True)
    wins = tuple(islice(threats.forced_wins(state, moves, 2), 2))
    if wins:
        return _Found("win", 2, wins)
    hold = _Found("hold", 1, tuple(moves[:2].tolist())) if threatened else NOTHING
    # The only block is asked for as that, also where it wins in the end.
    if moves.size == 1 or not threats.is_in_reach(state):
        return hold
    threats.allow(MOST_NODES)
    if threats.refutation(state, 2) is None:
        return replace(hold, is_lost=True)
    wins = tuple(islice(threats.forced_wins(state, moves, 3), 2))
    return _Found("win", 3, wins) if wins else hold


def _solving(threats: Threats, state: StateBytes, found: _Found) -> Iterator[int]:
    """All solutions."""
    if found.task == "hold":
        return iter(threats.holding(state).tolist())
    if found.within == 1:
        return threats.wins(state)
    threats.allow(MOST_NODES)
    return threats.forced_wins(state, threats.moves(state), found.within)


def _caminos(position: common.Position) -> Position:
    assert isinstance(position, Position)
    return position
