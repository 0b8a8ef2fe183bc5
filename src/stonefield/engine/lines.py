"""Principal variations: the candidates at the root of a tree, each with the moves expected to follow."""

from __future__ import annotations

from dataclasses import replace

from stonefield.engine.adapter import GameAdapter, mean_margin, mean_value
from stonefield.engine.compiled import Real, Whole, portable
from stonefield.engine.thinker import Candidate
from stonefield.engine.tree import DRAWN, FIRST_WINS, UNKNOWN, Tree, children_of

LONGEST = 12
"""As many moves a variation shows."""
_VERDICTS = {1: "win", 0: "draw", -1: "loss"}
_OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw", None: None}


def read_lines(game: GameAdapter, tree: Tree, count: int) -> tuple[Candidate, ...]:
    """The best candidates at the root, the best first; a swap is not among them."""
    mover = game.mover(game.root)
    order = sorted(
        children_of(tree, 0), key=lambda child: rank(tree, child, mover, game.by_margin), reverse=True
    )
    return tuple(_candidate(game, tree, child, mover) for child in order[:count])


@portable
def rank(tree: Tree, child: Whole, mover: Whole, by_margin: bool) -> tuple[Real, Real, Real]:
    """Where a child stands for the mover: proven wins first, then by visits, proven losses last."""
    proven, sign = tree.proven[child], 1 - 2 * mover
    visits, prior = float(tree.visits[child]), float(tree.priors[child])
    if proven in (UNKNOWN, DRAWN):
        return 1.0, visits, prior
    won = (proven == FIRST_WINS) == (mover == 0)
    place = 2.0 if won else 0.0
    if by_margin:
        return place, mean_margin(tree, child) * sign, visits
    return place, mean_value(tree, child) * sign if won else visits, prior


def _candidate(game: GameAdapter, tree: Tree, child: int, mover: int) -> Candidate:
    sign = 1 - 2 * mover
    value, score = (sign * number for number in game.expectation(tree, child))
    proven = int(tree.proven[child])
    verdict = None
    if proven != UNKNOWN:
        value = float(sign * (DRAWN - proven))
        verdict = _VERDICTS[int(value)]
    if game.must_balance:
        value, score, verdict = -abs(value), -abs(score), None
    moves = tuple(map(game.move_text, _principal_variation(game, tree, child)))
    return Candidate(moves, min(1.0, max(0.0, (1 + value) / 2)), score, int(tree.visits[child]), verdict)


def _principal_variation(game: GameAdapter, tree: Tree, child: int) -> list[int]:
    """A move and the best child of each node that follows, as far as anything is known."""
    state, moves = game.root, [int(tree.moves[child])]
    while True:
        state = game.after(state, moves[-1])
        mover = game.mover(state)
        known = [node for node in children_of(tree, child) if tree.visits[node] or tree.proven[node]]
        if not known or len(moves) == LONGEST:
            return moves
        child = max(known, key=lambda node: rank(tree, node, mover, game.by_margin))
        moves.append(int(tree.moves[child]))


def with_swap(lines: tuple[Candidate, ...], visits: int) -> tuple[Candidate, ...]:
    """The candidates with the swap among them: it hands the opponent the best of the others."""
    best = lines[0]
    swap = replace(
        best,
        moves=("swap", *best.moves),
        win_rate=1.0 - best.win_rate,
        score=-best.score,
        visits=visits,
        proven=_OPPOSITE[best.proven],
    )
    return (swap, *lines) if swap.win_rate > best.win_rate else (best, swap, *lines[1:])
