"""Carnac with six to eight megaliths to go: the exact solver judges every decision."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import numpy as np

from stonefield.arena.truth.judge import Verdict
from stonefield.engine.carnac import arrays, kernel
from stonefield.engine.carnac.arrays import Words
from stonefield.engine.carnac.careless import RECIPES
from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.engine.carnac.scoring import final_score
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.engine.carnac.transposition import make_table
from stonefield.games import game as common
from stonefield.games.carnac import Position

TABLE_MB = 256
NODES = 60_000_000
"""What the proof of a position and all its decisions may take."""
PROBED = 16
"""If this many decisions, spread over all, keep the value, it hardly matters what is decided."""
TO_GO = {"small": (6, 7, 8), "medium": (6, 7, 7, 8, 8, 8), "large": (6, 6, 6, 6, 6, 6, 6, 7)}
"""How many megaliths are to go, each as likely as it is often here: proofs with more of them take longer."""
OTHERS = (6,)
"""The same on any other board."""
ANSWERS = 0.2
"""How often the decision is how a megalith falls."""


class CarnacJudge:
    """Proves with a table of its own for each position, so that one does not depend on those before."""

    recipes = RECIPES[2:]

    def pick(self, played: Iterable[common.Position], chance: random.Random) -> Iterator[common.Position]:
        """The first position with the number to go that chance chooses, and the next one if that is lost."""
        wanted, answers, tried = 0, chance.random() < ANSWERS, 0
        for position in played:
            here = _carnac(position)
            wanted = wanted or chance.choice(TO_GO.get(here.board.name, OTHERS))
            if here.stock < min(OTHERS) or tried == 2:
                return
            if here.stock <= wanted and (here.pending is not None) == answers:
                tried += 1
                yield here

    def judge(self, position: common.Position) -> Verdict | None:
        """By one null window a decision, once the result is known."""
        here = _carnac(position)
        solver = Solver(here, table=make_table(TABLE_MB))
        solver.allow(NODES)
        try:
            result = solver.result(arrays.state_of(here))
            if result < 0:
                return None
            numbers = _Decisions(here, solver, result).keeping()
        except Unsolved:
            return None
        if numbers is None:
            return None
        keeping = {arrays.move_text(here.board, number) for number in numbers}
        keeps = tuple(str(move) in keeping for move in here.legal_moves())
        return Verdict(str(here.stock), "win" if result > 0 else "draw", keeps)


class _Decisions:
    """Which decisions still reach a goal; the positions that several of them lead to are proven once."""

    def __init__(self, position: Position, solver: Solver, goal: int) -> None:
        self._layout, self._solver, self._goal = arrays.layout_of(position), solver, goal
        self._root = arrays.state_of(position)
        self._known: dict[bytes, bool] = {}
        self._scratch = np.zeros(SCRATCH, np.int64)

    def keeping(self) -> set[int] | None:
        """The numbers of those decisions; None if it hardly matters."""
        afters = list(self._afters(self._root))
        step = -(-len(afters) // PROBED)
        if step > 1 and all(self._keeps(after) for _, after in afters[::step]):
            return None
        return {move for move, after in afters if self._keeps(after)}

    def _keeps(self, after: Words) -> bool:
        if after[arrays.PENDING] == 0:
            return self._reaches(after)
        return self._holds([answered for _, answered in self._afters(after)])

    def _holds(self, answers: list[Words]) -> bool:
        """Whether none of these positions fails: first those known to, then the ones that look worst."""
        unknown = []
        for state in answers:
            known = self._known.get(state.tobytes())
            if known is False:
                return False
            if known is None:
                unknown.append(state)
        return all(self._reaches(state) for state in sorted(unknown, key=self._looks))

    def _looks(self, state: Words) -> int:
        """The score, if the game ended now."""
        score = int(final_score(self._layout, state, self._scratch))
        return score if self._root[arrays.TURN] == 0 else -score

    def _reaches(self, state: Words) -> bool:
        key = state.tobytes()
        if key not in self._known:
            if state[arrays.TURN] == self._root[arrays.TURN]:
                self._known[key] = self._solver.reaches(state, self._goal) >= self._goal
            else:
                self._known[key] = -self._solver.reaches(state, 1 - self._goal) >= self._goal
        return self._known[key]

    def _afters(self, state: Words) -> Iterator[tuple[int, Words]]:
        moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
        for move in moves[: kernel.legal_moves(self._layout, state, moves)].tolist():
            after = state.copy()
            kernel.play(self._layout, after, move)
            yield move, after


def _carnac(position: common.Position) -> Position:
    assert isinstance(position, Position)
    return position
