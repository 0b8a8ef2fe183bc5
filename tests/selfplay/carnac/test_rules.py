"""The vectorised game and the rules agree move by move."""

from __future__ import annotations

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stonefield import carnac
from stonefield.selfplay.carnac.notation import square_name, text_of
from stonefield.selfplay.carnac.rules import (
    ACTIONS,
    FILES,
    RED,
    SQUARES,
    WHITE,
    legal_actions,
    play,
    start,
)
from stonefield.selfplay.carnac.scoring import score

COLOUR = {"red": RED, "white": WHITE}
SETTINGS = [
    ("small", 28, False),
    ("medium", 28, False),
    ("large", 28, True),
    ("5x4", 28, False),
    ("4x9", 9, True),
    ("small", 12, True),
]

play_all = jax.jit(jax.vmap(play))
legal_all = jax.jit(jax.vmap(legal_actions))
score_all = jax.jit(jax.vmap(score))


def start_both(seed: int):
    """The same mixture of games twice: as positions and as one batch of states."""
    rng = random.Random(seed)
    settings = [(*setting, rng.choice(["red", "white"])) for setting in SETTINGS for _ in range(6)]
    positions = [
        carnac.start(board, stock=stock, final_tilt=tilt, first=first)
        for board, stock, tilt, first in settings
    ]
    states = [
        start(p.board.files, p.board.ranks, stock=stock, final_tilt=tilt, first=COLOUR[first])
        for p, (_, stock, tilt, first) in zip(positions, settings, strict=True)
    ]
    return rng, positions, jax.tree.map(lambda *parts: jnp.stack(parts), *states)


def test_random_games_agree_with_the_rules_in_every_position():
    rng, positions, states = start_both(3)
    for _ in range(60):
        legal = np.asarray(legal_all(states))
        turns = np.asarray(states.turn)
        actions = []
        for number, position in enumerate(positions):
            here = {text_of(int(a), int(turns[number])): int(a) for a in np.flatnonzero(legal[number])}
            assert sorted(here) == sorted(str(move) for move in position.legal_moves())
            assert bool(states.over[number]) == position.is_over
            text = rng.choice(sorted(here)) if here else None
            actions.append(here[text] if text else 0)
            if text:
                positions[number] = position.play(text)
        states = play_all(states, jnp.array(actions))
        cells = np.asarray(states.cells)
        for number, position in enumerate(positions):
            seen = {square_name(s): c for s, c in enumerate(cells[number]) if c in (RED, WHITE)}
            assert seen == {square: COLOUR[colour] for square, colour in position.tops.items()}
            assert int(states.stock[number]) == position.stock
            if not position.is_over:
                assert int(states.turn[number]) == COLOUR[position.turn]
    assert all(position.is_over for position in positions)
    ended = score_all(states.cells)
    for number, position in enumerate(positions):
        winner = position.outcome.winner
        assert int(ended.winner[number]) == (0 if winner is None else 1 if winner == "red" else -1)
        assert int(ended.red[number]) == position.score("red")
        assert int(ended.white[number]) == position.score("white")


def cells_of(*rows: str) -> jnp.ndarray:
    """Cells from rows of r, w and dots, the south row last."""
    cells = np.zeros(SQUARES, np.int8)
    for rank, row in enumerate(reversed(rows)):
        for file, letter in enumerate(row):
            cells[rank * FILES + file] = {"r": RED, "w": WHITE, ".": 0}[letter]
    return jnp.asarray(cells)


def test_a_winding_group_is_one_dolmen():
    spiral = cells_of(
        "rrrrrrrrrrrrrr",
        "wwwwwwwwwwwwwr",
        "rrrrrrrrrrrrwr",
        "rwwwwwwwwwwrwr",
        "rwrrrrrrrrwrwr",
        "rwrwwwwwwwwrwr",
        "rwrrrrrrrrrrwr",
        "rwwwwwwwwwwwwr",
        "rrrrrrrrrrrrrr",
    )
    ended = score_all(spiral[None])
    assert int(ended.red[0]) == 1


@pytest.mark.parametrize(
    ("rows", "winner"),
    [
        (["rrr.www", "....w.."], -1),
        (["rrr.www", "r...w.."], 0),
        (["rrr.www", "....w..", "rrr...."], 1),
        (["rrrrr.rrr", ".........", "wwww.wwww"], 1),
        (["rrrr.rrrr", ".........", "wwww.wwww"], 0),
        (["rrrr.rrr", ".........", "wwww.wwww"], -1),
        (["rr.ww"], 0),
    ],
)
def test_count_decides_before_sizes(rows: list[str], winner: int):
    assert int(score_all(cells_of(*rows)[None]).winner[0]) == winner


@pytest.mark.parametrize(
    ("board", "leaves"), [("small", (160, 592)), ("medium", (280, 1128)), ("large", (504, 2152))]
)
def test_leaf_counts_match_the_rule_book(board: str, leaves: tuple[int, int]):
    files, ranks = {"small": (8, 5), "medium": (10, 7), "large": (14, 9)}[board]
    state = start(files, ranks)
    first = np.flatnonzero(np.asarray(legal_actions(state)))
    after = play_all(
        jax.tree.map(lambda x: jnp.broadcast_to(x, (ACTIONS, *x.shape)), state), jnp.arange(ACTIONS)
    )
    second = np.asarray(legal_all(after))[first].sum()
    assert (len(first), second) == leaves
