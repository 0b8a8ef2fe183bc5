"""The engine without compiled code decides as the compiled one does, and plays until that is there."""

from __future__ import annotations

import random
import threading

import pytest

from stonefield import caminos, carnac
from stonefield.engine.game_engine import engine_for, levelled_thinker_for
from stonefield.engine.interpreted import InterpretedThinker, can_be_interpreted
from stonefield.engine.levels import LEVELS
from stonefield.engine.thinker import Limits, Settings

STARTS = [
    carnac.start("small"),
    carnac.start("large"),
    carnac.start("small", swap=True),
    carnac.start("5x4", stock=8, final_tilt=True),
    caminos.start(),
    caminos.start("torus", players=4, points=True),
]


@pytest.fixture(scope="module")
def interpreted():
    made = InterpretedThinker(most_seconds=600.0)
    yield made
    made.close()


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_it_decides_as_the_compiled_engine(interpreted, start):
    chance = random.Random(3)
    line = [start]
    while not line[-1].is_over:
        line.append(line[-1].play(chance.choice(line[-1].legal_moves())))
    compiled = levelled_thinker_for(start.game.name)
    for position in (start, line[len(line) // 2], line[-2]):
        settings = Settings(level=4, seed=5)
        thoughts = [
            one.think(position, Limits(nodes=20), settings, stop=threading.Event())
            for one in (compiled, interpreted)
        ]
        lines = [[(line.moves, line.proven) for line in thought.lines] for thought in thoughts]
        assert lines[0] == lines[1]
        # It looks at the clock more often, so it ends sooner where the result is certain.
        if thoughts[0].lines[0].proven is None:
            assert thoughts[0].nodes == thoughts[1].nodes
            assert [line.visits for line in thoughts[0].lines] == [line.visits for line in thoughts[1].lines]


def test_the_levels_a_newcomer_chooses_need_no_compiled_code():
    for game in ("carnac", "caminos"):
        levels = engine_for(game).levels
        assert [level for level in LEVELS if can_be_interpreted(levels[level - 1])] == [1, 2, 3, 4, 5]


def test_it_stops_when_told_to(interpreted):
    stop = threading.Event()
    stop.set()
    thought = interpreted.think(caminos.start(), Limits(), Settings(level=5, seed=1), stop=stop)
    assert thought.nodes < 150


def test_it_answers_with_fewer_nodes_when_its_time_is_up():
    hurried = InterpretedThinker(most_seconds=0.001)
    thought = hurried.think(caminos.start(), Limits(), Settings(level=5, seed=1), stop=threading.Event())
    hurried.close()
    assert thought.nodes < 150
    assert thought.best in map(str, caminos.start().legal_moves())
