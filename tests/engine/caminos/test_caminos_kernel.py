"""The compiled rules are the rules: moves, ends, points and leaf counts agree with the plain ones."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from quick import few
from stonefield.engine.caminos import arrays, kernel, paths, playout
from stonefield.games import caminos
from stonefield.games.caminos.sites import shared_sites

NOOK = "nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3"
FLAG = "flag=####/###./###.=a1b1c1|d3|a3b3c3d3|a1a2a3"
BOARDS = ("square", "diamond", "octagon", "torus")
VARIANTS = [
    {},
    {"first": "green", "points": True},
    {"neutral": True, "points": True, "swap": True},
    {"players": 4, "points": True},
    {"players": 4, "neutral": True, "first": "green"},
    {"swap": True},
]
SMALL = [
    {"board": NOOK},
    {"board": NOOK, "pieces": "stairs=S6:##.,.##/M2:#", "points": True},
    {"board": FLAG, "pieces": "slab=M4:#/N*:###,###,###", "neutral": True, "swap": True},
    {"board": FLAG, "pieces": "slab=M4:#/N*:###,###,###", "neutral": True, "players": 4},
    {"board": NOOK, "pieces": "mixed=D4:##/Y2:##,#.+#./N*:#", "neutral": True, "players": 4, "points": True},
    {"board": "octagon", "pieces": "mixed=D4:##/Y2:##,#.+#./B4:###,###/N*:#", "neutral": True},
]


def play_along(position: caminos.Position, chance: random.Random) -> None:
    """Play a random game on both and compare all there is to compare."""
    layout, state = arrays.layout_of(position), arrays.state_of(position)
    scratch = arrays.scratch_for(layout)
    moves = np.empty(layout.facts[arrays.SITES] + 1, dtype=np.int32)
    while True:
        assert state.tolist() == arrays.state_of(position).tolist()
        assert kernel.is_over(layout, state) == position.is_over
        count = kernel.legal_moves(layout, state, moves, scratch)
        texts = [arrays.move_text(position.setup, int(move)) for move in moves[:count]]
        assert sorted(texts) == sorted(str(move) for move in position.legal_moves())
        for seat in range(position.setup.players):
            assert kernel.can_place(layout, state, seat, scratch) == position.can_place(seat)
        if not texts:
            break
        text = chance.choice(texts)
        kernel.play(layout, state, arrays.move_number(position, text), scratch)
        position = position.play(text)
    colours = [position.setup.colour_of_seat(seat) for seat in (0, 1)]
    won, lead = paths.verdict(layout, state, scratch)
    assert position.outcome is not None
    assert {1: colours[0], 0: None, -1: colours[1]}[won] == position.outcome.winner
    assert lead == position.score(colours[0]) - position.score(colours[1])


def games(count: int, **options) -> None:
    chance = random.Random(str(options))
    for _ in range(count):
        play_along(caminos.start(**options), chance)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_agree_with_the_plain_rules(board, options):
    games(6, board=board, **options)


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_random_games_on_boards_and_with_pieces_of_ones_own_agree(options):
    games(25, **options)


@pytest.mark.full
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_thousands_of_random_games_agree_with_the_plain_rules(board, options):
    games(300, board=board, **options)


GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "perft-caminos.json").read_text())


@pytest.mark.parametrize("case", few(GOLDEN, most=3), ids=lambda case: case["start"])
def test_leaf_counts_are_the_golden_ones(case):
    position = caminos.parse(case["start"])
    layout, state = arrays.layout_of(position), arrays.state_of(position)
    scratch = arrays.scratch_for(layout)
    for depth, perft in enumerate(case["leaves"], 1):
        assert kernel.perft(layout, state, depth, scratch) == perft


def ends_of_playouts(position: caminos.Position, count: int):
    layout, start = arrays.layout_of(position), arrays.state_of(position)
    scratch = arrays.scratch_for(layout)
    chance = np.array([2026], dtype=np.uint64)
    for _ in range(count):
        state = start.copy()
        playout.playout(layout, state, chance, scratch)
        yield layout, state, scratch


@pytest.mark.parametrize("options", [{"board": board} for board in BOARDS] + SMALL, ids=str)
def test_a_random_game_ends_where_the_rules_say(options):
    position = caminos.start(**options)
    for layout, state, _ in ends_of_playouts(position, 50):
        assert kernel.is_over(layout, state)
        assert state[arrays.WON] or state[arrays.OUT] == (1 << position.setup.players) - 1


def test_random_games_of_both_rules_end_alike():
    position = caminos.start("nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3", points=True)
    compiled = [int(paths.verdict(*end)[1]) for end in ends_of_playouts(position, 4000)]
    chance = random.Random(1)
    plain = []
    for _ in range(1000):
        game = position
        while not game.is_over:
            game = game.play(chance.choice(game.legal_moves()))
        plain.append(game.score("yellow") - game.score("green"))
    assert abs(np.mean(compiled) - np.mean(plain)) < 0.25
    assert abs(np.mean(np.sign(compiled)) - np.mean(np.sign(plain))) < 0.1


def test_the_same_table_is_the_same_state_in_whatever_order_it_was_laid():
    def state(moves: str) -> list[int]:
        position = caminos.start()
        for move in moves.split():
            position = position.play(move)
        return arrays.state_of(position).tolist()

    one = state("O:a1,a2,b1,b2 T:a8,b8*2,c8 L:c4,d4*3 L:f7*3,g7")
    assert one == state("L:c4,d4*3 L:f7*3,g7 O:a1,a2,b1,b2 T:a8,b8*2,c8")
    assert one != state("L:c4,d4*3 L:f7*3,g7 O:a1,a2,b1,b2 T:a7,b7*2,c7")


def test_the_largest_board_and_many_pieces_fit():
    rows = "/".join(["#" * 16] * 16)
    files = "abcdefghijklmnop"
    south, north = ("".join(f"{file}{rank}" for file in files) for rank in (1, 16))
    west, east = ("".join(f"{file}{rank}" for rank in range(1, 17)) for file in "ap")
    games(1, board=f"field={rows}={south}|{east}|{north}|{west}", pieces="much=L20:###,#../I20:###/D20:##")


def test_a_move_keeps_its_number_when_the_sites_of_its_board_are_found_anew():
    number = arrays.move_number(caminos.start(), "L:a1*3,b1")
    shared_sites.cache_clear()
    assert arrays.move_number(caminos.start(), "L:a1*3,b1") == number
