"""What the lower levels see of a position: what a move builds for themselves, and which places they overlook.

A level that overlooks a share of the board does so anew in each decision. It overlooks a whole place: every
move whose text names the same square first, however good it is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from stonefield.engine.sides import colour_of_side, side_to_decide
from stonefield.games.game import Position

OwnGains: TypeAlias = Callable[[Position], Sequence[float]]
"""What each legal move builds for the side that decides, in the rules' order, whatever is answered."""

HANDFUL = 5
"""So few moves are all looked at by a level that looks ahead, such as the answers to a megalith."""
_SQUARE = re.compile(r"[a-z]+[0-9]+")


def gains_of_score(position: Position) -> Sequence[float]:
    """What each move adds to the score of the side that decides: all that the rules alone tell."""
    side = side_to_decide(position)
    after = (position.play(move) for move in position.legal_moves())
    return [float(then.score(colour_of_side(then, side))) for then in after]


def place_of(move: str) -> str:
    """The square that a move's text names first; a move that names none is a place of its own."""
    square = _SQUARE.search(move)
    return square.group() if square else move


def noticed(moves: Sequence[str], overlooks: float, chance: random.Random) -> list[str]:
    """The moves in the places that are seen, at least one of them."""
    places = [place_of(move) for move in moves]
    drawn = {place: chance.random() for place in dict.fromkeys(places)}
    least = min(overlooks, max(drawn.values()))
    return [move for move, place in zip(moves, places, strict=True) if drawn[place] >= least]


def most_built(
    moves: Sequence[str], gains: Sequence[float], seen: Sequence[str], chance: random.Random
) -> str:
    """The move that builds most of those that are seen, by chance among equals."""
    kept = set(seen)
    drawn = [(gain, chance.random(), move) for move, gain in zip(moves, gains, strict=True)]
    return max(one for one in drawn if one[2] in kept)[2]
