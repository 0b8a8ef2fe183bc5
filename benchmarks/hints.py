"""How many hints have a reason of their own: positions of self-play, the engine's move, what is said of it.

    python benchmarks/hints.py [--games 4] [--nodes 200]

Prints for each game and board the share of hints with a reason of their own, and how often each kind
comes first.
"""

from __future__ import annotations

import argparse
import random
import threading
from collections import Counter

from stonefield.engine.registry import thinker_for
from stonefield.engine.thinker import Limits, Settings
from stonefield.games import caminos, carnac
from stonefield.games.game import Position
from stonefield.server.presenting.registry import reasons

STARTS = (
    carnac.start("small"),
    carnac.start("medium"),
    carnac.start("large", swap=True),
    caminos.start("square"),
    caminos.start("diamond"),
    caminos.start("octagon", neutral=True),
)
GENERAL = ("", "takes_turn", "keeps_turn", "balances", "balanced", "proven_draw", "proven_loss")
"""True of many moves: a hint that says no more than this counts as one without a reason of its own."""
UNLIKE = 0.2
"""So often another move than the engine's is played, so that positions are those of people too."""


def first_reasons(start: Position, games: int, nodes: int, rng: random.Random) -> Counter[str]:
    """The kind of the weightiest reason of its own at each decision; "" where there is none at all."""
    found: Counter[str] = Counter()
    for _ in range(games):
        thinker = thinker_for(start.game.name)
        position = start
        while not position.is_over:
            settings = Settings(threads=1, hash_mb=32, seed=rng.randrange(2**31))
            thought = thinker.think(position, Limits(nodes=nodes), settings, stop=threading.Event())
            codes = [reason["code"] for reason in reasons(position, thought.lines[0])]
            found[next((code for code in codes if code not in GENERAL), (codes or [""])[0])] += 1
            other = rng.random() < UNLIKE
            position = position.play(rng.choice(position.legal_moves()) if other else thought.best)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4, help="games per board")
    parser.add_argument("--nodes", type=int, default=200, help="simulations per decision")
    chosen = parser.parse_args()
    rng = random.Random(1)
    for start in STARTS:
        found = first_reasons(start, chosen.games, chosen.nodes, rng)
        hints = sum(found.values())
        share = 1 - sum(found[code] for code in GENERAL) / hints
        kinds = ", ".join(f"{code or 'none'} {count}" for code, count in found.most_common())
        board = start.options["board"]
        print(f"{start.game.name} {board}: {hints} hints, {share:.1%} with a reason of their own: {kinds}")


if __name__ == "__main__":
    main()
