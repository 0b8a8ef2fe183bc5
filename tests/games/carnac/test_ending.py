"""How Carnac ends and who has won."""

from __future__ import annotations

import random

import pytest

from stonefield import IllegalMove, Outcome, carnac


def standing(*rows: str) -> carnac.Position:
    """An ended game on a board of megaliths that all stand: rows from the north, r w or . on each square."""
    files, ranks = len(rows[0]), len(rows)
    stones = [
        f"{'abcdefghijklmn'[x]}{ranks - y}{c}r"
        for y, row in enumerate(rows)
        for x, c in enumerate(row)
        if c != "."
    ]
    return carnac.parse(f"carnac {files}x{ranks} {len(stones)} r r1 {','.join(stones)}")


def test_the_last_megalith_ends_the_game_at_once_and_is_not_answered():
    position = carnac.start(stock=1).play("e4rw")
    assert position.is_over
    assert position.pending is None
    assert position.legal_moves() == ()


def test_with_final_tilt_the_last_megalith_is_answered():
    position = carnac.start(stock=1, final_tilt=True).play("e4rw")
    assert not position.is_over
    assert position.play("E").is_over
    assert position.play("-").is_over


def test_the_last_empty_square_ends_the_game():
    position = carnac.start("3x3")
    squares = ["b2", "a1", "c1", "a3", "c3", "a2", "b1", "c2", "b3"]
    for square in squares:
        assert not position.is_over
        position = position.play(f"{square}rr")
        if position.pending:
            position = position.play("-")
    assert position.is_over
    assert position.stock == 28 - 9
    assert position.outcome == Outcome("red", "dolmens")


def test_nothing_can_be_played_after_the_end():
    position = carnac.start(stock=1).play("e4rw")
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("a1rr")


def test_a_running_game_has_no_outcome():
    assert carnac.start().outcome is None


def test_the_smallest_dolmen_is_three_squares_not_three_megaliths():
    assert carnac.parse("carnac small 3 r r1 a1b1w,c1wr,h5rr").dolmens("white") == (3,)
    assert standing("ww..", "....", "...r").dolmens("white") == ()


def test_squares_that_meet_only_diagonally_are_no_dolmen():
    assert standing("w...", ".w..", "..w.").dolmens("white") == ()


def test_a_row_does_not_connect_around_the_edge():
    assert standing("..ww", "w...", "....").dolmens("white") == ()


def test_six_symbols_that_touch_are_one_dolmen():
    position = standing("www.", "www.", "...r")
    assert position.dolmens("white") == (6,)
    assert position.dolmen_groups("white") == (("a2", "b2", "c2", "a3", "b3", "c3"),)


def test_more_dolmens_win_whatever_their_size():
    position = standing("rrr.wwww", "....wwww", "rrr.wwww")
    assert position.dolmens("red") == (3, 3)
    assert position.outcome == Outcome("red", "dolmens")


def test_equal_counts_are_decided_by_the_largest():
    position = standing("rrr.wwww", "........", "rrr..www")
    assert position.outcome == Outcome("white", "sizes")


def test_the_sheets_example_five_all_eight_eight_six_five_white_wins():
    position = standing(
        "wwww.rrrr.....",
        "wwww.rrrr.....",
        "..............",
        "wwwwww.rrrrr..",
        "..............",
        "www.rrr.www...",
        "..............",
        "rrr.rrr.www...",
        "..............",
    )
    assert position.dolmens("white") == (8, 6, 3, 3, 3)
    assert position.dolmens("red") == (8, 5, 3, 3, 3)
    assert position.outcome == Outcome("white", "sizes")
    assert position.score("white") == position.score("red") == 5


def test_all_equal_is_a_draw_also_with_no_dolmen():
    assert standing("rrr.www", ".......", ".......").outcome == Outcome(None, "equal")
    assert standing("r..", "...", "..w").outcome == Outcome(None, "equal")


def test_the_declared_length_counts_every_answer_and_the_swap():
    assert carnac.start(stock=5).longest == 10
    assert carnac.start(stock=5, swap=True).longest == 11


def test_the_dolmens_as_squares_are_those_that_are_counted():
    chance, position = random.Random(1), carnac.start("small")
    while not position.is_over:
        position = position.play(chance.choice(position.legal_moves()))
        for colour in ("red", "white"):
            groups = position.dolmen_groups(colour)
            assert tuple(map(len, groups)) == position.dolmens(colour)
            shown = {square for stone in position.stones if stone.top == colour for square in stone.squares}
            assert {square for group in groups for square in group} <= shown
    assert position.dolmen_groups("red")
