"""Many games of Carnac at once: one action for each, what is legal afterwards, and what is to be seen.

A game is a row of words: the kernel's state, then the number of plies and whether the players have swapped
colours. Actions are placements as in the kernel, then the tilts, leaving it, and the swap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.carnac import arrays as at
from stonefield.engine.carnac.arrays import Layout, Numbers, Words
from stonefield.engine.carnac.dolmens import verdict
from stonefield.engine.carnac.kernel import is_over, play, possible_falls
from stonefield.engine.compiled import Whole, bit_count, compiled, constant, inlined

PLIES, SWAPPED = at.STATE_WORDS, at.STATE_WORDS + 1
BATCH_WORDS = at.STATE_WORDS + 2
FIRST, SWAP, FULL_STOCK = range(3)
"""Where ``rules`` has the colour that begins, whether colours may be swapped, and the whole stockpile."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_BYTE = np.uint64(255)
_PLACEMENTS = constant(
    np.array([bits >> (action >> 2) & 1 for bits in range(256) for action in range(32)], dtype=np.int8)
)
"""[32 * free + action] whether an action is legal on eight squares of which some are free, a bit each"""


@inlined
def _player(rules: Numbers, state: Words) -> Whole:
    """The player who decides: 0 is the one who began the game."""
    return np.int64(state[at.TURN]) ^ rules[FIRST] ^ np.int64(state[SWAPPED])


@inlined
def _write_mask(layout: Layout, rules: Numbers, state: Words, mask: NDArray[np.int8]) -> Whole:
    """Mark the legal actions of a game that is not over; their number."""
    squares = layout.shape[at.SQUARES]
    low = state[at.RED_LOW] | state[at.WHITE_LOW]
    high = state[at.RED_HIGH] | state[at.WHITE_HIGH]
    answers = 4 * squares
    count: Whole = 0
    if state[at.PENDING] != _ZERO:
        for action in range(answers):
            mask[action] = 0
        found = possible_falls(layout, low, high | _ONE << np.uint64(63), np.int64(state[at.PENDING]) - 1)
        for direction in range(4):
            mask[answers + direction] = found >> direction & 1
            count += found >> direction & 1
        mask[answers + 4] = 1
        count += 1
    else:
        low, high = layout.masks[0] & ~low, layout.masks[1] & ~high
        # Eight squares at a time: copies of a fixed length become two vector instructions.
        for eight in range(squares >> 3):
            free = np.int64((low if eight < 8 else high) >> np.uint64(8 * (eight & 7)) & _BYTE)
            for action in range(32):
                mask[32 * eight + action] = _PLACEMENTS[32 * free + action]
        for action in range(squares >> 3 << 5, answers):
            square = action >> 2
            mask[action] = (low if square < 64 else high) >> np.uint64(square & 63) & _ONE
        for answer in range(5):
            mask[answers + answer] = 0
        count += 4 * np.int64(bit_count(low) + bit_count(high))
    swap = 1 if rules[SWAP] != 0 and state[PLIES] == _ONE else 0
    mask[answers + 5] = swap
    return count + swap


@compiled
def step_games(
    layout: Layout,
    rules: Numbers,
    start: Words,
    scratch: Numbers,
    states: Words,
    actions: NDArray[np.int32],
    masks: NDArray[np.int8],
    counts: NDArray[np.int32],
    players: NDArray[np.int8],
    rewards: NDArray[np.float32],
    over: NDArray[np.bool_],
) -> None:
    """Play one action in each game; one that ends restarts, and an illegal action loses it.

    Arrays have a row for each game: ``states`` changes, ``masks``, ``counts`` (of legal actions), ``players``
    (who decides), ``rewards`` [games, 2] and ``over`` are written. ``scratch`` has room for SCRATCH numbers.
    """
    answers = 4 * layout.shape[at.SQUARES]
    for game in range(actions.size):
        state, action = states[game], np.int64(actions[game])
        result = 0
        legal = 0 <= action < answers + 6 and masks[game, action] != 0
        if not legal:
            result = -1 if players[game] == 0 else 1
        elif action == answers + 5:
            state[SWAPPED] = _ONE
        else:
            play(layout, state, action if action < answers else action - answers + at.ANSWERS)
        state[PLIES] += _ONE
        ended = not legal or is_over(layout, state)
        if ended:
            if legal:
                red_won = verdict(layout, state, scratch)[0]
                result = -red_won if rules[FIRST] ^ np.int64(state[SWAPPED]) else red_won
            for word in range(BATCH_WORDS):
                state[word] = start[word]
        rewards[game, 0] = result
        rewards[game, 1] = -result
        over[game] = ended
        players[game] = _player(rules, state)
        counts[game] = _write_mask(layout, rules, state, masks[game])


@compiled
def observe_games(layout: Layout, rules: Numbers, states: Words, planes: NDArray[np.float32]) -> None:
    """Write [games, squares, 6]: each game as who decides sees it (planes as in `stonefield.envs`)."""
    squares = layout.shape[at.SQUARES]
    for game in range(states.shape[0]):
        state, seen = states[game], planes[game]
        mine = np.int64(state[at.TURN])
        stock = np.float32(state[at.STOCK]) / np.float32(rules[FULL_STOCK])
        for square in range(squares):
            high, shift = square >> 6, np.uint64(square & 63)
            seen[square, 0] = state[at.RED_LOW + 2 * mine + high] >> shift & _ONE
            seen[square, 1] = state[at.RED_LOW + 2 * (1 - mine) + high] >> shift & _ONE
            seen[square, 2] = 0.0
            seen[square, 3] = 0.0
            seen[square, 4] = 1.0
            seen[square, 5] = stock
        if state[at.PENDING] != _ZERO:
            pending = np.int64(state[at.PENDING]) - 1
            seen[pending, 2] = 1.0
            seen[pending, 3] = 1.0 if np.int64(state[at.FACES]) >> 1 == mine else 0.0
