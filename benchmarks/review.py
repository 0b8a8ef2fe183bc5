"""How long a review takes, how stable its marks are, and how many costly decisions have a reason.

    python benchmarks/review.py [--game carnac] [--board medium] [--games 3] [--nodes 300] [--deep 3000]
                                [--keep FILE]

Games are played by levels of different strength, so that there is something to find. Each is reviewed twice.
Seconds are given by the clock and of the processor: on a busy machine only the second are comparable. With
``--keep`` every game that is done is written to a file, and those in it are not measured again: fifty games
take hours, and may be measured bit by bit.
"""

from __future__ import annotations

import argparse
import json
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from stonefield.engine import Limits, Settings, Thinker, thinker_for
from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.games.game import find_game
from stonefield.records import Record
from stonefield.study.decision import BLUNDER, MISTAKE
from stonefield.study.review import Review, review

PAIRS = ((3, 5), (5, 6), (4, 6), (6, 3))
"""The levels of both sides, one pair a game."""
BY_PROOF = {"had_win", "can_force"}
"""What only says that the search has proven a result."""


@dataclass(frozen=True)
class Measured:
    """One game, reviewed twice."""

    kind: str
    number: int
    plies: int
    seconds: float
    processor: float
    quick: dict[int, float]
    """What the costly decisions gave away, by their plies, in the short review."""
    deep: dict[int, float]
    explained: list[bool]


def play(game: str, board: str, pair: tuple[int, int], seed: int) -> Record:
    """A game between two levels."""
    position = start = find_game(game).start(board=board)
    thinkers = [levelled_thinker_for(game) for _ in pair]
    moves: list[str] = []
    while not position.is_over:
        side = position.players.index(position.player) % 2
        settings = Settings(threads=1, level=pair[side], seed=seed)
        thought = thinkers[side].think(position, Limits(nodes=10**9), settings, stop=threading.Event())
        moves.append(thought.best)
        position = position.play(thought.best)
    return Record.of(start, moves)


def losses(found: Review) -> dict[int, float]:
    """What each costly decision gave away."""
    return {decision.ply: round(decision.loss, 4) for decision in found.decisions if decision.verdict}


def measure(thinker: Thinker, settings: Settings, options: argparse.Namespace, number: int) -> Measured:
    """Play a game and review it twice."""
    record = play(options.game, options.board, PAIRS[number % len(PAIRS)], number)
    began, worked = time.perf_counter(), time.process_time()
    quick = review(record, thinker, Limits(nodes=options.nodes), settings)
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    deep = review(record, thinker, Limits(nodes=options.deep), settings)
    explained = [
        any(claim.code not in BY_PROOF for claim in decision.explanation.cost)
        for decision in quick.decisions
        if decision.explanation
    ]
    return Measured(
        kind_of(options),
        number,
        len(record.moves),
        seconds,
        processor,
        losses(quick),
        losses(deep),
        explained,
    )


def kind_of(options: argparse.Namespace) -> str:
    """What has to be the same for two measurements to be counted together."""
    return f"{options.game} {options.board} {options.nodes} {options.deep} {options.threads}"


def kept(file: Path | None, kind: str) -> dict[int, Measured]:
    """What was measured before, by the games' numbers."""
    lines = file.read_text().splitlines() if file and file.exists() else ()
    found = [json.loads(line) for line in lines]
    for one in found:
        for depth in ("quick", "deep"):
            one[depth] = {int(ply): loss for ply, loss in one[depth].items()}
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


def at_least(costs: dict[int, float], least: float) -> set[int]:
    """The plies that gave away so much."""
    return {ply for ply, loss in costs.items() if loss >= least}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="carnac")
    parser.add_argument("--board", default="medium")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--deep", type=int, default=3000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    options = parser.parse_args()
    games: list[Measured] = []
    same: dict[str, list[bool]] = {"quick": [], "deep": [], "near": []}
    for one in measure_all(options):
        games.append(one)
        few, many = at_least(one.quick, BLUNDER), at_least(one.deep, BLUNDER)
        same["quick"] += [ply in many for ply in few]
        same["deep"] += [ply in few for ply in many]
        same["near"] += [ply in at_least(one.quick, MISTAKE) for ply in many]
        told = (
            f"game {one.number + 1}: {one.plies} plies, {one.seconds:.1f} s, processor {one.processor:.1f} s"
        )
        print(f"{told}, blunders {sorted(few)} {sorted(many)}", flush=True)
    seconds, processor = (
        statistics.median(values)
        for values in zip(*((one.seconds, one.processor) for one in games), strict=True)
    )
    print(f"a review at {options.nodes} simulations: {seconds:.1f} s, processor {processor:.1f} s (medians)")
    for kind, text in (
        ("deep", f"blunders at {options.deep} that are blunders at {options.nodes} too"),
        ("near", f"blunders at {options.deep} that are at least mistakes at {options.nodes}"),
        ("quick", f"blunders at {options.nodes} that are blunders at {options.deep} too"),
    ):
        print(f"{text}: {sum(same[kind])} of {len(same[kind])}")
    explained = [one for game in games for one in game.explained]
    print(f"costly decisions with a reason that the rules can check: {sum(explained)} of {len(explained)}")


if __name__ == "__main__":
    main()
