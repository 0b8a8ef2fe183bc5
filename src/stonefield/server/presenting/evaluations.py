"""The one number of a position: what the engine thinks of it, always of the side that began.

Hints, the bar, lines, reviews, the coach and the explorer all send it as it is made here.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from stonefield.engine.sides import colour_of_side, result_for, side_to_decide
from stonefield.engine.thinker import Candidate, Thought
from stonefield.games.game import Position

if TYPE_CHECKING:
    from stonefield.server.protocol.reviews import EvaluationView

LEAST_VISITS = 30
"""A line that fewer simulations took has not been searched, and has no number."""


def evaluated(position: Position, win_rate: float, simulations: float) -> EvaluationView:
    """The chances of the side that began, after so many simulations; infinitely many are a proof."""
    return {
        "colour": colour_of_side(position, 0),
        "win_rate": round(min(1.0, max(0.0, win_rate)), 4),
        "simulations": None if math.isinf(simulations) else int(simulations),
    }


def evaluation_of(position: Position, thought: Thought | None) -> EvaluationView:
    """What was thought of a position; where it is over nothing has to be thought."""
    if position.is_over:
        return evaluated(position, result_for(position, 0), math.inf)
    assert thought is not None, "a position that is not over is thought about"
    best = thought.lines[0]
    return evaluated(position, of_first_side(position, best.win_rate), thought.simulations)


def evaluation_after(position: Position, line: Candidate) -> EvaluationView | None:
    """What a search of a position says of the one that a candidate leads to; None if it has hardly looked."""
    if line.proven is None and line.visits < LEAST_VISITS:
        return None
    after = position.play(line.moves[0])
    return evaluated(after, of_first_side(position, line.win_rate), line.simulations)


def of_first_side(position: Position, win_rate: float) -> float:
    """The chances of the player who decides, as those of the side that began."""
    return 1 - win_rate if side_to_decide(position) else win_rate
