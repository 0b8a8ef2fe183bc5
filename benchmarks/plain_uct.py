"""A textbook UCT player of Caminos, on the compiled rules: what Caminos is measured against."""

from __future__ import annotations

import numpy as np

from stonefield.engine.caminos import kernel, paths, playout
from stonefield.engine.caminos.arrays import (
    SEAT,
    SITES,
    Layout,
    StateBytes,
    layout_of,
    move_text,
    scratch_for,
    state_of,
)
from stonefield.engine.compiled import allocating
from stonefield.engine.rng import below
from stonefield.games.caminos import Position


class PlainUct:
    """The player: told all moves, and asked for its own."""

    def __init__(self, start: Position, rollouts: int) -> None:
        self._start, self._rollouts = start, rollouts
        self._layout, self._chance = layout_of(start), np.array([7], dtype=np.uint64)
        self._scratch = scratch_for(self._layout)
        self.begin()

    def begin(self) -> None:
        self._position = self._start

    def hear(self, move: str) -> None:
        self._position = self._position.play(move)

    def decide(self) -> str:
        state = state_of(self._position)
        number = plain_uct(self._layout, state, self._chance, self._scratch, self._rollouts, 1.0)
        move = move_text(self._position.setup, int(number))
        self.hear(move)
        return move

    def close(self) -> None:
        """Nothing is left open."""


@allocating
def plain_uct(layout: Layout, start: StateBytes, chance, scratch, games, exploration):
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
