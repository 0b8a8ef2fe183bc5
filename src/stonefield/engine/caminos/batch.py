"""Many games of Caminos at once: one action for each, what is legal afterwards, and what is to be seen.

A game is a row as the kernel has its states. Actions are numbered as in the kernel: sites, then the swap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos import arrays as at
from stonefield.engine.caminos.arrays import Layout, Scratch, StateBytes
from stonefield.engine.caminos.kernel import copy_state, has_shape, is_over, may_swap, play, stands_from
from stonefield.engine.caminos.paths import verdict
from stonefield.engine.compiled import Whole, compiled, inlined, lowest_bit

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inlined
def _player(layout: Layout, state: StateBytes) -> Whole:
    """The player who decides: 0 is the one who began the game."""
    return np.int64(state[at.SEAT]) ^ np.int64(state[at.SWAPPED])


@inlined
def _write_mask(layout: Layout, state: StateBytes, scratch: Scratch, mask: NDArray[np.int8]) -> Whole:
    """Mark the legal actions from the stands that `play` has left in ``scratch``; their number."""
    for action in range(layout.facts[at.SITES] + 1):
        mask[action] = 0
    count = 0
    seat = np.int64(state[at.SEAT])
    for turning in range(layout.facts[at.TURNINGS]):
        if has_shape(layout, state, seat, layout.turnings[at.TURNING * turning]):
            stands = stands_from(layout, turning)
            sites = turning * layout.facts[at.SQUARES]
            for word in range(layout.facts[at.WORDS]):
                corners = scratch.words[stands + word]
                while corners != _ZERO:
                    mask[layout.site_at[sites + 64 * word + np.int64(lowest_bit(corners))]] = 1
                    count += 1
                    corners &= corners - _ONE
    if may_swap(layout, state):
        mask[layout.facts[at.SITES]] = 1
        count += 1
    return count


@compiled
def step_games(
    layout: Layout,
    start: StateBytes,
    start_mask: NDArray[np.int8],
    scratch: Scratch,
    states: StateBytes,
    actions: NDArray[np.int32],
    masks: NDArray[np.int8],
    counts: NDArray[np.int32],
    players: NDArray[np.int8],
    rewards: NDArray[np.float32],
    over: NDArray[np.bool_],
) -> None:
    """Play one action in each game; one that ends restarts, and an illegal action loses it for its side.

    Arrays have a row for each game: ``states`` changes, ``masks``, ``counts`` (of legal actions), ``players``
    (who decides), ``rewards`` [games, players] and ``over`` are written.
    """
    swap = layout.facts[at.SITES]
    start_count = start_mask.sum()
    for game in range(actions.size):
        state, action = states[game], np.int64(actions[game])
        first_won: Whole = 0
        swapped: Whole = 0
        legal = 0 <= action <= swap and masks[game, action] != 0
        if not legal:
            first_won = 2 * (np.int64(players[game]) & 1) - 1
        else:
            play(layout, state, action, scratch)
        ended = not legal or is_over(layout, state)
        if ended:
            if legal:
                swapped = np.int64(state[at.SWAPPED])
                first_won = verdict(layout, state, scratch)[0]
            copy_state(start, state)
            for place in range(swap + 1):
                masks[game, place] = start_mask[place]
            counts[game] = start_count
        elif action == swap:
            masks[game, swap] = 0
            counts[game] -= 1
        else:
            counts[game] = _write_mask(layout, state, scratch, masks[game])
        for player in range(layout.facts[at.PLAYERS]):
            rewards[game, player] = first_won if player & 1 == swapped else -first_won
        over[game] = ended
        players[game] = _player(layout, state)


@compiled
def observe_games(
    layout: Layout,
    on_board: NDArray[np.float32],
    full_hand: NDArray[np.float32],
    overall: NDArray[np.float32],
    states: StateBytes,
    planes: NDArray[np.float32],
) -> None:
    """Write [games, squares, planes]: each game as who decides sees it (planes as in `stonefield.envs`).

    ``overall`` has room for what is the same on all squares: all planes but ten.
    """
    seats, shapes, columns = layout.facts[at.PLAYERS], layout.facts[at.SHAPES], layout.facts[at.COLUMNS]
    pieces = full_hand.sum() * seats / 2
    for game in range(states.shape[0]):
        state, seen = states[game], planes[game]
        seat = np.int64(state[at.SEAT])
        overall[0] = 1.0
        overall[1] = 1.0 if state[at.NEUTRAL_DUE] != 0 else 0.0
        place = 2
        for step in range(seats):
            whose = (seat + step) % seats
            for shape in range(shapes):
                overall[place] = np.float32(state[at.HANDS + whose * shapes + shape]) / full_hand[shape]
                place += 1
        for step in range(seats):
            overall[place] = np.int64(state[at.OUT]) >> ((seat + step) % seats) & 1
            place += 1
        overall[place] = np.float32(state[at.BORDER + (seat & 1)]) / pieces
        overall[place + 1] = np.float32(state[at.BORDER + 1 - (seat & 1)]) / pieces
        for square in range(layout.facts[at.SQUARES]):
            column = np.int64(state[columns + square])
            seen[square, 0] = on_board[square]
            for level in range(3):
                cube = column >> 2 * level & 3
                seen[square, 1 + level] = 1.0 if cube == 1 + (seat & 1) else 0.0
                seen[square, 4 + level] = 1.0 if cube == 2 - (seat & 1) else 0.0
                seen[square, 7 + level] = 1.0 if cube == 3 else 0.0
            for plane in range(overall.size):
                seen[square, 10 + plane] = overall[plane]
