"""What may be agreed on before the game, and the swap."""

from __future__ import annotations

import pytest

from stonefield import IllegalMove, InvalidOption, carnac


@pytest.mark.parametrize(
    ("board", "files", "ranks"),
    [("small", 8, 5), ("medium", 10, 7), ("large", 14, 9), ("5x4", 5, 4), ("9x14", 9, 14)],
)
def test_boards(board, files, ranks):
    position = carnac.start(board)
    assert (position.board.files, position.board.ranks) == (files, ranks)
    assert len(position.legal_moves()) == 4 * files * ranks


def test_a_named_size_is_the_named_board():
    assert carnac.start("10x7") == carnac.start("medium")
    assert carnac.start("10x7").options["board"] == "medium"


@pytest.mark.parametrize(
    "board", ["2x3", "3x2", "15x3", "14x10", "0x0", "huge", "", "5 x 4", "5x4x3", "05x4", 7, None]
)
def test_other_boards_are_refused(board):
    with pytest.raises(InvalidOption):
        carnac.start(board)


@pytest.mark.parametrize(
    "options",
    [
        {"stock": 0},
        {"stock": 61},
        {"stock": True},
        {"stock": "28"},
        {"first": "black"},
        {"final_tilt": 1},
        {"swap": "yes"},
    ],
)
def test_bad_settings_are_refused(options):
    with pytest.raises(InvalidOption):
        carnac.start(**options)


def test_a_game_can_be_begun_again_from_its_options():
    position = carnac.start("small", stock=9, first="white", final_tilt=True, swap=True)
    assert carnac.start(**position.options) == position


def test_settings_are_read_from_text():
    options = carnac.GAME.read_options({"board": "5x4", "stock": "7", "final_tilt": "yes", "swap": "off"})
    assert options == {"board": "5x4", "stock": 7, "final_tilt": True, "swap": False}
    for wrong in (
        {"stock": "many"},
        {"stock": "99"},
        {"swap": "maybe"},
        {"first": "blue"},
        {"colour": "red"},
    ):
        with pytest.raises(InvalidOption):
            carnac.GAME.read_options(wrong)


def test_swap_is_offered_after_the_first_placement_only():
    position = carnac.start(swap=True)
    assert "swap" not in [str(m) for m in position.legal_moves()]
    position = position.play("e4rw")
    assert str(position.legal_moves()[-1]) == "swap"
    for answer in ("E", "-"):
        later = position.play(answer)
        assert "swap" not in [str(m) for m in later.legal_moves()]
        with pytest.raises(IllegalMove, match="first decision"):
            later.play("swap")


def test_swap_exchanges_the_players_colours_and_nothing_else():
    before = carnac.start(swap=True).play("e4rw")
    after = before.play("swap")
    assert after.tops == before.tops
    assert (before.turn, before.player) == ("white", 2)
    assert (after.turn, after.player) == ("white", 1)
    assert (after.colour_of(1), after.colour_of(2)) == ("white", "red")
    assert [str(m) for m in after.legal_moves()] == ["N", "E", "S", "W", "-"]


def test_swap_is_also_possible_when_the_first_megalith_cannot_fall():
    position = carnac.start("3x3", swap=True).play("b2rr")
    assert position.pending is None
    swapped = position.play("swap")
    assert (swapped.turn, swapped.player) == ("white", 1)
    assert len(swapped.legal_moves()) == 32


def test_there_is_no_swap_after_the_end():
    position = carnac.start(stock=1, swap=True).play("e4rw")
    assert position.legal_moves() == ()


def test_without_the_option_swap_is_illegal():
    with pytest.raises(IllegalMove, match="without the swap option"):
        carnac.start().play("e4rw").play("swap")
