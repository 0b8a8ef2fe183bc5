"""The compiled rules are the rules: games, ends, scores and leaf counts agree with the plain ones."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from stonefield.engine.carnac import arrays, dolmens, kernel, playout
from stonefield.games import carnac
from stonefield.games.carnac import Position

BOARDS = ("small", "medium", "large", "3x3", "5x4", "4x14", "14x3", "9x14")


def play_along(position: Position, chance: random.Random) -> None:
    """Play a random game on both and compare all there is to compare."""
    layout = arrays.layout_of(position)
    state = arrays.state_of(position)
    moves = np.empty(arrays.MOST_MOVES, dtype=np.int16)
    scratch = np.empty(dolmens.SCRATCH, dtype=np.int64)
    keys = set()
    while True:
        assert np.array_equal(state, arrays.state_of(position))
        assert kernel.is_over(layout, state) == position.is_over
        count = kernel.legal_moves(layout, state, moves)
        texts = [arrays.move_text(position.board, int(move)) for move in moves[:count]]
        assert texts == [str(move) for move in position.legal_moves()]
        keys.add(int(kernel.state_key(state)))
        if not texts:
            break
        text = chance.choice(texts)
        kernel.play(layout, state, arrays.move_number(position, text))
        position = position.play(text)
    assert len(keys) > len(position.stones)
    red, white = position.dolmens("red"), position.dolmens("white")
    won, lead = dolmens.verdict(layout, state, scratch)
    outcome = position.outcome
    assert outcome is not None
    assert {1: "red", 0: None, -1: "white"}[won] == outcome.winner
    assert lead == len(red) - len(white)
    if lead == 0:
        half = dolmens.SCRATCH // 2
        assert tuple(scratch[: len(red)]) == red
        assert tuple(scratch[half : half + len(white)]) == white


def games(board: str, count: int) -> None:
    chance = random.Random(f"{board} {count}")
    largest = min(60, arrays.layout_of(carnac.start(board)).shape[arrays.SQUARES])
    for number in range(count):
        stock = 28 if number % 4 == 0 else chance.randint(1, largest)
        first = "white" if number % 3 == 0 else "red"
        play_along(carnac.start(board, stock=stock, first=first, final_tilt=bool(number % 2)), chance)


@pytest.mark.parametrize("board", BOARDS)
def test_random_games_agree_with_the_plain_rules(board):
    games(board, 12)


@pytest.mark.full
@pytest.mark.parametrize("board", BOARDS)
def test_thousands_of_random_games_agree_with_the_plain_rules(board):
    games(board, 500)


@pytest.mark.parametrize(
    ("board", "leaves"),
    [
        ("small", (160, 592, 90624)),
        ("medium", (280, 1128, 307936)),
        ("large", (504, 2152, 1069408)),
    ],
)
def test_leaf_counts_from_the_empty_board(board, leaves):
    start = carnac.start(board)
    layout, state = arrays.layout_of(start), arrays.state_of(start)
    assert tuple(kernel.perft(layout, state, plies) for plies in (1, 2, 3)) == leaves


def test_leaf_counts_end_with_the_game():
    start = carnac.start("3x3", stock=2, final_tilt=True)

    def count(position: Position, plies: int) -> int:
        if plies == 0 or position.is_over:
            return 1
        return sum(count(position.play(move), plies - 1) for move in position.legal_moves())

    layout, state = arrays.layout_of(start), arrays.state_of(start)
    for plies in range(5):
        assert kernel.perft(layout, state, plies) == count(start, plies)


def average(position: Position) -> Fraction:
    """What random games from here come to on average, exactly: 1 for red, -1 for white."""
    if position.is_over:
        assert position.outcome is not None
        return Fraction({"red": 1, "white": -1, None: 0}[position.outcome.winner])
    moves = position.legal_moves()
    return sum((average(position.play(move)) for move in moves), Fraction(0)) / len(moves)


@pytest.mark.parametrize("final_tilt", [False, True])
@pytest.mark.parametrize("moves", ["", "b2rw", "a3rr E", "a1wr N", "b2rw - c3rr S b1ww", "a1rr E d2wr W"])
def test_random_playouts_choose_every_move_alike(moves, final_tilt):
    position = after(carnac.start("4x3", stock=2 + moves.count(" ") // 2, final_tilt=final_tilt), moves)
    layout, state = arrays.layout_of(position), arrays.state_of(position)
    before = state.copy()
    count = 100_000
    won, _ = playout.playouts(layout, state, np.array([2026], dtype=np.uint64), count)
    assert np.array_equal(state, before)
    assert abs(won / count - float(average(position))) < 4 / count**0.5


def test_the_key_tells_apart_what_the_rest_of_the_game_depends_on():
    start = carnac.start("5x4", stock=5)
    for one, other in (("c2rw E", "c2rw W"), ("c2rr -", "c2rw"), ("c2rr", "c2rw"), ("c2rw", "c2ww")):
        assert key_after(start, one) != key_after(start, other)
    assert key_after(start, "a1rr -") != key_after(start, ""), "a red megalith made up for a smaller stock"
    assert key_after(start, "a1rr E") == key_after(start, "d1wr W")


def key_after(position: Position, moves: str) -> int:
    return int(kernel.state_key(arrays.state_of(after(position, moves))))


def after(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.play(move)
    return position
