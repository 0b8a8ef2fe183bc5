"""How long a review takes, how stable its marks are, and how many costly decisions have a reason.

python benchmarks/review.py [--game carnac] [--board medium] [--games 3] [--nodes 300] [--deep 3000]

Games are played by levels of different strength, so that there is something to find. Each is reviewed twice.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time

from stonefield.engine import Limits, Settings, thinker_for
from stonefield.engine.registry import levelled_thinker_for
from stonefield.games.game import find_game
from stonefield.records import Record
from stonefield.study.review import Review, review

PAIRS = ((3, 5), (5, 6), (4, 6), (6, 3))
"""The levels of both sides, one pair a game."""
BY_PROOF = {"had_win", "can_force"}
"""What only says that the search has proven a result."""


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


def blunders(found: Review, least: float) -> set[int]:
    """The plies that gave away at least so much."""
    return {decision.ply for decision in found.decisions if decision.loss >= least}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="carnac")
    parser.add_argument("--board", default="medium")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--deep", type=int, default=3000)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    settings = Settings(threads=options.threads)
    thinker = thinker_for(options.game)
    thinker.warm_up(find_game(options.game).start(board=options.board), settings)
    seconds: list[float] = []
    same: dict[str, list[bool]] = {"quick": [], "deep": [], "near": []}
    explained: list[bool] = []
    for number in range(options.games):
        record = play(options.game, options.board, PAIRS[number % len(PAIRS)], number)
        began = time.perf_counter()
        quick = review(record, thinker, Limits(nodes=options.nodes), settings)
        seconds.append(time.perf_counter() - began)
        deep = review(record, thinker, Limits(nodes=options.deep), settings)
        few, many = blunders(quick, 0.2), blunders(deep, 0.2)
        same["quick"] += [ply in many for ply in few]
        same["deep"] += [ply in few for ply in many]
        same["near"] += [ply in blunders(quick, 0.1) for ply in many]
        explained += [
            any(claim.code not in BY_PROOF for claim in decision.explanation.cost)
            for decision in quick.decisions
            if decision.explanation
        ]
        print(f"game {number + 1}: {len(record.moves)} plies, {seconds[-1]:.1f} s, blunders {few} {many}")
    print(f"a review at {options.nodes} simulations: {statistics.median(seconds):.1f} s (median)")
    for kind, text in (
        ("deep", f"blunders at {options.deep} that are blunders at {options.nodes} too"),
        ("near", f"blunders at {options.deep} that are at least mistakes at {options.nodes}"),
        ("quick", f"blunders at {options.nodes} that are blunders at {options.deep} too"),
    ):
        print(f"{text}: {sum(same[kind])} of {len(same[kind])}")
    print(f"costly decisions with a reason that the rules can check: {sum(explained)} of {len(explained)}")


if __name__ == "__main__":
    main()
