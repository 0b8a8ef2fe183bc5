"""What all games share: settings, the words of a game, and what is said of a game that is not there."""

from __future__ import annotations

import copy

import pytest

from stonefield import IllegalMove, InvalidOption, InvalidPosition, StonefieldError, caminos, carnac, draw
from stonefield.games import find_game, game_names, parse
from stonefield.games.game import Option, games

SWITCH = Option("swap", False)
NUMBER = Option("stock", 28, low=1, high=60)
WORD = Option("first", "red", ("red", "white"))


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        *((SWITCH, word, True) for word in ("true", "yes", "on", "1", " YES ")),
        *((SWITCH, word, False) for word in ("false", "no", "off", "0", "Off")),
        *((NUMBER, str(number), number) for number in (1, 28, 60)),
        (NUMBER, " 7 ", 7),
        (WORD, " white", "white"),
        (Option("board", "medium", ("small",), closed=False), "5x4 ", "5x4"),
    ],
)
def test_a_setting_is_read_from_text(option, text, value):
    assert option.read(text) == value
    assert type(option.read(text)) is type(value)


@pytest.mark.parametrize(
    ("option", "text", "values"),
    [
        (SWITCH, "2", "swap is true or false"),
        (NUMBER, "0", "stock is a number from 1 to 60"),
        (NUMBER, "61", "stock is a number from 1 to 60"),
        (NUMBER, "x", "stock is a number from 1 to 60"),
        (WORD, "blue", "first is one of red, white"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_those_that_can(option, text, values):
    with pytest.raises(InvalidOption) as caught:
        option.read(text)
    assert str(caught.value) == f"`{text}`: {values}"


def test_a_setting_has_no_bounds_choices_or_files_unless_it_names_them():
    assert (SWITCH.choices, SWITCH.closed, SWITCH.low, SWITCH.high, SWITCH.help) == ((), True, 0, 0, "")
    assert SWITCH.read_file("own.toml") == "own.toml"


def test_the_words_of_the_games():
    assert carnac.GAME.letters == {"red": "r", "white": "w"}
    assert caminos.GAME.letters == {"yellow": "y", "green": "g", "neutral": "n"}
    assert (carnac.GAME.first_board, caminos.GAME.first_board) == ("medium", "square")
    assert (carnac.GAME.other("red"), carnac.GAME.other("white")) == ("white", "red")
    assert (carnac.GAME.seats, caminos.GAME.seats) == ((2,), (2, 4))
    assert (carnac.GAME.sides, caminos.GAME.sides) == ((3, 14), None)
    assert carnac.GAME.neutral_colour is None
    assert not carnac.GAME.is_reconstructed


def test_the_games_are_found_by_name():
    assert game_names()[:2] == ("carnac", "caminos")
    assert games()[:2] == (carnac.GAME, caminos.GAME)
    with pytest.raises(InvalidOption, match="`chess`: the games are carnac, caminos"):
        find_game("chess")
    with pytest.raises(InvalidPosition, match="`chess`: a position begins with the game's name"):
        parse("chess a b")
    with pytest.raises(InvalidPosition, match="``: a position begins"):
        parse(" ")
    with pytest.raises(InvalidOption, match="`dance`: carnac has the options board, stock"):
        carnac.GAME.option("dance")


def test_a_position_is_a_value_that_notebooks_show():
    position = carnac.start("small").play("c3rw")
    assert copy.deepcopy(position) is position
    assert position._repr_svg_() == draw.svg(position)
    assert (position.players, position.out) == ((1, 2), frozenset())
    assert (position.phase, position.play("-").phase, caminos.start().phase) == ("answer", "place", "place")
    assert not caminos.start().may_swap


def test_a_move_is_its_text():
    move, same = (carnac.start(board).read("c4rw") for board in ("small", "large"))
    assert move == same
    assert move != "c4rw"
    assert (str(move), repr(move), hash(move)) == ("c4rw", "<Placement c4rw>", hash(same))
    assert (move.squares, carnac.start().read("E").squares) == (("c4",), ())


def test_a_message_is_cut_in_its_middle_where_it_is_too_long_to_be_shown():
    whole, long = "a" * 300 + "b" * 300, "a" * 300 + "x" + "b" * 300
    assert str(StonefieldError(whole)) == whole
    assert str(StonefieldError(long)) == "a" * 300 + " … " + "b" * 300
    assert str(IllegalMove("\ud800")) == "\\ud800"
    assert str(StonefieldError()) == ""


def test_what_is_wrong_with_a_position_has_a_code():
    assert (InvalidPosition("x").code, InvalidPosition("x").values) == ("unreadable", {})
    fault = InvalidPosition("x", "occupied", square="a1")
    assert (str(fault), fault.code, fault.values) == ("x", "occupied", {"square": "a1"})
