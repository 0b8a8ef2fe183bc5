"""What the page says of each level (`level.1.text` …) is true: what it sees, and what it overlooks."""

from __future__ import annotations

import random
import threading
from itertools import islice

import pytest

from stonefield import caminos, carnac
from stonefield.engine import Candidate, Limits, Settings
from stonefield.engine.game_engine import engine_for, levelled_thinker_for
from stonefield.engine.levels import LEVELS, PLAIN_LEVELS
from stonefield.engine.sides import result_for, side_to_decide
from stonefield.engine.sight import HANDFUL, noticed, place_of
from stonefield.puzzles import shipped

from .test_levels import START, Levelled, Opinionated

GAMES = {"carnac": carnac, "caminos": caminos}
SETS = [engine_for(game).levels for game in GAMES] + [PLAIN_LEVELS]
SMALL_TREE = 16


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def thinker(game):
    return levelled_thinker_for(game)


def plays(thinker, position, level, seed=1):
    settings = Settings(threads=1, hash_mb=SMALL_TREE, level=level, seed=seed)
    return thinker.think(position, Limits(), settings, stop=threading.Event()).best


def random_game(game, seed, **options):
    chance, line = random.Random(seed), [GAMES[game].start(**options)]
    while not line[-1].is_over:
        line.append(line[-1].play(chance.choice(line[-1].legal_moves())))
    return line[:-1]


def wins_at_once(position):
    side = side_to_decide(position)
    after = ((str(move), position.play(move)) for move in position.legal_moves())
    return {move for move, then in after if then.is_over and result_for(then, side) == 1}


def ends_of_games(game):
    """Positions with a win in one, and positions where only some decisions stop one; with what is right."""
    if game == "caminos":
        puzzles = [one for one in shipped() if one.game == game]
        won = [one.start for one in puzzles if "win-in-one" in one.themes][::60]
        stopped = [(one.start, {one.line[0]}) for one in puzzles if one.result == "hold"][::20]
        return [(position, wins_at_once(position)) for position in won], stopped
    wins, stops = [], []
    for seed in range(24):
        for position in random_game("carnac", seed, board="small", stock=12)[-3:]:
            moves = set(map(str, position.legal_moves()))
            if won := wins_at_once(position):
                wins.append((position, won))
            elif 0 < len(right := moves - lost_at_once(position)) < len(moves):
                stops.append((position, right))
    return wins, stops


def lost_at_once(position):
    """The decisions after which the opponent wins with the next one, or has won."""
    side = side_to_decide(position)

    def lets_win(after):
        if after.is_over:
            return result_for(after, side) == 0
        return side_to_decide(after) != side and bool(wins_at_once(after))

    return {str(move) for move in position.legal_moves() if lets_win(position.play(move))}


@pytest.fixture(scope="module")
def ends(game):
    wins, stops = ends_of_games(game)
    assert len(wins) >= 5
    assert len(stops) >= 3
    return wins, stops


@pytest.mark.parametrize("level", [1, 2])
def test_levels_1_and_2_play_what_builds_most_in_some_place(game, thinker, level):
    for nth, position in enumerate(islice(random_game(game, 5), 3, None, 7)):
        gains = dict(zip(map(str, position.legal_moves()), engine_for(game).own_gains(position), strict=True))
        move = plays(thinker, position, level, seed=nth)
        beside = [gain for other, gain in gains.items() if place_of(other) == place_of(move)]
        assert gains[move] == max(beside) or move in wins_at_once(position)


def test_level_1_never_looks_at_what_its_search_found():
    move = str(START.legal_moves()[9])
    believed = [(), (Candidate((move,), 1.0, 9.0, 99, "win"),)]
    for seed in range(30):
        played = set()
        for lines in believed:
            inner = Opinionated((*lines, Candidate(("a1rr",), 0.1, 0.0, 1)), sees_end=bool(lines))
            one = Levelled(inner, SETS[0], own_gains=engine_for("carnac").own_gains)
            played.add(plays(one, START, 1, seed))
        assert len(played) == 1


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_from_level_2_up_every_win_in_one_is_taken(ends, thinker, level):
    for position, right in ends[0]:
        assert plays(thinker, position, level) in right, str(position)


@pytest.mark.parametrize("level", [3, 4, 5])
def test_from_level_3_up_the_opponent_s_win_in_one_is_stopped(ends, thinker, level):
    settings, stopped = Settings(threads=1, hash_mb=SMALL_TREE, level=level, seed=1), 0
    for position, right in ends[1]:
        thought = thinker.think(position, Limits(), settings, stop=threading.Event())
        if thought.lines[0].proven == "loss":
            continue  # Whatever stops it now, the game is lost.
        assert thought.best in right, str(position)
        stopped += 1
    assert stopped >= 3


def test_level_2_often_overlooks_the_reply(ends, thinker):
    assert any(plays(thinker, position, 2) not in right for position, right in ends[1])


def test_what_each_level_overlooks_is_what_its_sentence_says():
    for levels in SETS:
        overlooked = [level.overlooks for level in levels]
        assert overlooked[0] >= 0.9
        assert overlooked[1] > 0.5
        assert overlooked[2] > 0.5
        assert 0 < overlooked[3] <= 0.5
        assert not any(overlooked[4:])
        assert [level.builds for level in levels] == [True, True] + [False] * 8


def test_level_7_calculates_several_times_as_much_as_level_6():
    assert all(levels[6].nodes > 2 * levels[5].nodes for levels in SETS)


def test_from_level_8_up_the_network_judges():
    for levels in SETS[:2]:
        assert [level for level in LEVELS if levels[level - 1].network] == [8, 9, 10]
        assert levels[7].nodes < levels[8].nodes < levels[9].nodes


def test_a_share_of_the_places_is_overlooked_and_never_all():
    moves = [f"{file}{rank}{way}" for file in "abcdefgh" for rank in range(1, 9) for way in "xyz"]
    chance = random.Random(1)
    for share in (0.0, 0.3, 0.95):
        seen = [noticed(moves, share, chance) for _ in range(100)]
        places = [{place_of(move) for move in some} for some in seen]
        assert all(len(some) == 3 * len(where) for some, where in zip(seen, places, strict=True))
        mean = sum(map(len, places)) / len(places)
        assert abs(mean - 64 * (1 - share)) < 2
    assert all(noticed(moves, 1.0, chance) for _ in range(10))


def test_a_level_that_looks_ahead_looks_at_each_of_a_handful_of_answers():
    waiting = START.play("c3rw")
    answers = [str(move) for move in waiting.legal_moves()]
    assert len(answers) == HANDFUL
    for level in (3, 4):
        for best in answers:
            lines = (Candidate((best,), 0.5, 0.0, 1),)
            assert plays(Levelled(Opinionated(lines), SETS[0]), waiting, level) == best
