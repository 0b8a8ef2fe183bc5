"""Positions out of games that low and middle levels play: each seed is one game, whoever plays it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from stonefield.arena.openings import random_opening
from stonefield.arena.truth.judge import Judge
from stonefield.arena.truth.judged import Judged
from stonefield.engine.careless import Recipe, decide
from stonefield.engine.game_engine import thinker_for
from stonefield.engine.thinker import Settings
from stonefield.games.game import Position, find_game

OPENING_PLIES = range(2, 9)
"""A game begins with this many random plies."""
HASH_MB = 16


def judged_of(game: str, board: str, seed: int, judge: Judge) -> Iterator[Judged]:
    """What one game yields: of each kind at most one position, in which it matters what is decided."""
    chance = random.Random(f"{game} {board} {seed}")
    kinds = set[str]()
    for position in judge.pick(_played(game, board, seed, chance, judge.recipes), chance):
        verdict = judge.judge(position)
        if verdict is not None and verdict.tells and verdict.kind not in kinds:
            kinds.add(verdict.kind)
            yield Judged.of(seed, position, verdict)


def _played(
    game: str, board: str, seed: int, chance: random.Random, recipes: Sequence[Recipe]
) -> Iterator[Position]:
    """The positions of a game after its opening, without the last."""
    position = find_game(game).start(board=board)
    for move in random_opening(position, chance.choice(OPENING_PLIES), f"{board} {seed}"):
        position = position.play(move)
    sides = dict(zip(position.players, chance.choices(recipes, k=2), strict=True))
    thinker = thinker_for(game)
    settings = Settings(hash_mb=HASH_MB, seed=seed, network=False)
    while not position.is_over:
        yield position
        position = position.play(decide(thinker, position, sides[position.player], settings))
