"""How long a review takes, how many costly decisions have a reason, and whether marks hold.

    python benchmarks/review.py [--game carnac] [--board medium] [--games 3] [--nodes 300] [--keep FILE]
    python benchmarks/review.py --marks [--game carnac] [--games 1] [--processes 2] [--json FILE] [--fit]

Games are played by levels of different strength, so that there is something to find. Seconds are given by the
clock and of the processor: on a busy machine only the second are comparable. With ``--keep`` every game that
is done is written to a file, and those in it are not measured again: it may be measured bit by bit.

With ``--marks``: how many marks of a short look hold in a longer one, and the accuracy of every level, over
this many games per pair of levels in both games (`review_marks.py`). ``--json`` is the file that keeps what
is measured, one game per line; with ``--games 0`` only what is in it is printed. ``--fit`` also prints what
other thresholds would do.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import review_figures
import review_marks

from stonefield.engine import Limits, Settings, Thinker, thinker_for
from stonefield.games.game import find_game
from stonefield.study.review import review

PAIRS = ((3, 5), (5, 6), (4, 6), (6, 3))
"""The levels of both sides, one pair a game."""
UNSPECIFIC = {"had_win", "can_force", "no_single_reason"}
"""What only says that the search has proven a result."""


@dataclass(frozen=True)
class Measured:
    """One game and its review."""

    kind: str
    number: int
    plies: int
    seconds: float
    processor: float
    explained: list[bool]


def measure(thinker: Thinker, settings: Settings, options: argparse.Namespace, number: int) -> Measured:
    """Play a game and review it."""
    record = review_marks.play(options.game, options.board, PAIRS[number % len(PAIRS)], number)
    began, worked = time.perf_counter(), time.process_time()
    found = review(record, thinker, Limits(nodes=options.nodes), settings)
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    explained = [
        any(claim.code not in UNSPECIFIC for claim in decision.explanation.cost)
        for decision in found.decisions
        if decision.explanation
    ]
    return Measured(kind_of(options), number, len(record.moves), seconds, processor, explained)


def kind_of(options: argparse.Namespace) -> str:
    """What has to be the same for two measurements to be counted together."""
    return f"{options.game} {options.board} {options.nodes} {options.threads}"


def kept(file: Path | None, kind: str) -> dict[int, Measured]:
    """What was measured before, by the games' numbers."""
    lines = file.read_text().splitlines() if file and file.exists() else ()
    found = [json.loads(line) for line in lines]
    return {one["number"]: Measured(**one) for one in found if one["kind"] == kind}


def measure_all(options: argparse.Namespace) -> Iterator[Measured]:
    """Every game, measured now or before."""
    before = kept(options.keep, kind_of(options))
    settings = Settings(threads=options.threads)
    thinker = thinker_for(options.game)
    if len(before) < options.games:
        thinker.warm_up(find_game(options.game).start(board=options.board), settings)
    for number in range(options.games):
        one = before.get(number)
        if one is None:
            one = measure(thinker, settings, options, number)
            if options.keep:
                with options.keep.open("a") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
        yield one


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=review_marks.BOARDS)
    parser.add_argument("--board")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--marks", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    if options.marks:
        review_figures.tell_all(options)
        return
    options.game = options.game or next(iter(review_marks.BOARDS))
    options.board = options.board or review_marks.BOARDS[options.game][0]
    games: list[Measured] = []
    for one in measure_all(options):
        games.append(one)
        spent = f"{one.seconds:.1f} s, processor {one.processor:.1f} s"
        print(f"game {one.number + 1}: {one.plies} plies, {spent}", flush=True)
    seconds, processor = (
        statistics.median(values)
        for values in zip(*((one.seconds, one.processor) for one in games), strict=True)
    )
    print(f"a review at {options.nodes} simulations: {seconds:.1f} s, processor {processor:.1f} s (medians)")
    explained = [one for game in games for one in game.explained]
    print(f"costly decisions with a reason that the rules can check: {sum(explained)} of {len(explained)}")


if __name__ == "__main__":
    main()
