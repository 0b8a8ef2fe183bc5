"""Drop-outs, the end without a path, and points."""

from __future__ import annotations

import random

import pytest

from stonefield import IllegalMove, caminos
from stonefield.games.editing import edit

STAIRS = "stairs=S6:##.,.##/M2:#"


def test_who_cannot_place_is_out_for_good_even_if_they_could_again_later(nook, lay):
    moves = "M:b2 S:a2*2,b2*2 M:a1 S:a1*2,b1*2"
    position = lay(moves, nook, pieces=STAIRS)
    assert (position.turn, position.out) == ("green", {1})
    assert position.supply(1) == {"S": 6, "M": 0}
    position = position.play("M:c3")
    assert position.can_place(0)
    assert (position.turn, position.out) == ("green", {1})
    position = position.play("S:b3*2,c3*2")
    assert position.outcome.winner == "green"


def test_who_cannot_place_is_out_also_on_a_table_laid_by_hand(nook, lay):
    table = caminos.start(nook, pieces=STAIRS)
    for piece in ("yM:b2", "gS:a2*2,b2*2", "yM:a1", "gS:a1*2,b1*2"):
        table = edit(table, f"put {piece}")
    assert table == lay("M:b2 S:a2*2,b2*2 M:a1 S:a1*2,b1*2", nook, pieces=STAIRS)
    assert table.out == {1}


def test_dropping_out_is_no_ply(nook, lay):
    position = lay("M:b2 S:a2*2,b2*2 M:a1 S:a1*2,b1*2", nook, pieces=STAIRS)
    assert len(position.pieces) == 4
    assert all(move.piece in "SM" for move in position.legal_moves())


def test_a_seat_of_four_drops_out_for_itself(yard, lay):
    moves = "L:b1,c1*3 L:b2,b3,b4*2 O:c3,c4,d3,d4 S:b2*2,c2*2 L:a1*3,a2 T:a2,a3*3 L:d2*2,d3,d4 L:a4*3,b4"
    position = lay(moves, yard, players=4)
    assert position.out == {0}
    assert (position.player, position.turn) == (1, "green")
    assert not position.is_over


NO_PATH = "O:a1*2,b1*2 L:b4,c2,c3,c4 O:a3*2,a4*2 L:d3*3,d4 T:b3*3,c3 T:c1*3,c2 L:d1,d2*3 L:a2*3,b2"


def test_without_a_path_the_game_is_a_draw(yard, lay):
    position = lay(NO_PATH, yard)
    assert position.is_over
    assert position.out == {1, 2}
    assert (position.outcome.winner, position.outcome.reason) == (None, "no path")
    assert (position.score("yellow"), position.score("green")) == (0, 0)
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("L:a1*3,b1")


def test_fewer_border_pieces_win_the_opponents_count_as_on_the_sheet(yard, lay):
    """Green has four pieces at the border, yellow three: yellow wins and scores four."""
    position = lay(NO_PATH, yard, points=True)
    assert (position.border_pieces("green"), position.border_pieces("yellow")) == (4, 3)
    assert (position.outcome.winner, position.outcome.reason) == ("yellow", "border")
    assert (position.score("yellow"), position.score("green")) == (4, 0)


def test_a_piece_that_overhangs_a_border_square_without_lying_on_it_does_not_count(lay):
    position = lay("O:a1*2,a2*2 L:a1,b1*3", points=True)
    assert position.border_pieces("yellow") == 1
    position = lay("O:a4,a5,b4,b5 T:b4,c4*3", points=True)
    assert position.border_pieces("green") == 0
    position = lay("O:a4*2,a5*2 L:a4,b4*3", points=True)
    assert position.tops["a4"] == "green"
    assert position.border_pieces("green") == 0


def test_equal_border_pieces_are_a_draw_and_nobody_scores(yard):
    rng = random.Random(2)
    for _ in range(200):
        position = caminos.start(yard, points=True)
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        if position.outcome.reason == "equal":
            break
    assert position.outcome.winner is None
    assert position.border_pieces("yellow") == position.border_pieces("green")
    assert (position.score("yellow"), position.score("green")) == (0, 0)


def test_nobody_scores_while_the_game_runs_or_without_the_variant(lay):
    moves = "L:a4*3,b4 T:a8,b8*2,c8 L:c4,d4*3 L:f7*3,g7 O:e4*2,f4*2 L:f1*3,g1"
    assert lay(moves, points=True).score("yellow") == 0
    assert lay(moves + " O:g4*2,h4*2").score("yellow") == 0
    assert lay(moves + " O:g4*2,h4*2", points=True).score("green") == 0


def test_all_pieces_placed_ends_the_game(lay):
    position = lay("M:a1 M:h8 M:a3 M:h6", pieces="dots=M2:#")
    assert position.is_over
    assert position.outcome.reason == "no path"
    assert position.out == {1, 2}


def test_a_winning_move_ends_the_game_before_anybody_drops_out(nook, lay):
    position = lay("D:a1,a2 D:c1,c2 M:a3", nook, pieces="few=D1:##/M1:#")
    assert position.outcome.winner == "yellow"
    assert position.out == frozenset()
    assert (position.turn, position.player) == ("green", 2)


def test_the_same_table_reached_in_another_order_is_the_same_position(lay):
    one = lay("O:a1,a2,b1,b2 T:a8,b8*2,c8 L:c4,d4*3 L:f7*3,g7")
    other = lay("L:c4,d4*3 L:f7*3,g7 O:a1,a2,b1,b2 T:a8,b8*2,c8")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == str(other)
    assert one != lay("O:a1,a2,b1,b2 T:a8,b8*2,c8 L:c4,d4*3")
