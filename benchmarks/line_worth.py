"""What features are worth in the lines of reviews: log odds, fitted to what decisions lost.

    python benchmarks/line_worth.py [--game caminos] [--games 40] [--nodes 200] [--keep FILE]

Levels of different strength play, and the engine reviews the games. For each costly decision the played and
the better line are compared after as many moves of both: what one side has more than the other there, beside
the log odds that the decision lost. Over the positions of games the stronger
player would be measured instead of the features; the two lines of a decision belong to the same players.
``study/explain/<game>/worth.py`` names the features and keeps what this prints. With ``--keep`` games that
are done are kept in a file, and those in it are not played again.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from stonefield.engine import Limits, Settings, Thinker, thinker_for
from stonefield.engine.game_engine import levelled_thinker_for
from stonefield.games.game import Position, find_game
from stonefield.records import Record
from stonefield.study.explain.lines import trail

PAIRS = ((4, 6), (5, 3), (6, 7), (3, 2), (7, 5), (5, 8), (2, 4), (3, 5))
BOARDS = {"caminos": ("square", "diamond", "octagon", "torus"), "carnac": ("small", "medium", "large")}
RIDGE, EVEN = 3.0, 100.0
"""Against chance: a feature is worth little, and the same all through the game, unless many games say
otherwise."""
CERTAIN = 0.02
"""No search is surer than this."""
COSTLY = 0.05
"""The win rate that a costly decision loses at least."""
STOP = threading.Event()


def reviewed(thinker: Thinker, game: str, number: int, nodes: int) -> dict[str, Any]:
    """A game between two levels, and the best line in each of its positions."""
    boards = BOARDS[game]
    board, pair = boards[number % len(boards)], PAIRS[number // len(boards) % len(PAIRS)]
    position = start = find_game(game).start(board=board)
    players, moves = [levelled_thinker_for(game) for _ in pair], []
    while not position.is_over:
        side = position.players.index(position.player) % 2
        settings = Settings(threads=1, level=pair[side], seed=number)
        moves.append(players[side].think(position, Limits(nodes=10**9), settings, stop=STOP).best)
        position = position.play(moves[-1])
    thinker.forget()
    thoughts = {}
    for ply, one in reversed(list(enumerate(Record.of(start, moves).positions[:-1]))):
        best = thinker.think(one, Limits(nodes=nodes), Settings(threads=1, seed=number), stop=STOP).lines[0]
        thoughts[ply] = best.moves, best.win_rate, best.proven
    return {"board": board, "moves": moves, "thoughts": thoughts}


def games_of(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Those that were kept, then new ones."""
    kept = options.keep.read_text().splitlines() if options.keep and options.keep.exists() else []
    yield from map(json.loads, kept[: options.games])
    thinker = thinker_for(options.game)
    for number in range(len(kept), options.games):
        text = json.dumps(reviewed(thinker, options.game, number, options.nodes))
        if options.keep:
            with options.keep.open("a") as file:
                file.write(text + "\n")
        yield json.loads(text)


def rows_of(options: argparse.Namespace) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The features' names, a row for each decision, and the log odds that it lost; proofs are left out."""
    part = importlib.import_module(f"stonefield.study.explain.{options.game}.worth")
    names: list[str] = []
    rows, lost = [], []
    for game in games_of(options):
        positions = Record.of(find_game(options.game).start(board=game["board"]), game["moves"]).positions
        for ply, move in enumerate(game["moves"][:-1]):
            before, after = positions[ply : ply + 2]
            (best, rate, *_, proven), (reply, left, *_, known) = (
                game["thoughts"][str(one)] for one in (ply, ply + 1)
            )
            left = left if after.turn == before.turn else 1 - left
            if best[0] == move or proven or known or rate - left < COSTLY:
                continue
            here, there = _compared(before, (move, *reply), best)
            ours, others = (_more(part, one, before) for one in (there, here))
            names = list(ours)
            more = np.array([ours[name] - others[name] for name in names])
            stage = part.stage(before)
            rows.append([*more, *(more * (2 * stage - 1))])
            lost.append(_odds(rate) - _odds(left))
    return names, np.array(rows), np.array(lost)


def _compared(position: Position, played: tuple[str, ...], better: list[str]) -> list[Position]:
    count = min(len(played), len(better))
    return [trail(position, line[:count])[-1] for line in (played, better)]


def _more(part: Any, position: Position, before: Position) -> dict[str, float]:
    mine, theirs = (
        part.features(position, colour) for colour in (before.turn, before.game.other(before.turn))
    )
    return {name: mine[name] - theirs[name] for name in mine}


def _odds(rate: float) -> float:
    sure = min(1 - CERTAIN, max(CERTAIN, rate))
    return math.log(sure / (1 - sure))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="caminos", choices=BOARDS)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    options = parser.parse_args()
    names, rows, lost = rows_of(options)
    ridge = np.diag([RIDGE] * len(names) + [EVEN] * len(names))
    weights = np.linalg.solve(rows.T @ rows + ridge, rows.T @ lost)
    rest = lost - rows @ weights
    share = 1 - rest @ rest / (lost @ lost)
    print(f"{len(lost)} decisions; the features explain {share:.0%} of what they lost, squared")
    for nth, name in enumerate(names):
        middle, change = weights[nth], weights[len(names) + nth]
        print(f'"{name}": Worth({middle - change:.2f}, {middle + change:.2f}),')


if __name__ == "__main__":
    main()
