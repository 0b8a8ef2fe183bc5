"""The ten levels: fixed work, the same answer under a seed, and from 3 up an eye for the end of a game."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pytest

from stonefield.engine import Candidate, Limits, Settings, Thought
from stonefield.engine.game_engine import engine_for, levelled_thinker_for
from stonefield.engine.levels import LEVELS, PLAIN_LEVELS, Levelled, mixed, read_level, searches_at
from stonefield.games import InvalidOption, carnac

START = carnac.start("small")
CARNAC = engine_for("carnac").levels


@dataclass
class Opinionated:
    """A thinker whose opinion is given beforehand, and that keeps what it was asked."""

    lines: tuple[Candidate, ...]
    sees_end: bool = False
    asked: list[tuple[Limits, Settings]] = field(default_factory=list)

    def think(self, position, limits, settings, *, stop, report=None):
        self.asked.append((limits, settings))
        thought = Thought(1, 1, 0.0, self.lines[: settings.multipv], self.sees_end)
        if report:
            report(thought)
        return thought

    def forget(self):
        pass

    def warm_up(self, position):
        pass


def answers(lines, level, count=200, *, sees_end=False):
    thinker = Levelled(Opinionated(lines, sees_end), CARNAC)
    stop = threading.Event()
    return [
        thinker.think(START, Limits(), Settings(level=level, seed=seed), stop=stop).best
        for seed in range(count)
    ]


def test_there_are_ten():
    assert list(LEVELS) == list(range(1, 11))


@pytest.mark.parametrize("number", [0, 11, -1, 0.9, 10.1, 4.55, float("nan"), float("inf")])
def test_any_other_level_is_refused(number):
    with pytest.raises(InvalidOption, match="1 to 10"):
        answers((), number, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_nodes_on_one_thread(level):
    inner = Opinionated((Candidate(("a1rr",), 0.5, 0.0, 1),))
    Levelled(inner, CARNAC).think(START, Limits(movetime=9), Settings(level=level), stop=threading.Event())
    limits, settings = inner.asked[0]
    assert limits.nodes == CARNAC[level - 1].nodes
    assert settings.threads == 1


@pytest.mark.parametrize("level", LEVELS)
def test_where_the_network_cannot_lead_the_levels_are_the_plain_ones(level):
    inner = Opinionated((Candidate(("a1rr",), 0.5, 0.0, 1),))
    thinker = Levelled(inner, CARNAC, lambda position: position != START)
    thinker.think(START, Limits(), Settings(level=level), stop=threading.Event())
    limits, settings = inner.asked[0]
    assert limits.nodes == PLAIN_LEVELS[level - 1].nodes
    assert not settings.network


def test_a_level_between_two_mixes_their_decisions_as_often_as_its_fraction_says():
    inner = Opinionated((Candidate(("a1rr",), 0.5, 0.0, 1),))
    thinker = Levelled(inner, CARNAC)
    for seed in range(1000):
        thinker.think(START, Limits(), Settings(level=5.3, seed=seed), stop=threading.Event())
    nodes = [limits.nodes for limits, _ in inner.asked]
    assert set(nodes) == {CARNAC[4].nodes, CARNAC[5].nodes}
    assert 250 < nodes.count(CARNAC[5].nodes) < 350


def test_a_mixed_decision_is_the_very_one_that_one_of_the_two_levels_makes():
    lines = (Candidate(("a1rr",), 0.9, 0.0, 1), Candidate(("a2rr",), 0.1, 0.0, 1))
    lower, between, upper = (answers(lines, level) for level in (1, 1.5, 2))
    assert all(move in (one, other) for one, move, other in zip(lower, between, upper, strict=True))
    assert between not in (lower, upper)
    assert between == answers(lines, 1.5)


def test_without_a_seed_chance_mixes_anew():
    inner = Opinionated((Candidate(("a1rr",), 0.5, 0.0, 1),))
    thinker = Levelled(inner, CARNAC)
    for _ in range(60):
        thinker.think(START, Limits(), Settings(level=9.5), stop=threading.Event())
    assert {limits.nodes for limits, _ in inner.asked} == {CARNAC[8].nodes, CARNAC[9].nodes}


def test_a_whole_level_is_itself_and_is_written_as_one():
    assert [mixed(level) for level in (1, 7.0, 7.1, 10)] == [(1,), (7,), (7, 8), (10,)]
    assert [str(read_level(text)) for text in ("1", "4.0", "4.5", "10.0")] == ["1", "4", "4.5", "10"]


@pytest.mark.parametrize(
    "text", ["", "x", "4.", ".5", "4,5", "4.55", "1e1", "1_0", "0", "10.1", "nan", "\u0664"]
)
def test_a_text_that_names_no_level_is_refused(text):
    with pytest.raises(InvalidOption, match=r"1 to 10, and tenths between them such as 4\.5"):
        read_level(text)


def test_only_between_a_search_and_a_network_are_there_two_kinds_of_searches_to_prepare():
    def networks(level):
        return [search.network for search in searches_at(CARNAC, Settings(level=level))]

    assert [networks(level) for level in (7, 7.5, 8, 9.5)] == [[False], [False, True], [True], [True]]


def test_fewer_nodes_than_a_level_has_may_be_asked_for():
    inner = Opinionated((Candidate(("a1rr",), 0.5, 0.0, 1),))
    Levelled(inner, CARNAC).think(START, Limits(nodes=2), Settings(level=10), stop=threading.Event())
    assert inner.asked[0][0].nodes == 2


def test_without_a_level_nothing_is_changed():
    inner = Opinionated((Candidate(("a1rr",), 0.5, 0.0, 1),))
    limits, settings = Limits(movetime=9), Settings(threads=2, seed=3)
    Levelled(inner, CARNAC).think(START, limits, settings, stop=threading.Event())
    assert inner.asked == [(limits, settings)]


@pytest.mark.parametrize("level", [level for level in LEVELS if level >= 3])
def test_from_level_3_up_no_carelessness_comes_between_a_proven_end_and_the_best_move(level):
    lines = (Candidate(("a1rr",), 0.1, 0.0, 1),)
    assert set(answers(lines, level, sees_end=True)) == {"a1rr"}


def test_level_1_plays_in_many_places():
    lines = (Candidate(("a1rr",), 0.9, 0.0, 1), Candidate(("a2rr",), 0.1, 0.0, 1))
    assert len(set(answers(lines, 1))) > 40


def test_the_top_level_plays_the_best_line():
    lines = (Candidate(("a1rr",), 0.51, 0.0, 1), Candidate(("a2rr",), 0.5, 0.0, 1))
    assert set(answers(lines, 10)) == {"a1rr"}


def test_a_person_sees_only_as_many_lines_as_asked_for():
    lines = tuple(Candidate((str(move),), 0.5, 0.0, 1) for move in START.legal_moves()[:10])
    heard = []
    settings = Settings(level=3, multipv=2)
    thought = Levelled(Opinionated(lines), CARNAC).think(
        START, Limits(), settings, stop=threading.Event(), report=heard.append
    )
    assert len(thought.lines) == len(heard[0].lines) == 2


@pytest.mark.parametrize("level", [1, 3, 6, 9])
def test_with_a_seed_a_level_thinks_the_same_whatever_it_did_before(level):
    settings, stop = Settings(level=level, seed=11), threading.Event()
    position = carnac.start("small").play("c4rw")
    thinker = levelled_thinker_for("carnac")
    first = thinker.think(position, Limits(), settings, stop=stop)
    thinker.think(position.play(first.best), Limits(), settings, stop=stop)
    thinker.think(carnac.start("small"), Limits(), settings, stop=stop)
    again = thinker.think(position, Limits(), settings, stop=stop)
    fresh = levelled_thinker_for("carnac").think(position, Limits(), settings, stop=stop)
    assert first.lines == again.lines == fresh.lines
