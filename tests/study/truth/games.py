"""Games with something to explain: stored ones of the engine, and new ones between low levels."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

from stonefield.engine import Limits, Settings, Thinker
from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.games import caminos, carnac
from stonefield.games.game import Position
from stonefield.records import Record, read_all

STORED = Path(__file__).parents[3] / "docs" / "games"
PAIRS = ((1, 3), (3, 2), (2, 4), (4, 1))
"""The levels of both sides, in turn; a low one gives much away, a higher one takes it."""
GUESSES = 0.15
"""How often a player decides at random, so that no kind of mistake is too silly to occur."""


def starts(game: str) -> list[Position]:
    """What new games start from: each board, and the options that change what can be said."""
    if game == "carnac":
        return [
            carnac.start("small"),
            carnac.start("medium"),
            carnac.start("6x4", stock=9, final_tilt=True),
            carnac.start("large"),
            carnac.start("small", swap=True),
        ]
    return [
        caminos.start("square"),
        caminos.start("diamond"),
        caminos.start("torus", neutral=True),
        caminos.start("octagon"),
        caminos.start("square", swap=True),
    ]


@cache
def stored(game: str) -> list[Record]:
    """The engine's games in docs, those of different boards by turns."""
    files = [*sorted(STORED.glob("*.stones")), *sorted(STORED.glob("self-play/*.stones"))]
    read = [read_all(file.read_text("utf-8")) for file in files]
    rounds = max(map(len, read))
    found = [records[number] for number in range(rounds) for records in read if number < len(records)]
    return [record for record in found if record.start.game.name == game]


def games(game: str, first: int = 0) -> Iterator[Record]:
    """Games without end, always the same: three new ones, then a stored one while there are any."""
    return (game_of(game, number, first) for number in count(first))


def game_of(game: str, number: int, first: int = 0) -> Record:
    """One of them; the stored ones are dealt out from the first on."""
    kept, dealt = stored(game), sum(before % 4 == 3 for before in range(first, number))
    if number % 4 == 3 and dealt < len(kept):
        return kept[dealt]
    return played(starts(game)[number % len(starts(game))], PAIRS[number % len(PAIRS)], number)


def played(start: Position, levels: tuple[int, int], seed: int) -> Record:
    """A game between two levels that guess now and then."""
    rng = random.Random(seed)
    thinkers: list[Thinker] = [levelled_thinker_for(start.game.name) for _ in levels]
    position, moves = start, []
    while not position.is_over:
        side = position.players.index(position.player) % 2
        if rng.random() < GUESSES:
            move = str(rng.choice(position.legal_moves()))
        else:
            settings = Settings(threads=1, hash_mb=16, level=levels[side], seed=seed)
            thought = thinkers[side].think(position, Limits(nodes=64), settings, stop=threading.Event())
            move = thought.best
        moves.append(move)
        position = position.play(move)
    return Record.of(start, moves)
