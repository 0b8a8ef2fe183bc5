"""One hash over many seeded searches of a fixed number of nodes: the same before and after a change that
is not meant to change any decision.

python benchmarks/same_decisions.py [--show]

Every search runs on one thread with a seed, so that its lines, visits and values repeat to the last bit.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import threading
import time
from collections.abc import Iterator

from stonefield import caminos, carnac
from stonefield.engine import Limits, Settings, Thinker, Thought, thinker_for
from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.engine.levels import LEVELS
from stonefield.games.game import Position

CARNAC = (
    {"board": "small"},
    {"board": "medium"},
    {"board": "large"},
    {"board": "small", "swap": True},
    {"board": "5x4", "stock": 8, "final_tilt": True},
)
CAMINOS = (
    {"board": "square"},
    {"board": "diamond"},
    {"board": "octagon"},
    {"board": "torus"},
    {"board": "square", "players": 4},
    {"board": "square", "swap": True},
    {"board": "square", "points": True},
    {"board": "octagon", "points": True, "neutral": True},
)


def positions(start: Position, games: int, chance: random.Random) -> Iterator[Position]:
    """The start and a few later positions of seeded random games."""
    yield start
    for _ in range(games):
        line = [start]
        while not line[-1].is_over:
            line.append(line[-1].play(chance.choice(line[-1].legal_moves())))
        for share in (0.1, 0.4, 0.65, 0.85):
            position = line[int(share * (len(line) - 1))]
            if not position.is_over:
                yield position


def searches(chance: random.Random) -> Iterator[tuple[str, Thinker, Position, int, Settings]]:
    """What is searched: a name, who searches it, the position, the nodes and the settings."""
    for game, setups in ((carnac, CARNAC), (caminos, CAMINOS)):
        thinker = thinker_for(game.GAME.name)
        levelled = levelled_thinker_for(game.GAME.name)
        for options in setups:
            for position in positions(game.start(**options), 2, chance):
                for network, nodes in ((False, 1500), (True, 120)):
                    if network and game is caminos:
                        continue
                    settings = Settings(threads=1, hash_mb=8, multipv=4, seed=7, network=network)
                    yield f"{game.GAME.name} network={network}", thinker, position, nodes, settings
        for position in positions(game.start(), 1, chance):
            for level in LEVELS:
                settings = Settings(threads=1, hash_mb=8, multipv=2, seed=11, level=level)
                yield f"{game.GAME.name} level {level}", levelled, position, 1200, settings


def told(thought: Thought) -> str:
    """All that a search found, to the last bit of its values."""
    lines = (
        f"{' '.join(line.moves)} {line.win_rate!r} {line.score!r} {line.visits} {line.proven}"
        for line in thought.lines
    )
    return f"{thought.nodes} {thought.depth} {thought.sees_end} " + " | ".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", action="store_true", help="print every search, not only the hash")
    given = parser.parse_args()
    chance = random.Random(2026)
    digest, count, began = hashlib.sha256(), 0, time.perf_counter()
    for name, thinker, position, nodes, settings in searches(chance):
        thought = thinker.think(position, Limits(nodes=nodes), settings, stop=threading.Event())
        text = f"{name} {position}: {told(thought)}"
        digest.update(text.encode())
        count += 1
        if given.show:
            print(text)
    print(f"{digest.hexdigest()[:32]} over {count} searches in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
