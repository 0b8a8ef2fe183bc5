"""Puzzles of Caminos: wins in one move and in two, and the only block, proven by trying every placement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from stonefield.engine.caminos import arrays
from stonefield.engine.caminos.arrays import State
from stonefield.games import game as common
from stonefield.games.caminos import Position
from stonefield.puzzles.caminos.themes import themes_of
from stonefield.puzzles.caminos.threats import Threats
from stonefield.puzzles.proving import Proof, Unproven

MOST_DEFENCES = 6
REMEMBERED = 64
"""As many positions are kept with what was found out about them."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What can be asked in a position: the task, in how many moves, and up to two solutions."""

    task: str | None
    within: int
    solutions: tuple[int, ...]


class CaminosProver:
    """Proves wins in one move and in two, and losses at once; it says nothing of what takes longer."""

    beginner = 1

    def __init__(self) -> None:
        self._threats: Threats | None = None
        self._setup: object = None
        self._known: dict[bytes, _Found] = {}

    def is_near(self, position: common.Position) -> bool:
        """Whether either side needs few columns; games of four, with points or at the swap are left out."""
        here = _caminos(position)
        setup = here.setup
        if setup.players != 2 or setup.points or here.places_neutral or here.may_swap or here.is_over:
            return False
        threats, state = self._look(here)
        return threats.is_in_reach(state)

    def is_cheap(self, position: common.Position) -> bool:
        """Whether either side would win at once: then few placements are in question."""
        threats, state = self._look(_caminos(position))
        return next(threats.wins(state), None) is not None or threats.is_threatened(state)

    def task(self, position: common.Position) -> str | None:
        """A win in one or two, or to avoid losing at once."""
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

    def is_same(self, position: common.Position, move: str, other: str) -> bool:
        """Whether it is the same placement."""
        position.play(move)
        return position.read(move) == position.read(other)

    def defences(self, position: common.Position, task: str) -> Sequence[str]:
        """The answers that get in the way of most of the wins that wait."""
        here = _caminos(position)
        if task != "win" or here.is_over:
            return ()
        threats, state = self._look(here)
        return [arrays.move_text(here.setup, move) for move in _in_the_way(threats, state)[:MOST_DEFENCES]]

    def best(self, position: common.Position) -> Proof:
        """The quickest win, or a defence; "open" where no more is proven than how not to lose at once."""
        here = _caminos(position)
        found = self._find(here)
        if found.task == "hold":
            return Proof("open", (arrays.move_text(here.setup, found.solutions[0]),))
        if found.task == "win":
            move = arrays.move_text(here.setup, found.solutions[0])
            after = _caminos(here.play(move))
            return Proof("win", (move, *(() if after.is_over else self._lost_line(after))))
        if found.within == 1:
            return Proof("loss", self._lost_line(here))
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
        threats, state = self._look(after)
        win = next(threats.wins(state), None)
        if win is not None:
            return Proof("loss", (arrays.move_text(here.setup, win),))
        stop = threats.refutation(state)
        if stop is None:
            return Proof("win", self._lost_line(after))
        return Proof("open", (arrays.move_text(here.setup, stop),))

    def themes(self, position: common.Position, line: Sequence[str]) -> tuple[str, ...]:
        """By rule."""
        here = _caminos(position)
        threats, _ = self._look(here)
        found = self._find(here)
        return themes_of(here, line, threats, "only-block" if found.task == "hold" else WITHIN[found.within])

    def _lost_line(self, position: Position) -> tuple[str, ...]:
        """A defence of a side that loses at once whatever it does, and the win."""
        threats, state = self._look(position)
        defence = _in_the_way(threats, state)[0]
        win = next(threats.wins(threats.after(state, defence)))
        return arrays.move_text(position.setup, defence), arrays.move_text(position.setup, win)

    def _find(self, position: Position) -> _Found:
        threats, state = self._look(position)
        key = state.tobytes()
        if key not in self._known:
            if len(self._known) == REMEMBERED:
                self._known.clear()
            near = self.is_near(position)
            self._known[key] = _found(threats, state) if near else _Found(None, 0, ())
        return self._known[key]

    def _look(self, position: Position) -> tuple[Threats, State]:
        if self._threats is None or self._setup != position.setup:
            self._threats, self._setup = Threats(position), position.setup
            self._known.clear()
        return self._threats, arrays.state_of(position)


WITHIN = {1: "win-in-one", 2: "win-in-two"}


def _found(threats: Threats, state: State) -> _Found:
    wins = tuple(islice(threats.wins(state), 2))
    if wins:
        return _Found("win", 1, wins)
    threatened = threats.is_threatened(state)
    moves = threats.holding(state) if threatened else threats.moves(state)
    wins = tuple(islice(threats.wins_in_two(state, moves), 2))
    if wins:
        return _Found("win", 2, wins)
    if not threatened:
        return _Found(None, 0, ())
    return _Found("hold" if moves.size else None, 1, tuple(moves[:2].tolist()))


def _solving(threats: Threats, state: State, found: _Found) -> Iterator[int]:
    """All solutions."""
    if found.task == "hold":
        return iter(threats.holding(state).tolist())
    return threats.wins(state) if found.within == 1 else threats.wins_in_two(state, threats.moves(state))


def _in_the_way(threats: Threats, state: State) -> list[int]:
    """The placements of whoever is on turn, those first that cover columns of most wins of the other team."""
    wins = list(threats.wins(threats.passed(state)))
    covered = [threats.covered_by(win) for win in wins]
    moves = threats.moves(state).tolist()
    return sorted(
        moves, key=lambda move: -sum(not threats.covered_by(move).isdisjoint(win) for win in covered)
    )


def _caminos(position: common.Position) -> Position:
    assert isinstance(position, Position)
    return position
