"""Caminos measured: random games a second on one core, and matches against plain UCT.

python benchmarks/caminos.py --games 20
"""

from __future__ import annotations

import argparse
import random
import threading
import time

import numpy as np
from yardstick import wilson

from stonefield.engine.caminos import kernel, paths, playout
from stonefield.engine.caminos.arrays import (
    SEAT,
    SITES,
    Layout,
    State,
    layout_of,
    move_text,
    scratch_for,
    state_of,
)
from stonefield.engine.caminos.thinker import CaminosThinker
from stonefield.engine.compiled import compiled
from stonefield.engine.rng import below
from stonefield.engine.thinker import Limits, Settings
from stonefield.games import caminos

BOARDS = ("square", "diamond", "octagon", "torus")


def random_games(board: str, seconds: float) -> float:
    """Random games a second of processor time."""
    position = caminos.start(board)
    layout, state = layout_of(position), state_of(position)
    scratch, chance = scratch_for(layout), np.array([2026], dtype=np.uint64)
    playout.playouts(layout, state, chance, scratch, 10)
    games, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        playout.playouts(layout, state, chance, scratch, 500)
        games += 500
    return games / (time.process_time() - began)


@compiled
def plain_uct(layout: Layout, start: State, chance, scratch, games, exploration):
    """The most visited move of a textbook UCT: every move is tried once, every leaf ends in a random game."""
    most = games + 2
    first = np.full(most, -1, dtype=np.int64)
    count = np.zeros(most, dtype=np.int64)
    room_for_moves = 4096 + 64 * games
    moves = np.empty(room_for_moves, dtype=np.int32)
    below_it = np.full(room_for_moves, -1, dtype=np.int64)
    visits = np.zeros(room_for_moves, dtype=np.int64)
    wins = np.zeros(room_for_moves)
    listed = np.empty(layout.facts[SITES] + 1, dtype=np.int32)
    path, movers = np.empty(512, dtype=np.int64), np.empty(512, dtype=np.int64)
    state = np.empty_like(start)
    nodes, used = 1, 0
    for _ in range(games):
        kernel.copy_state(start, state)
        node, depth = 0, 0
        while not kernel.is_over(layout, state):
            if first[node] < 0:
                found = kernel.placements(layout, state, np.int64(state[SEAT]), listed, scratch)
                if used + found > room_for_moves:
                    break
                for nth in range(found - 1, 0, -1):
                    other = below(chance, nth + 1)
                    listed[nth], listed[other] = listed[other], listed[nth]
                for nth in range(found):
                    moves[used + nth] = listed[nth]
                first[node], count[node] = used, found
                used += found
            total, best = 0, -1
            for slot in range(first[node], first[node] + count[node]):
                if visits[slot] == 0:
                    best = slot
                    break
                total += visits[slot]
            if best < 0:
                most_urgent = -1.0
                for slot in range(first[node], first[node] + count[node]):
                    urgency = wins[slot] / visits[slot] + exploration * np.sqrt(np.log(total) / visits[slot])
                    if urgency > most_urgent:
                        best, most_urgent = slot, urgency
            path[depth], movers[depth] = best, np.int64(state[SEAT]) & 1
            depth += 1
            kernel.play(layout, state, np.int64(moves[best]), scratch)
            if below_it[best] < 0:
                below_it[best] = nodes
                nodes += 1
                break
            node = below_it[best]
        if not kernel.is_over(layout, state):
            playout.playout(layout, state, chance, scratch)
        won = paths.verdict(layout, state, scratch)[0]
        for nth in range(depth):
            visits[path[nth]] += 1
            wins[path[nth]] += 0.5 + 0.5 * won * (1 - 2 * movers[nth])
    best = first[0]
    for slot in range(first[0], first[0] + count[0]):
        if visits[slot] > visits[best] or (visits[slot] == visits[best] and wins[slot] > wins[best]):
            best = slot
    return moves[best]


def play_match(board: str, games: int, seconds: float, random_games: int, threads: int) -> list[float]:
    """Our results, 1 for a win and 0.5 for a draw; each random opening is played by both sides."""
    thinker, settings = CaminosThinker(), Settings(threads=threads)
    start = caminos.start(board)
    thinker.warm_up(start, settings)
    layout, chance = layout_of(start), np.array([7], dtype=np.uint64)
    scratch = scratch_for(layout)
    results = []
    for game in range(games):
        opening = random.Random(game // 2)
        position = start.play(opening.choice(start.legal_moves()))
        ours = start.game.colours[game % 2]
        thinker.forget()
        while not position.is_over:
            if position.turn == ours:
                thought = thinker.think(position, Limits(movetime=seconds), settings, stop=threading.Event())
                move = thought.best
            else:
                number = plain_uct(layout, state_of(position), chance, scratch, random_games, 1.0)
                move = move_text(position.setup, int(number))
            position = position.play(move)
        outcome = position.outcome
        assert outcome is not None
        results.append(0.5 if outcome.winner is None else float(outcome.winner == ours))
        low, high = wilson(sum(results), len(results))
        share = 100 * sum(results) / len(results)
        print(f"  game {game + 1}: {share:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f})", flush=True)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each decision of ours")
    parser.add_argument("--random-games", type=int, default=2000, help="for each decision of plain UCT")
    parser.add_argument("--games", type=int, default=20, help="games of the match; 0 for none")
    parser.add_argument("--board", choices=BOARDS, default="square", help="for the match")
    parser.add_argument("--threads", type=int, default=2, help="ours")
    given = parser.parse_args()
    print(f"{'board':10}{'random games/s':>16}")
    for board in BOARDS:
        print(f"{board:10}{random_games(board, 1.0):16,.0f}", flush=True)
    if given.games:
        print(
            f"{given.board}: {given.seconds} s a decision against UCT with {given.random_games} random games"
        )
        play_match(given.board, given.games, given.seconds, given.random_games, given.threads)


if __name__ == "__main__":
    main()
