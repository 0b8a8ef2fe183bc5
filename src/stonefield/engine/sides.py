"""The two sides of a game as players see them: side 0 began, whatever colour it owns now.

Colours can change hands by ``swap`` and four seats form two teams; a side is the same people all game long.
"""

from __future__ import annotations

from stonefield.games.game import Position


def side_to_decide(position: Position) -> int:
    """0 if a player of the beginning side decides now, 1 otherwise."""
    return position.players.index(position.player) % 2


def colour_of_side(position: Position, side: int) -> str:
    """The colour a side owns at this moment."""
    return position.colour_of(position.players[side])


def result_for(position: Position, side: int) -> float:
    """What a finished game is worth to a side: 1, 0 or for a draw 0.5."""
    outcome = position.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    if outcome.winner is None:
        return 0.5
    return float(outcome.winner == colour_of_side(position, side))
