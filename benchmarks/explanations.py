"""How many sentences of reviews and hints are false or mislead, and how many costs have a concrete reason.

    python benchmarks/explanations.py [--game carnac] [--sentences 1000] [--nodes 300] [--first 0] [--jobs 1]

The checker is that of the tests (`tests/study/truth`): it counts each claim again by the plain rules. The
games are between low levels, and stored ones; another ``--first`` reads fresh ones.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from stonefield.engine import thinker_for

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from study.truth.games import game_of
from study.truth.report import TRUTHS, Report
from study.truth.saying import said_of


def check(game: str, options: argparse.Namespace) -> Report:
    """As many sentences of a game as were asked for, or a few more: reviews are read to the end."""
    report, first = Report(), options.first
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        while report.sentences < options.sentences:
            numbers = range(first, first + options.jobs)
            for found in pool.map(partial(check_one, game, options.first, options.nodes), numbers):
                report.add(found)
            first += options.jobs
    return report


def check_one(game: str, first: int, nodes: int, number: int) -> Report:
    """What is said of one game."""
    report = Report()
    report.take(said_of(game_of(game, number, first), thinker_for(game), nodes))
    return report


def show(game: str, report: Report, examples: int) -> None:
    """What was found of one game."""
    false, misleading = len(report.false), len(report.misleading)
    share = 100 * report.concrete / max(1, report.costly)
    print(f"{game}: {report.sentences} sentences, {false} false, {misleading} misleading")
    print(f"  {report.costly} costly decisions, {share:.1f} % with a concrete reason ({report.concrete})")
    print(f"  {report.expected} of these reasons are only what is expected of the end")
    print(f"  {report.proofs} sentences about forced results too deep to try again by brute force")
    for told in (*report.false[:examples], *report.misleading[:examples]):
        print(f"  {told}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=TRUTHS, action="append", help="both if not given")
    parser.add_argument("--sentences", type=int, default=1000, help="of each game, at least")
    parser.add_argument("--nodes", type=int, default=300, help="simulations per position")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="games that are read side by side")
    parser.add_argument("--show", type=int, default=5, help="how many examples of each fault are printed")
    options = parser.parse_args()
    for game in options.game or TRUTHS:
        show(game, check(game, options), options.show)


if __name__ == "__main__":
    main()
