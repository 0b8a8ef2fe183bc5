"""Whether the difficulty of puzzles means something: what levels solve of the easiest and the hardest fifth.

python benchmarks/puzzles.py                        200 of each fifth, level 4
python benchmarks/puzzles.py --level 4 --level 6 --sample 60 --game carnac

A level tries each puzzle once, with a seed that took no part in finding its difficulty.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from stonefield.engine.registry import levelled_thinker_for
from stonefield.puzzles import Puzzle, prover_for, read_puzzles, shipped
from stonefield.puzzles.finding import solves

OTHER_SEED = 1_000_003
FIFTHS = 5


def fifths(puzzles: Sequence[Puzzle]) -> list[list[Puzzle]]:
    """Puzzles by difficulty, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.name))
    size = len(ordered) / FIFTHS
    return [ordered[round(nth * size) : round((nth + 1) * size)] for nth in range(FIFTHS)]


def solved(puzzles: Sequence[Puzzle], level: int) -> int:
    """How many of the puzzles a level solves."""
    game = puzzles[0].game
    thinker, prover = levelled_thinker_for(game), prover_for(game)
    return sum(solves(thinker, prover, puzzle, level, OTHER_SEED) for puzzle in puzzles)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", type=int, action="append", help="may be repeated (default: 4)")
    parser.add_argument("--sample", type=int, default=200, help="puzzles of each fifth")
    parser.add_argument("--game", action="append", help="may be repeated (default: every game)")
    parser.add_argument("--from", dest="source", help="a file of puzzles instead of the shipped ones")
    given = parser.parse_args()
    if given.source:
        with open(given.source, encoding="utf-8") as file:
            puzzles = read_puzzles(file.read(), given.source)
    else:
        puzzles = shipped()
    print("game     level  fifth  difficulty  puzzles  solved")
    for game in given.game or sorted({puzzle.game for puzzle in puzzles}):
        parts = fifths([puzzle for puzzle in puzzles if puzzle.game == game])
        for level in given.level or [4]:
            for nth, part in enumerate(parts):
                if nth in (0, FIFTHS - 1):
                    tried = random.Random(1).sample(part, min(given.sample, len(part)))
                    share = solved(tried, level) / len(tried)
                    span = f"{part[0].difficulty}-{part[-1].difficulty}"
                    print(
                        f"{game:8} {level:5}  {nth + 1:5}  {span:>10}  {len(tried):7}  {share:6.1%}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
