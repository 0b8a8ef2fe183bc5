"""Reading candidates and their continuations off a tree."""

from __future__ import annotations

from stonefield.engine.caminos import kernel
from stonefield.engine.caminos.ground import SEAT, ground_of, move_text, room_for, state_of
from stonefield.engine.decision import with_swap
from stonefield.engine.thought import Line
from stonefield.engine.tree import DRAWN, FIRST_WINS, SCALE, UNKNOWN, Tree, children_of
from stonefield.games.caminos import Position

LONGEST = 12
"""As many moves a line shows."""


class Reader:
    """Reads a tree over a position; ``typical`` points are half of what a value can express."""

    def __init__(self, position: Position, tree: Tree, *, balance: bool, typical: float) -> None:
        self._position, self._tree = position, tree
        self._balance = balance
        self._points = 2 * typical if position.setup.points else 0.0
        self._mover = position.seat & 1

    def lines(self, count: int) -> tuple[Line, ...]:
        """The best candidates at the root, the best first."""
        order = sorted(
            children_of(self._tree, 0), key=lambda child: self._rank(child, self._mover), reverse=True
        )
        lines = tuple(self._line(child) for child in order[:count])
        return with_swap(lines, int(self._tree.visits[0]))[:count] if self._position.may_swap else lines

    def _rank(self, child: int, mover: int) -> tuple[int, float, float]:
        """Wins first, by points; then by visits; proven losses last, immediate ones (unvisited) behind."""
        proven, visits = int(self._tree.proven[child]), int(self._tree.visits[child])
        if proven in (UNKNOWN, DRAWN):
            return 1, visits, float(self._tree.priors[child])
        if (proven == FIRST_WINS) == (mover == 0):
            return 2, self._mean(child) * (1 - 2 * mover), float(self._tree.priors[child])
        return 0, visits, float(self._tree.priors[child])

    def _mean(self, node: int) -> float:
        """The mean value of a node, for the team that began."""
        visits = int(self._tree.visits[node])
        return int(self._tree.values[node]) / (visits * SCALE) if visits else 0.0

    def _lead(self, node: int) -> float:
        visits = int(self._tree.visits[node])
        return int(self._tree.margins[node]) / (16 * visits) if visits else 0.0

    def _line(self, child: int) -> Line:
        sign = 1 - 2 * self._mover
        visits, proven = int(self._tree.visits[child]), int(self._tree.proven[child])
        seen = child if visits else 0
        value, lead = sign * self._mean(seen), sign * self._lead(seen)
        # In a game for points a value is a share of points, and it is the lead that tells who wins.
        won, score = (lead, value * self._points) if self._points else (value, lead)
        verdict = None
        if proven != UNKNOWN:
            won = float(sign * (2 - proven))
            verdict = {1: "win", 0: "draw", -1: "loss"}[int(won)]
        if self._balance:
            won, score, verdict = -abs(won), -abs(score), None
        moves = tuple(move_text(self._position.setup, move) for move in self._continuation(child))
        return Line(moves, min(1.0, max(0.0, (1 + won) / 2)), score, visits, verdict)

    def _continuation(self, child: int) -> list[int]:
        ground, state = ground_of(self._position.setup), state_of(self._position)
        room = room_for(ground)
        moves: list[int] = []
        while True:
            moves.append(int(self._tree.moves[child]))
            kernel.play(ground, state, moves[-1], room)
            mover = int(state[SEAT]) & 1
            children = [
                node
                for node in children_of(self._tree, child)
                if self._tree.visits[node] or self._tree.proven[node]
            ]
            if not children or len(moves) == LONGEST:
                return moves
            child = max(children, key=lambda node: self._rank(node, mover))
