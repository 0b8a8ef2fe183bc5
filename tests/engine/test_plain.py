"""The players that know a game only by its rules."""

from __future__ import annotations

import threading

import pytest

from stonefield.engine import Limits, Settings
from stonefield.engine.plain import GreedyThinker, PlainThinker, RandomThinker
from stonefield.games import caminos, carnac

STARTS = [carnac.start("5x4", stock=6), carnac.start("small", swap=True), caminos.start("square", players=4)]
THINKERS = [RandomThinker(), GreedyThinker(), PlainThinker()]
GREEDY = "carnac 5x4 6 r r1 a1rw,b1rw,d4ww"


def think(thinker, position, limits=None, **settings):
    settings = Settings(**{"seed": 1} | settings)
    return thinker.think(position, limits or Limits(nodes=10), settings, stop=threading.Event())


@pytest.mark.parametrize(
    "thinker", [RandomThinker(), GreedyThinker(), PlainThinker()], ids=lambda t: type(t).__name__
)
@pytest.mark.parametrize("start", STARTS, ids=str)
def test_they_play_any_game_by_its_rules(thinker, start):
    assert think(thinker, start).best in map(str, start.legal_moves())


@pytest.mark.parametrize(
    "thinker", [RandomThinker(), GreedyThinker(), PlainThinker()], ids=lambda t: type(t).__name__
)
def test_a_seed_makes_them_repeat_themselves(thinker):
    start = carnac.start("small")
    assert len({think(thinker, start, seed=4).best for _ in range(3)}) == 1


def test_the_greedy_player_builds_a_dolmen_when_it_can():
    position = carnac.parse(GREEDY)
    assert position.score("red") == 0
    assert position.play(think(GreedyThinker(), position).best).score("red") == 1


def test_the_greedy_player_wins_at_once_when_it_can():
    position = carnac.parse(GREEDY.replace("5x4 6", "5x4 4"))
    assert position.play(think(GreedyThinker(), position).best).outcome.winner == "red"


def test_random_games_find_the_only_move_that_wins():
    position = carnac.parse(GREEDY.replace("5x4 6", "5x4 4"))
    thought = think(PlainThinker(), position, Limits(nodes=2000))
    assert position.play(thought.best).outcome.winner == "red"
    assert thought.lines[0].win_rate == 1.0


def test_as_many_lines_as_asked_for_best_first():
    thought = think(PlainThinker(), carnac.start("5x4", stock=6), Limits(nodes=300), multipv=5)
    visits = [line.visits for line in thought.lines]
    assert len(visits) == 5
    assert visits == sorted(visits, reverse=True)


def test_a_stopped_search_still_has_a_move():
    stop = threading.Event()
    stop.set()
    start = carnac.start("5x4")
    thought = PlainThinker().think(start, Limits(infinite=True), Settings(), stop=stop)
    assert thought.best in map(str, start.legal_moves())


def test_a_short_clock_is_not_overspent():
    thought = think(PlainThinker(), carnac.start("small"), Limits(clock=1.0, increment=0.1))
    assert thought.nodes > 0


def test_what_it_thinks_is_reported_while_it_thinks():
    heard = []
    PlainThinker().think(
        carnac.start("3x3", stock=3),
        Limits(movetime=0.7),
        Settings(),
        stop=threading.Event(),
        report=heard.append,
    )
    assert heard
