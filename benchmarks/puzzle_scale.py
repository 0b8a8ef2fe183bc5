"""How levels fare on the shipped puzzles, and the scale on which levels, players and puzzles are shown.

    python benchmarks/puzzle_scale.py --game carnac --sample 300

Each level tries the same puzzles once. Its rating on the scale of the puzzles is the one at which as many
solutions are expected, by the formula that rates people (`ratings/glicko.py`), as it has found. The last line
is the straight line through these ratings over the levels' Elo: the `Scale` of the game's ladder.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from statistics import fmean

from stonefield.engine.game_engine import engine_for
from stonefield.puzzles import Puzzle, shipped
from stonefield.puzzles.measuring import Measurer
from stonefield.ratings.glicko import Rating, expected

LOWEST, HIGHEST = -2000.0, 6000.0
SURE = 1.0
"""The deviation of a rating that is known."""


def chances(rating: float, puzzles: Sequence[Puzzle]) -> list[float]:
    """How likely a player of that rating is to solve each puzzle, a blind guess included."""
    player = Rating(rating, SURE)
    found = []
    for puzzle in puzzles:
        sees = expected(player, Rating(puzzle.rating, puzzle.deviation))
        found.append(sees + puzzle.guess * (1 - sees))
    return found


def rating_of(solved: int, puzzles: Sequence[Puzzle]) -> tuple[float, float]:
    """The rating at which as many are expected, and half of its 95 % interval."""
    low, high = LOWEST, HIGHEST
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (middle, high) if sum(chances(middle, puzzles)) < solved else (low, middle)
    here = chances(low, puzzles)
    noise = sum(one * (1 - one) for one in here) ** 0.5
    steepness = (sum(chances(low + 20, puzzles)) - sum(chances(low - 20, puzzles))) / 40
    return low, 1.96 * noise / max(steepness, 1e-9)


def line_through(points: Sequence[tuple[float, float, float]]) -> tuple[float, float]:
    """Where the line through (Elo, rating, error) is at Elo 0, and how it rises; what is sure weighs more."""
    elos, ratings, errors = zip(*points, strict=True)
    weights = [error**-2 for error in errors]
    elo, rating = fmean(elos, weights), fmean(ratings, weights)
    rises = fmean([(x - elo) * (y - rating) for x, y, _ in points], weights)
    slope = rises / fmean([(x - elo) ** 2 for x in elos], weights)
    return rating - slope * elo, slope


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--game", default="carnac", choices=["carnac", "caminos"])
    arguments.add_argument("--sample", type=int, default=200, help="how many puzzles (200)")
    arguments.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5, 6, 7])
    arguments.add_argument("--seed", type=int, default=1, help="which puzzles, and the levels' seed (1)")
    wishes = arguments.parse_args()
    of_game = [puzzle for puzzle in shipped() if puzzle.game == wishes.game]
    puzzles = random.Random(wishes.seed).sample(of_game, min(wishes.sample, len(of_game)))
    ladder = engine_for(wishes.game).ladder
    assert ladder is not None
    measurer = Measurer(wishes.game)
    points = []
    for level in wishes.levels:
        solved = sum(measurer.solves(puzzle, level, 1000 + wishes.seed) for puzzle in puzzles)
        rating, error = rating_of(solved, puzzles)
        points.append((ladder.elo_of(level), rating, error))
        shown = ladder.ratings[level - 1]
        print(
            f"{wishes.game} level {level:2}: solved {solved / len(puzzles):4.0%}, rating {rating:5.0f}"
            f" ± {error:3.0f}, shown as {shown}",
            flush=True,
        )
    if len(points) > 1:
        zero, slope = line_through(points)
        print(f"{wishes.game} line through them: Scale(zero={zero:.0f}, slope={slope:.2f})")


if __name__ == "__main__":
    main()
