"""The plain narration, which tells any game that has none of its own; and options as the games state them."""

from __future__ import annotations

import pytest

from stonefield import carnac
from stonefield.cli.inputs import game_options
from stonefield.cli.narration import PlainNarration, narration_of
from stonefield.cli.narrator import Narrator
from stonefield.games import games
from stonefield.locales import LANGUAGES, Catalogue

POSITION = carnac.parse("carnac medium 28 r w2 a1b1r,c1rr")
PLAIN = PlainNarration()


def test_a_game_without_a_narration_is_told_plainly():
    assert isinstance(narration_of("nim"), PlainNarration)
    narrator = Narrator(Catalogue("en"))
    assert list(PLAIN.turn(narrator, POSITION)) == ["White (player 2) decides."]
    assert list(PLAIN.standing(narrator, POSITION)) == ["Red scores 1 point.", "White scores 0 points."]
    assert PLAIN.legend(narrator, POSITION) == "r Red   w White"
    assert PLAIN.help(narrator, POSITION).startswith("268 moves are possible: d1rr d1wr")
    assert PLAIN.read("c4rw") == "c4rw"
    assert list(PLAIN.introduction(narrator)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plain_narration_speaks_every_language(language):
    narrator = Narrator(Catalogue(language))
    told = [*PLAIN.turn(narrator, POSITION), *PLAIN.standing(narrator, POSITION)]
    assert all(told)


def test_a_colour_without_a_word_is_called_by_its_name():
    assert Narrator(Catalogue("de")).colour("blue") == "blue"


def test_every_option_of_every_game_is_taken_and_explained():
    taken = game_options()
    for game in games():
        assert all(option.help for option in game.options)
        assert {option.name for option in game.options} <= taken.keys()
        assert list(game_options(game.name)) == [option.name for option in game.options]


@pytest.mark.parametrize(
    ("language", "turn", "falls"),
    [
        ("it", "Il Bianco (", "rosso"),
        ("hu", "A fehér (", "piros"),
        ("ro", "Albul (", "roșu"),
        ("de", "Weiß (", "rot"),
    ],
)
def test_a_side_begins_a_sentence_as_its_language_has_it_and_a_fall_shows_a_colour(language, turn, falls):
    narrator = Narrator(Catalogue(language))
    told = list(narrator.turn(carnac.parse("carnac medium 28 r w2 c3rr?")))
    assert told[0].startswith(turn)
    assert f" {falls}" in told[1]
