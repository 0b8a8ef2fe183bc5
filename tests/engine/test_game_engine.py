"""Each game has its own engine; any other game gets the plain one."""

from __future__ import annotations

import pytest

from stonefield.engine.game_engine import engine_for, thinker_for
from stonefield.engine.levels import LEVELS, PLAIN_LEVELS
from stonefield.engine.plain import PlainThinker
from stonefield.games import games


def test_a_game_that_brings_no_engine_is_played_by_the_plain_one():
    assert isinstance(thinker_for("unheard-of"), PlainThinker)
    assert engine_for("unheard-of").levels == PLAIN_LEVELS
    assert engine_for("unheard-of").solver() is None
    assert not engine_for("unheard-of").parts


@pytest.mark.parametrize("game", [game.name for game in games()])
def test_every_engine_has_as_many_levels_as_there_are_numbers(game):
    assert len(engine_for(game).levels) == len(LEVELS)
