"""Openings for matches: random, legal, and the same for both players of a pair."""

from __future__ import annotations

import random

from stonefield.games.game import Position, StonefieldError

SWAP = "swap"
TRIES = 1000


def random_opening(start: Position, plies: int, seed: str) -> tuple[str, ...]:
    """Random moves from a start, none of them a swap, after which the game still goes on."""
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
