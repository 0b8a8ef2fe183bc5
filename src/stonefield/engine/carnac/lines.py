"""Reading candidates and their continuations off a tree."""

from __future__ import annotations

from stonefield.engine.carnac import ground, kernel
from stonefield.engine.thought import Line
from stonefield.engine.tree import DRAWN, FIRST_WINS, SCALE, UNKNOWN, Tree, children_of
from stonefield.games.carnac import Position
from stonefield.games.carnac.moves import COLOURS

LONGEST = 12
"""As many moves a line shows."""


def read_lines(position: Position, tree: Tree, count: int, *, balance: bool) -> tuple[Line, ...]:
    """The best candidates at the root, the best first.

    ``balance``: an even game is the aim, since the opponent may swap.
    """
    mover = COLOURS.index(position.turn)
    order = sorted(children_of(tree, 0), key=lambda child: _rank(tree, child, mover), reverse=True)
    return tuple(_line(position, tree, child, mover, balance=balance) for child in order[:count])


def _rank(tree: Tree, child: int, mover: int) -> tuple[int, float, float]:
    """Wins first, then by visits; proven losses last, the closest of them first."""
    proven = int(tree.proven[child])
    visits = int(tree.visits[child])
    if proven in (UNKNOWN, DRAWN):
        return 1, visits, float(tree.priors[child])
    won = (proven == FIRST_WINS) == (mover == 0)
    return (2 if won else 0), _mean(tree.margins[child], visits) * (1 - 2 * mover), visits


def _mean(total: int, visits: int) -> float:
    return int(total) / visits if visits else 0.0


def _line(position: Position, tree: Tree, child: int, mover: int, *, balance: bool) -> Line:
    sign = 1 - 2 * mover
    visits = int(tree.visits[child])
    proven = int(tree.proven[child])
    value = sign * _mean(tree.values[child], visits) / SCALE
    verdict = None
    if proven != UNKNOWN:
        value = float(sign * (2 - proven))
        verdict = {1: "win", 0: "draw", -1: "loss"}[int(value)]
    elif not visits:
        value = sign * _mean(tree.values[0], int(tree.visits[0])) / SCALE
    score = sign * _mean(tree.margins[child], visits) / 16
    if balance:
        value, score, verdict = -abs(value), -abs(score), None
    moves = tuple(ground.move_text(position.board, move) for move in _continuation(position, tree, child))
    return Line(moves, (1 + value) / 2, score, visits, verdict)


def _continuation(position: Position, tree: Tree, child: int) -> list[int]:
    geometry, state = ground.geometry_of(position), ground.state_of(position)
    moves = []
    while True:
        moves.append(int(tree.moves[child]))
        kernel.play(geometry, state, moves[-1])
        mover = int(state[ground.TURN])
        children = [node for node in children_of(tree, child) if tree.visits[node] or tree.proven[node]]
        if not children or len(moves) == LONGEST:
            return moves
        child = max(children, key=lambda node: _rank(tree, node, mover))
