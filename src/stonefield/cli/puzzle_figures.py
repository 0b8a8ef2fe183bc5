"""``stonefield puzzles measure`` and ``spread``: what is known of puzzles, and how it is spread."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli.puzzle_files import From, WorkerCount, pool_of, read_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stonefield.puzzles import Puzzle

FIFTHS = 5


def measure(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of puzzles; it is written anew.")],
    workers: WorkerCount = 1,
) -> None:
    """Measure how hard puzzles are for levels 1 and 2 and for the eye, and how much there is to enjoy."""
    from rich.console import Console
    from rich.progress import Progress

    from stonefield.puzzles.measuring import measure as measure_puzzle

    chosen = list(read_from(file))
    with pool_of(workers, None) as pool, Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("measuring", total=len(chosen))
        lines = []
        for puzzle in pool.executor.map(measure_puzzle, chosen):
            progress.advance(bar)
            lines.append(puzzle.to_json() + "\n")
    part = file.with_name(file.name + ".part")
    part.write_text("".join(lines), encoding="utf-8")
    part.replace(file)
    print(f"{file}: {len(lines)} puzzles")


def spread(
    source: From = None,
    level: Annotated[
        int, typer.Option(metavar="LEVEL", min=1, max=10, help="The level that tries to solve them.")
    ] = 4,
    sample: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many puzzles of each fifth it tries; 0: none.")
    ] = 40,
    seed: Annotated[int, typer.Option(metavar="N", help="Which sample, and the level's seed.")] = 1,
) -> None:
    """Print how ratings, themes and families are spread, and how much of each fifth a level solves."""
    found = read_from(source)
    for game in sorted({puzzle.game for puzzle in found}):
        of_game = [puzzle for puzzle in found if puzzle.game == game]
        for name, value in _figures(of_game):
            print(f"{game:8} {name:52} {value}")
        if sample:
            print(f"{game:8} {f'solved by level {level}, by fifths of rating':52} ", end="")
            print(" ".join(_solved_by_fifths(of_game, level, sample, seed)))


def _figures(found: Sequence[Puzzle]) -> list[tuple[str, str]]:
    from collections import Counter

    from stonefield.puzzles.families import families
    from stonefield.puzzles.practice.daily import Candidate, fit_for_all

    count = len(found)
    family = families(found)
    ratings = Counter(puzzle.rating for puzzle in found)
    rating, most = ratings.most_common(1)[0]
    order = sorted(puzzle.rating for puzzle in found)
    fifths = [order[count * nth // FIFTHS] for nth in range(1, FIFTHS)]
    of_three = sum(puzzle.guess > 0.3 for puzzle in found)
    names = {puzzle.name: puzzle for puzzle in found}
    daily = fit_for_all([Candidate(one.name, one.rating, one.beauty, family[one.name]) for one in found])
    lowest = min(names[name].beauty for name in daily)
    return [
        ("puzzles", f"{count}"),
        ("starting ratings: different ones", f"{len(ratings)}"),
        ("the most frequent of them, and its share", f"{rating}, {most / count:.1%}"),
        ("lowest, fifths, highest", " ".join(map(str, (order[0], *fifths, order[-1])))),
        ("with a wide deviation", f"{sum(puzzle.deviation > 200 for puzzle in found) / count:.0%}"),
        ("a blind guess is right in one of three", f"{of_three}"),
        ("without a theme", f"{sum(not puzzle.themes for puzzle in found)}"),
        ("families, and puzzles that share one", f"{len(set(family.values()))}, {_sharing(family)}"),
        ("in the pool of daily ones, and their least beauty", f"{len(daily)}, {lowest}"),
    ]


def _sharing(family: dict[str, str]) -> int:
    from collections import Counter

    return sum(size for size in Counter(family.values()).values() if size > 1)


def _solved_by_fifths(found: Sequence[Puzzle], level: int, sample: int, seed: int) -> list[str]:
    from stonefield.puzzles.measuring import Measurer

    measurer = Measurer(found[0].game)
    order = sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.name))
    shares = []
    for nth in range(FIFTHS):
        fifth = order[len(order) * nth // FIFTHS : len(order) * (nth + 1) // FIFTHS]
        tried = random.Random(seed).sample(fifth, min(sample, len(fifth)))
        solved = sum(measurer.solves(puzzle, level, 1000 + seed) for puzzle in tried)
        shares.append(f"{solved / len(tried):.0%}" if tried else "-")
    return shares
