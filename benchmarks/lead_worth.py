"""What a dolmen of the lead that a search expects at the end of Carnac is worth, in log odds of winning.

    python benchmarks/lead_worth.py [--positions 2000] [--nodes 100]

Positions of the games that come with Stonefield are searched. A line through the log odds of each search's
own win rate over the lead that it expects gives the worth at the start and at the end of a game, which
``study/explain/carnac/worth.py`` keeps. Searches that are three times as long say how far the lead is chance.
"""

from __future__ import annotations

import argparse
import math
import random
import threading

import numpy as np

from stonefield.engine import Limits, Settings, Thinker, thinker_for
from stonefield.engine.thinker import Candidate
from stonefield.explorer.index import shipped
from stonefield.games.game import Position, parse
from stonefield.records import Record
from stonefield.study.explain.carnac.worth import stage

SURE = 0.02
"""What is nearly decided says little about a lead."""
STOP = threading.Event()


def positions(number: int) -> list[Position]:
    """Some positions of the shipped games, chosen at random."""
    rng = random.Random(1)
    games = [one for one in shipped() if one.start.startswith("carnac ")]
    found = []
    while len(found) < number:
        chosen = rng.choice(games)
        found.append(rng.choice(Record.of(parse(chosen.start), chosen.moves).positions[:-1]))
    return found


def searched(thinker: Thinker, position: Position, nodes: int) -> Candidate:
    """The best line of a search that knows nothing yet."""
    thinker.forget()
    settings = Settings(threads=1, hash_mb=16, seed=1)
    return thinker.think(position, Limits(nodes=nodes), settings, stop=STOP).lines[0]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=100)
    options = parser.parse_args()
    thinker = thinker_for("carnac")
    rows, odds, differences = [], [], []
    for nth, position in enumerate(positions(options.positions)):
        best = searched(thinker, position, options.nodes)
        if best.proven or not SURE < best.win_rate < 1 - SURE:
            continue
        far = stage(position)
        # The last column is the turn itself.
        rows.append([best.score * (1 - far), best.score * far, 1.0])
        odds.append(math.log(best.win_rate / (1 - best.win_rate)))
        if nth % 10 == 0:
            differences.append(best.score - searched(thinker, position, 3 * options.nodes).score)
    table, wanted = np.array(rows), np.array(odds)
    weights = np.linalg.lstsq(table, wanted, rcond=None)[0]
    rest = wanted - table @ weights
    print(f"{len(rows)} positions; the lead explains {1 - rest @ rest / (wanted @ wanted):.0%}, squared")
    print(f"LEAD = Worth({weights[0]:.2f}, {weights[1]:.2f})")
    print(f"three times as long: another lead by {np.std(differences):.2f} dolmens (standard deviation)")


if __name__ == "__main__":
    main()
