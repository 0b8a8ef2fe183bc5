"""Carnac with six to eight megaliths to go: the exact solver judges every decision."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import numpy as np

from stonefield.arena.truth.judge import Verdict
from stonefield.engine.carnac import arrays, kernel
from stonefield.engine.carnac.arrays import Words
from stonefield.engine.carnac.solver import Solver, Unsolved
from stonefield.engine.carnac.transposition import make_table
from stonefield.games import game as common
from stonefield.games.carnac import Position

TABLE_MB = 256
NODES = 100_000_000
"""What the proof of a position and all its decisions may take."""
TO_GO = {"small": (6, 7, 8), "medium": (6, 6, 7, 7, 8), "large": (6, 6, 6, 6, 6, 6, 6, 7)}
"""How many megaliths are to go, each as likely as it is often here: proofs with more of them take longer."""
OTHERS = (6,)
"""The same on any other board."""
ANSWERS = 0.2
"""How often the decision is how a megalith falls."""


class CarnacJudge:
    """Proves with a table of its own for each position, so that one does not depend on those before."""

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
        state = arrays.state_of(here)
        try:
            result = solver.result(state)
            if result < 0:
                return None
            keeping = _keeping(here, solver, state, result)
        except Unsolved:
            return None
        keeps = tuple(str(move) in keeping for move in here.legal_moves())
        return Verdict(str(here.stock), "win" if result > 0 else "draw", keeps)


def _keeping(position: Position, solver: Solver, state: Words, goal: int) -> set[str]:
    """The texts of the decisions with which the side that decides still reaches the goal."""
    layout = arrays.layout_of(position)
    moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
    found, known = set(), dict[bytes, bool]()
    for move in moves[: kernel.legal_moves(layout, state, moves)].tolist():
        after = state.copy()
        kernel.play(layout, after, move)
        key = after.tobytes()
        if key not in known:
            if after[arrays.TURN] == state[arrays.TURN]:
                known[key] = solver.reaches(after, goal) >= goal
            else:
                known[key] = -solver.reaches(after, 1 - goal) >= goal
        if known[key]:
            found.add(arrays.move_text(position.board, move))
    return found


def _carnac(position: common.Position) -> Position:
    assert isinstance(position, Position)
    return position
