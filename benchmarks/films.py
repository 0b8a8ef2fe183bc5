"""What films cost: processor time per frame, and what the server counts for it before it begins one.

    python benchmarks/films.py [--frames 30]

The last frames of a long game, which show the most, in each game, view, kind and width. `counted` is what
`server/jobs/film_cost.py` says; it should be about as much as the dearest of them.
"""

from __future__ import annotations

import argparse
import random
import time

from stonefield.films import film, film_size
from stonefield.games.game import find_game
from stonefield.records import Record
from stonefield.server.jobs.film_cost import film_ms

GAMES = (("carnac", {"board": "large"}), ("carnac", {"board": "small"}), ("caminos", {}))


def played(name: str, options: dict[str, object]) -> Record:
    """A game of which every decision is left to chance."""
    chance, position, moves = random.Random(1), find_game(name).start(**options), []
    while not position.is_over:
        moves.append(str(chance.choice(list(position.legal_moves()))))
        position = position.play(moves[-1])
    return Record.of(find_game(name).start(**options), moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--frames", type=int, default=30)
    wishes = parser.parse_args()
    print(f"{'':28}{'size':>10}{'ms per frame':>14}{'counted':>9}")
    for name, options in GAMES:
        record = played(name, options)
        last = len(record.moves)
        first = max(0, last + 1 - wishes.frames)
        for view in ("isometric", "above"):
            for kind, width in (
                ("gif", 120),
                ("gif", 480),
                ("webp", 480),
                ("apng", 800),
                ("webp", 800),
                ("svg", 800),
            ):
                frames, height = film_size(record, kind, view=view, size=width, first=first, last=last)
                began = time.process_time()
                film(record, kind, view=view, size=width, first=first, last=last)
                taken = 1000 * (time.process_time() - began) / frames
                counted = film_ms(frames, width, height, kind) / frames
                what = f"{name} {options.get('board', '')} {view} {kind}"
                print(f"{what:28}{f'{width}x{height}':>10}{taken:14.0f}{counted:9.0f}", flush=True)


if __name__ == "__main__":
    main()
