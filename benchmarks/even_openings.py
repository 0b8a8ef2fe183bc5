"""Openings that the engine thinks even, as a file for `stonefield match --openings`.

python benchmarks/even_openings.py even.stones --board medium --openings 100
python benchmarks/even_openings.py natural.stones --board medium --openings 100 --plies 6 --natural

Moves are random, or with ``--natural`` drawn as often as a short search looked at each. An opening counts if
the engine, at full strength and on one core, gives whoever decides after it a win rate within ``--within`` of
a half, and no other is the same. The same seed gives the same openings.
"""

from __future__ import annotations

import argparse
import itertools
import random
import threading
from pathlib import Path

from self_play import drawn

from stonefield import records
from stonefield.arena.openings import random_opening
from stonefield.engine.registry import thinker_for
from stonefield.engine.thinker import Limits, Settings, Thinker
from stonefield.games.game import Position, find_game

GLANCE = 32
"""Simulations before a natural move is drawn."""


def natural_opening(thinker: Thinker, start: Position, plies: int, seed: str) -> tuple[str, ...]:
    """Moves drawn as often as a short search looked at each."""
    chance, position, moves = random.Random(seed), start, list[str]()
    thinker.forget()
    while len(moves) < plies and not position.is_over:
        moves.append(drawn(thinker, position, GLANCE, chance, among=GLANCE))
        position = position.play(moves[-1])
    return tuple(moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="where the openings go")
    parser.add_argument("--game", default="carnac")
    parser.add_argument("--board", required=True)
    parser.add_argument("--openings", type=int, default=100)
    parser.add_argument("--plies", type=int, default=4)
    parser.add_argument("--natural", action="store_true", help="moves that a short search would choose")
    parser.add_argument("--nodes", type=int, default=400, help="simulations for each opening")
    parser.add_argument("--within", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    thinker, start = thinker_for(given.game), find_game(given.game).start(board=given.board)
    settings, even = Settings(threads=1, hash_mb=64, seed=1), list[records.Record]()
    for tried in itertools.count():
        seed = f"{given.seed} {tried}"
        if given.natural:
            moves = natural_opening(thinker, start, given.plies, seed)
        else:
            moves = random_opening(start, given.plies, seed)
        opening = records.Record.of(start, moves)
        limits = Limits(nodes=given.nodes)
        line = thinker.think(opening.final, limits, settings, stop=threading.Event()).lines[0]
        is_new = all(opening.moves != known.moves for known in even)
        if is_new and line.proven is None and abs(line.win_rate - 0.5) <= given.within:
            even.append(opening)
            given.file.write_text(records.write(even), "utf-8")
        if len(even) == given.openings:
            print(f"{given.file}: {len(even)} of {tried + 1} openings are even")
            return


if __name__ == "__main__":
    main()
