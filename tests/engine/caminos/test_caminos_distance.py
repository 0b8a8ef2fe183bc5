"""Distances and threats, beside brute force over the plain rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from stonefield.engine.caminos import distance, kernel, threats
from stonefield.engine.caminos.arrays import SEAT, WIDEST, layout_of, move_number, state_of
from stonefield.games import caminos

BOARDS = ("square", "diamond", "octagon", "torus")


def surveyed(position: caminos.Position):
    layout, state = layout_of(position), state_of(position)
    workspace = distance.workspace_for(layout)
    return layout, state, workspace, distance.measure_distances(layout, state, workspace)


def lay(moves: str, **options) -> caminos.Position:
    position = caminos.start(**options)
    for move in moves.split():
        position = position.play(move)
    return position


def wins_in_one(position: caminos.Position) -> set[str]:
    return {
        str(move)
        for move in position.legal_moves()
        if (outcome := position.play(move).outcome) and outcome.winner == position.turn
    }


def found_wins(position: caminos.Position) -> set[int]:
    layout, state, workspace, count = surveyed(position)
    threats.columns_needed(layout, state, int(state[SEAT]) & 1, int(layout.facts[WIDEST]), workspace)
    after, found, nth = state.copy(), set(), -1
    while (nth := int(threats.next_win_in_one(layout, state, workspace, nth + 1, count, after))) >= 0:
        found.add(int(workspace.moves[nth]))
    return found


@pytest.mark.parametrize(("board", "cubes"), [("square", 8), ("diamond", 11), ("octagon", 10), ("torus", 10)])
def test_on_the_empty_board_a_path_is_as_long_as_the_board_is_wide(board, cubes):
    _, _, workspace, _ = surveyed(caminos.start(board))
    assert workspace.nearest.tolist() == [cubes * distance.EMPTY_COST] * 2


def test_ones_own_squares_cost_nothing_and_foreign_ones_more():
    _, _, workspace, _ = surveyed(lay("L:d4,d5,d6,e4 O:a1,a2,b1,b2"))
    assert workspace.nearest[0] == 2 * (8 - 3)
    square = caminos.Board.read("square").square
    assert workspace.cost[0, square("d4")] == 0
    assert workspace.cost[1, square("d4")] == distance.LOW_COST
    assert workspace.cost[0, square("h8")] == distance.EMPTY_COST


def test_a_foreign_column_of_three_is_a_wall_for_good():
    _, _, workspace, _ = surveyed(lay("L:d4*3,d5"))
    assert workspace.cost[1, caminos.Board.read("square").square("d4")] >= distance.NEVER


def test_a_square_where_no_piece_can_stand_costs_more():
    nook = "nook=###/###/###=a1b1c1|c1c2c3|a3b3c3|a1a2a3"
    position = lay("M:b2 S:a2*2,b2*2 M:a1 S:a1*2,b1*2", board=nook, pieces="stairs=S6:##.,.##/M2:#")
    _, _, workspace, _ = surveyed(position)
    lonely = position.board.square("c3")
    assert workspace.cost[0, lonely] == distance.EMPTY_COST + distance.NO_STAND
    assert workspace.cost[1, lonely] == distance.EMPTY_COST


@pytest.mark.parametrize("board", BOARDS)
def test_every_win_in_one_is_found_and_nothing_else(board):
    chance = random.Random(board)
    seen = 0
    for players in (2, 4):
        position = caminos.start(board, players=players)
        while not position.is_over:
            moves = position.legal_moves()
            if len(position.pieces) > 9:
                expected = wins_in_one(position)
                assert found_wins(position) == {move_number(position, text) for text in expected}
                seen += bool(expected)
            position = position.play(chance.choice(moves))
    assert seen


def test_exactly_the_moves_that_let_the_opponent_win_at_once_are_marked():
    chance = random.Random(5)
    checked = 0
    while checked < 3:
        position = caminos.start()
        while not position.is_over:
            layout, state = layout_of(position), state_of(position)
            moves = [str(move) for move in position.legal_moves()]
            if len(moves) < 150 and not wins_in_one(position):
                sample = chance.sample(moves, min(12, len(moves)))
                numbers = np.array([move_number(position, text) for text in sample], dtype=np.int32)
                lost = np.zeros(len(sample), dtype=np.uint8)
                threats.mark_losing(layout, state, numbers, lost, distance.workspace_for(layout))
                for text, flag in zip(sample, lost, strict=True):
                    after = position.play(text)
                    loses = after.turn != position.turn and not after.is_over and bool(wins_in_one(after))
                    assert bool(flag) is loses, (str(position), text)
                checked += bool(lost.any())
            position = position.play(chance.choice(moves))


def test_the_columns_short_are_no_more_than_what_a_win_changes():
    chance = random.Random(9)
    position = caminos.start("diamond")
    while not position.is_over:
        layout, state = layout_of(position), state_of(position)
        team, widest = int(state[SEAT]) & 1, int(layout.facts[WIDEST])
        short = threats.columns_needed(layout, state, team, widest, distance.workspace_for(layout))
        move = chance.choice(position.legal_moves())
        after = position.play(move)
        if after.outcome and after.outcome.winner == position.turn:
            assert short <= len({cube[:2] for cube in move.cubes})
        position = after
    assert kernel.is_over(layout_of(position), state_of(position))
