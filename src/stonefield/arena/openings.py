"""Openings for matches: random or from a file, legal, and the same for both players of a pair."""

from __future__ import annotations

import random
from collections.abc import Sequence

from stonefield.games.game import Position, StonefieldError
from stonefield.records import Record

SWAP = "swap"
TRIES = 1000


def random_opening(start: Position, plies: int, seed: str) -> tuple[str, ...]:
    """Random moves from a start, none of them a swap, after which the game is not over."""
    chance = random.Random(seed)
    for _ in range(TRIES):
        position, moves = start, list[str]()
        while len(moves) < plies and not position.is_over:
            move = chance.choice([move for move in position.legal_moves() if str(move) != SWAP])
            position = position.play(move)
            moves.append(str(move))
        if not position.is_over:
            return tuple(moves)
    raise StonefieldError(f"no opening of {plies} plies leaves anything to play from {start}")


def book_of(openings: Sequence[Record], start: Position) -> tuple[tuple[str, ...], ...]:
    """The moves of openings that begin like the match and leave something to play."""
    if not openings:
        raise StonefieldError("there are no openings in the file")
    for number, opening in enumerate(openings, 1):
        if str(opening.start) != str(start):
            raise StonefieldError(f"opening {number} begins from {opening.start}, not from {start}")
        if opening.final.is_over:
            raise StonefieldError(f"opening {number}: the game is over after it")
    return tuple(opening.moves for opening in openings)
