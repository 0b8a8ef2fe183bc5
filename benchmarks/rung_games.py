"""Games between Carnac's two searches, or one with two networks: `two_searches.py play`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rung_selection import ENGINE, TRAINING, Rung
from search_rungs import Judge, search

from stonefield import carnac
from stonefield.arena.openings import random_opening
from stonefield.arena.tally import Tally
from stonefield.engine.arithmetic import EIGHT_BITS, FULL_PRECISION, session
from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.network import CarnacNetwork
from stonefield.games.carnac import Position

TOGETHER = 24
"""Games that are played side by side."""
OPENING = 8
"""Openings by the policy last until so many squares are covered, as in contests of the training."""
PLAYERS = {
    "training": TRAINING,
    "engine": ENGINE,
    "halving": ENGINE._replace(halving=True),
    "improved": ENGINE._replace(improved=True),
    "single": ENGINE._replace(batch=1),
}


class OlderNetwork(CarnacNetwork):
    """A network from a file."""

    def __init__(self, path: Path) -> None:
        self._session = session(path)


def opened(judges: Sequence[Judge], board: str, seeds: range, by: str) -> list[Position]:
    """A position for each seed, from which both games of a pair begin."""
    start = carnac.start(board)
    if by == "random":
        found = []
        for seed in seeds:
            position = start
            for move in random_opening(start, 4, f"{seed}"):
                position = position.play(move)
            found.append(position)
        return found
    chance = np.random.default_rng(seeds.start)
    found = [start] * len(seeds)
    while open_ones := [nth for nth, one in enumerate(found) if len(one.tops) < OPENING]:
        here = [found[nth] for nth in open_ones]
        policies = [[one.policy for one in search(judge, TRAINING, here, 0)] for judge in judges]
        for nth, *policy in zip(open_ones, *policies, strict=True):
            common = np.mean([np.log(np.maximum(one, 1e-30)) for one in policy], axis=0)
            common[policy[0] == 0] = -np.inf
            found[nth] = played(found[nth], int(np.argmax(common + chance.gumbel(size=common.size))))
    return found


def played(position: Position, move: int) -> Position:
    return position.play(at.move_text(position.board, move))


def games(starts: Sequence[Position], sides: Sequence[tuple[Judge, Rung]], simulations: int) -> list[float]:
    """The first side's points in each pair, from 0 to 2."""
    now = [position for position in starts for _ in range(2)]
    while any(not position.is_over for position in now):
        for side, (judge, rung) in enumerate(sides):
            mine = [
                nth
                for nth, one in enumerate(now)
                if not one.is_over and (one.turn == "red") == (nth % 2 == side)
            ]
            if mine:
                for nth, found in zip(
                    mine, search(judge, rung, [now[nth] for nth in mine], simulations), strict=True
                ):
                    now[nth] = played(now[nth], found.move)
    points = []
    for nth, position in enumerate(now):
        winner = position.outcome.winner if position.outcome else None
        points.append(0.5 if winner is None else float((winner == "red") == (nth % 2 == 0)))
    return points


def play(wanted: argparse.Namespace) -> None:
    """Print how the games of two players end, by board."""
    every = list[tuple[float, float]]()
    for board in wanted.boards:
        end, results = time.monotonic() + wanted.seconds / len(wanted.boards), list[tuple[float, float]]()
        squares = carnac.start(board).board.size
        older = OlderNetwork(wanted.older) if wanted.older else None
        first = Judge(CarnacNetwork(EIGHT_BITS if older else FULL_PRECISION), squares)
        second = Judge(older, squares) if older else first
        sides = [(first, PLAYERS[wanted.first]), (second, PLAYERS[wanted.second])]
        for begin in range(0, wanted.pairs, TOGETHER // 2):
            if time.monotonic() >= end:
                break
            seeds = range(begin, min(begin + TOGETHER // 2, wanted.pairs))
            starts = opened([first, second] if older else [first], board, seeds, wanted.openings)
            points = games(starts, sides, wanted.simulations)
            results += list(zip(points[::2], points[1::2], strict=True))
            print(f"{board:8}{tally_text(results)}", end="\r", flush=True)
        every += results
        print(flush=True)
    print(f"{'all':8}{tally_text(every)}")


def tally_text(results: Sequence[tuple[float, float]]) -> str:
    tally = Tally.of(results)
    low, high = tally.interval
    won, lost = (sum(kind) for kind in (tally.pairs[3:], tally.pairs[:2]))
    return (
        f"{2 * tally.count} games: {tally.won} won, {tally.drawn} drawn, {tally.lost} lost; {tally.score:.1%}"
        f" ({low:.1%} to {high:.1%}); pairs {won} won, {lost} lost"
    )
