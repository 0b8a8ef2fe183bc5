"""The vectorised game and the rules agree move by move."""

from __future__ import annotations

import random
from itertools import product

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stonefield import caminos
from stonefield.games.caminos.board import BOARDS
from stonefield.selfplay.caminos.geometry import (
    ACTION_SOURCES,
    FILES,
    SQUARE_SOURCES,
    SYMMETRIES,
)
from stonefield.selfplay.caminos.notation import text_of
from stonefield.selfplay.caminos.paths import path_points, tops
from stonefield.selfplay.caminos.rules import GREEN, LONGEST, YELLOW, legal_actions, play, start

COLOUR = {"yellow": YELLOW, "green": GREEN, "neutral": 3}
SIGN = {"yellow": 1, "green": -1, None: 0}

play_all = jax.jit(jax.vmap(play))
legal_all = jax.jit(jax.vmap(legal_actions))
tops_all = jax.jit(jax.vmap(tops))
points_all = jax.jit(jax.vmap(path_points))


def square_name(square: int) -> str:
    return f"{chr(ord('a') + square % FILES)}{square // FILES + 1}"


def start_both(rng: random.Random, repeat: int):
    """The same mixture of games twice: as positions and as one batch of states."""
    settings = [
        (board, rng.choice(["yellow", "green"]), neutral, points)
        for board, neutral, points, _ in product(BOARDS, (False, True), (False, True), range(repeat))
    ]
    positions = [
        caminos.start(board, first=first, neutral=neutral, points=points)
        for board, first, neutral, points in settings
    ]
    states = [
        start(BOARDS.index(board), first=COLOUR[first], neutral=neutral, points=points)
        for board, first, neutral, points in settings
    ]
    return positions, jax.tree.map(lambda *parts: jnp.stack(parts), *states)


def chosen(rng: random.Random, position, moves: list[str], bold: bool) -> str:
    """Any move; in bold games rather a flat one towards the middle files, so that paths come about."""
    if not bold:
        return rng.choice(moves)
    middle = chr(ord("a") + position.board.files // 2)
    return max(moves, key=lambda move: (move.count(middle) - 2 * ("*" in move), rng.random()))


@pytest.mark.full
def test_random_games_agree_with_the_rules_in_every_position():
    rng = random.Random(6)
    positions, states = start_both(rng, 3)
    bold = [rng.random() < 0.35 for _ in positions]
    for _ in range(LONGEST + 1):
        legal = np.asarray(legal_all(states))
        actions = []
        for number, position in enumerate(positions):
            here = {text_of(int(action)): int(action) for action in np.flatnonzero(legal[number])}
            assert sorted(here) == sorted(str(move) for move in position.legal_moves())
            assert bool(states.over[number]) == position.is_over
            text = chosen(rng, position, sorted(here), bold[number]) if here else None
            actions.append(here[text] if text else 0)
            if text:
                positions[number] = position.play(text)
        states = play_all(states, jnp.array(actions))
        seen = np.asarray(tops_all(states.columns))
        for number, position in enumerate(positions):
            found = {square_name(s): c for s, c in enumerate(seen[number]) if c}
            assert found == {square: COLOUR[colour] for square, colour in position.tops.items()}
            if not position.is_over:
                assert int(states.turn[number]) == COLOUR[position.turn]
                assert bool(np.any(states.out[number])) == bool(position.out)
    check_endings(positions, states)


def check_endings(positions, states):
    reasons = set()
    winners = jnp.where(states.winner == 1, YELLOW, GREEN)
    points = points_all(states.columns, winners, states.board)
    for number, position in enumerate(positions):
        assert position.is_over
        outcome = position.outcome
        reasons.add(outcome.reason)
        assert int(states.winner[number]) == SIGN[outcome.winner]
        if position.setup.points and outcome.reason == "path":
            assert int(points[number]) == position.score(outcome.winner)
        for index, colour in enumerate(("yellow", "green")):
            assert int(states.border[number, index]) == position.border_pieces(colour)
    assert reasons == {"path", "no path", "border", "equal"}


@pytest.mark.parametrize("board", BOARDS)
def test_placements_on_the_empty_board_match_the_rule_book(board: str):
    flat = {"square": (752, 264, 168, 161), "diamond": (652, 246, 160, 140)}
    flat |= {"octagon": (896, 328, 216, 189), "torus": (760, 272, 176, 168)}
    legal = np.flatnonzero(legal_actions(start(BOARDS.index(board))))
    letters = [text_of(int(action))[0] for action in legal]
    assert tuple(letters.count(letter) for letter in "LTSO") == flat[board]


@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
def test_turned_games_stay_turned(symmetry: int):
    """Every board and every symmetry: play an action, or its image on the turned board."""
    rng = np.random.default_rng(symmetry)
    states = jax.tree.map(lambda *parts: jnp.stack(parts), *(start(board) for board in range(len(BOARDS))))
    turned = states
    rows = np.arange(len(BOARDS))[:, None]
    squares, actions = SQUARE_SOURCES[:, symmetry], ACTION_SOURCES[:, symmetry]
    for _ in range(8):
        legal = np.asarray(legal_all(states))
        np.testing.assert_array_equal(legal_all(turned), legal[rows, actions])
        there = [rng.choice(np.flatnonzero(legal[board][actions[board]])) for board in range(len(BOARDS))]
        here = actions[np.arange(len(BOARDS)), there]
        states, turned = play_all(states, jnp.array(here)), play_all(turned, jnp.array(there))
        np.testing.assert_array_equal(turned.columns, np.asarray(states.columns)[rows, squares])
        np.testing.assert_array_equal(turned.winner, states.winner)
        np.testing.assert_array_equal(turned.border, states.border)
