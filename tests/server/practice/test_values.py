"""Training as values: ratings, spaced repetition, streaks, daily puzzles, what comes next, storms."""

from __future__ import annotations

import random
from datetime import date

import pytest

from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice import daily
from stonefield.puzzles.practice.attempt import BEGINNER, decided, has_moved, unrated
from stonefield.puzzles.practice.choosing import NEAREST, fresh, nearest
from stonefield.puzzles.practice.rating_index import RatingIndex
from stonefield.puzzles.practice.schedule import scheduled
from stonefield.puzzles.practice.storm import LASTS_MS, PENALTY_MS, Storm
from stonefield.puzzles.practice.streak import DAY_MS, Streak, day_of
from stonefield.ratings.glicko import NARROWEST, Rating
from stonefield.server.practice.game_shelf import GameShelf

NOON = 20_000 * DAY_MS + DAY_MS // 2


# Ratings


def test_an_attempt_moves_both_and_the_uncertain_one_more():
    learner, puzzle = decided(BEGINNER, unrated(1200), right=True, days=0)
    assert learner.rating > 1300
    assert 1150 < puzzle.rating < 1200
    lost, harder = decided(BEGINNER, unrated(1200), right=False, days=0)
    assert lost.rating < 1100
    assert harder.rating > 1200


def test_a_learner_of_known_strength_is_found():
    chance = random.Random(1)
    learner, strength = BEGINNER, 1700.0
    for _ in range(150):
        puzzle = unrated(learner.rating + chance.uniform(-200, 200))
        right = chance.random() < 1 / (1 + 10 ** ((puzzle.rating - strength) / 400))
        learner, _ = decided(learner, puzzle, right=right, days=0)
    assert abs(learner.rating - strength) < 150
    assert NARROWEST <= learner.deviation < 100


def test_a_right_guess_among_three_earns_less_and_a_wrong_one_costs_more():
    solver, puzzle = Rating(1500, 100), unrated(1500)
    sure, _ = decided(solver, puzzle, right=True, days=0)
    lucky, _ = decided(solver, puzzle, right=True, days=0, guess=1 / 3)
    assert (lucky.rating - 1500) / (sure.rating - 1500) == pytest.approx(2 / 3, abs=0.02)
    missed, _ = decided(solver, puzzle, right=False, days=0)
    careless, harder = decided(solver, puzzle, right=False, days=0, guess=1 / 3)
    assert careless.rating < missed.rating < 1500
    assert harder.rating > 1500


@pytest.mark.parametrize("guess", [0.0, 1 / 3])
def test_guessing_moves_no_rating_in_the_long_run(guess):
    chance = random.Random(2)
    learner, strength, ratings = BEGINNER, 1200.0, []
    for _ in range(900):
        puzzle = unrated(learner.rating + chance.uniform(-200, 200))
        knows = chance.random() < 1 / (1 + 10 ** ((puzzle.rating - strength) / 400))
        right = knows or chance.random() < guess
        learner, _ = decided(learner, puzzle, right=right, days=0, guess=guess)
        ratings.append(learner.rating)
    assert abs(sum(ratings[300:]) / len(ratings[300:]) - strength) < 60


def test_a_rating_that_people_have_moved_is_told_from_one_that_a_version_began_with():
    for start in (unrated(600), unrated(1234, 250)):
        assert not has_moved(start)
        assert has_moved(decided(BEGINNER, start, right=True, days=0)[1])


# Spaced repetition


def test_a_missed_puzzle_comes_back_soon_then_later_and_later():
    card = scheduled(None, right=False, now=NOON)
    assert card.due - NOON == 600_000
    gaps = []
    for _ in range(4):
        now = card.due
        card = scheduled(card.state, right=True, now=now)
        gaps.append(card.due - now)
    assert gaps == sorted(gaps)
    assert gaps[0] >= DAY_MS
    assert gaps[-1] > 7 * DAY_MS
    again = scheduled(card.state, right=False, now=card.due)
    assert again.due - card.due == 600_000


def test_what_a_card_remembers_can_be_written_down():
    import json

    card = scheduled(None, right=False, now=NOON)
    state = json.loads(json.dumps(dict(card.state)))
    assert scheduled(state, right=True, now=card.due) == scheduled(card.state, right=True, now=card.due)


# Streaks


def test_a_streak_goes_on_day_by_day_and_ends_after_a_day_without():
    streak = Streak()
    for day in (10, 11, 11, 12):
        streak = streak.solved(day)
    assert streak == Streak(3, 3, 12)
    assert (streak.on(12), streak.on(13), streak.on(14)) == (3, 3, 0)
    assert streak.solved(14) == Streak(1, 3, 14)
    assert streak.solved(5) == streak, "clocks that go back take nothing away"


# Daily puzzles

NAMES = [f"{number:08x}" for number in range(500)]


def test_a_day_has_the_same_puzzle_whatever_the_order_of_the_file():
    day = day_of(NOON)
    assert daily.choose(NAMES, day) == daily.choose(NAMES[::-1], day)


def test_no_puzzle_comes_twice_in_a_year():
    first = (date(2027, 1, 1) - date(1970, 1, 1)).days
    shown = [daily.choose(NAMES, first + number) for number in range(365)]
    assert len(set(shown)) == 365
    assert list(daily.days_of_year(first + 99)) == list(range(first, first + 365))
    assert daily.date_of(first) == date(2027, 1, 1)


def test_what_was_shown_already_is_passed_over_while_there_are_others():
    day = day_of(NOON)
    usual = daily.choose(NAMES, day)
    assert daily.choose(NAMES, day, {usual}) not in (usual,)
    assert daily.choose(["only"], day, {"only"}) == "only"


def candidate(name, rating, beauty=50, family=""):
    return daily.Candidate(name, rating, beauty, family or name)


def test_the_daily_puzzle_is_neither_very_easy_nor_very_hard_if_there_is_one():
    easy, fit, hard = candidate("a", 600), candidate("b", 1200), candidate("c", 2400)
    assert daily.fit_for_all([easy, fit, hard]) == ["b"]
    assert daily.fit_for_all([easy, hard]) == ["a", "c"]


def test_a_newcomers_puzzle_is_easy_and_short_on_the_smallest_board():
    def small(name, rating, area=40, length=1, beauty=10):
        return daily.Candidate(name, rating, beauty, name, area, length)

    fit, plain = small("a", 900), small("b", 1000, beauty=5)
    others = [small("c", 1300), small("d", 900, area=70), small("e", 900, length=3)]
    assert daily.fit_for_newcomers([plain, *others, fit]) == ["a", "b"]
    assert daily.fit_for_newcomers(others) == ["e"], "without any, the easiest on that board"


def test_the_daily_puzzles_are_the_most_beautiful_ones_of_each_family():
    plain = [candidate(f"p{nth}", 1200, 20) for nth in range(daily.POOL)]
    twins = [candidate("twin", 1200, 90, "f"), candidate("other twin", 1200, 95, "f")]
    found = daily.fit_for_all([*plain, *twins])
    assert len(found) == daily.POOL
    assert found[0] == "other twin"
    assert "twin" not in found
    assert daily.fit_for_all(twins) == ["other twin", "twin"]


def test_daily_puzzles_of_one_family_are_days_apart():
    families = {name: f"f{int(name, 16) % 200}" for name in NAMES}
    first = (date(2027, 1, 1) - date(1970, 1, 1)).days
    shown = [daily.choose(NAMES, first + number, (), families) for number in range(365)]
    assert len(set(shown)) == 365
    for nth, name in enumerate(shown):
        near = shown[max(0, nth - daily.APART) : nth]
        assert families[name] not in {families[other] for other in near}
    usual = daily.choose(NAMES, first, (), families)
    assert daily.choose(NAMES, first, (), families, {families[usual]}) != usual


# What comes next


def test_the_next_puzzle_is_near_and_new():
    ratings = RatingIndex({f"p{rating}": float(rating) for rating in range(600, 2400, 10)})
    tried = [f"p{rating}" for rating in range(1400, 1600, 10)]
    chance = random.Random(1)
    found = {fresh(ratings, tried, {"p1390"}, 1500, chance) for _ in range(400)}
    assert not found & {*tried, "p1390"}
    assert len(found) == NEAREST
    assert all(abs(ratings[name] - 1500) <= 180 for name in found)


def test_one_that_rests_comes_only_where_nothing_else_is_left():
    ratings = RatingIndex({"a": 1.0, "b": 2.0, "c": 3.0})
    chance = random.Random(1)
    found = {fresh(ratings, ["c"], (), 2, chance, lambda name: name == "a") for _ in range(50)}
    assert found == {"b"}
    assert fresh(ratings, ["b", "c"], (), 2, chance, lambda name: True) == "a"


def test_after_all_of_them_those_tried_longest_ago_come_again():
    ratings = RatingIndex({"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0})
    chance = random.Random(1)
    found = {fresh(ratings, ["d", "b", "a", "c"], (), 2, chance) for _ in range(50)}
    assert found == {"d", "b"}
    assert fresh(RatingIndex({}), [], (), 2, chance) is None
    assert nearest([], chance) is None


def test_an_index_stays_in_the_order_of_ratings_while_they_change():
    chance = random.Random(1)
    ratings = {f"p{number}": float(chance.randrange(600, 700)) for number in range(80)}
    index = RatingIndex(ratings)
    for _ in range(300):
        name = chance.choice(list(ratings))
        ratings[name] = chance.choice([*ratings.values(), chance.uniform(500, 800)])
        index.move(name, ratings[name])
        wanted = chance.uniform(450, 850)
        found = list(index.near(wanted))
        assert sorted(found) == sorted(ratings)
        distances = [abs(ratings[name] - wanted) for name in found]
        assert distances == sorted(distances)
        assert (index.lowest, index.highest) == (min(ratings.values()), max(ratings.values()))
    assert "p1" in index
    assert "q1" not in index


def test_the_shelf_of_a_game_knows_its_easiest_and_hardest_puzzle_at_any_time():
    line = ("a1",)
    puzzles = [Puzzle(f"g b {n}", result, line, themes, 50) for n, (result, themes) in enumerate(SHELF)]
    ratings = {one.name: 1500.0 for one in puzzles}
    shelf = GameShelf("g", {one.name: one for one in puzzles}, ratings, {"b": 40})
    shelf.move(puzzles[0], 900.4)
    shelf.move(puzzles[2], 2000.0)
    found = shelf.view()
    assert (found["puzzles"], found["lowest"], found["highest"]) == (3, 900, 2000)
    assert found["themes"] == [{"theme": "fork", "puzzles": 2}, {"theme": "path", "puzzles": 1}]
    assert next(shelf.themes["fork"].near(0)) == puzzles[0].name
    assert list(shelf.endgames.near(3000)) == [puzzles[1].name, puzzles[0].name]


SHELF = [("win", ("fork",)), ("draw", ("fork", "path")), ("hold", ())]


# Storms


def test_a_storm_counts_and_a_wrong_try_takes_time_off():
    storm = Storm("s", "carnac", None, LASTS_MS, "a")
    began = storm.wanted
    storm = storm.went_on(("x", "y"))
    assert (storm.line, storm.combo, storm.solved) == (("x", "y"), 1, 0)
    storm = storm.ended(right=True)
    assert (storm.line, storm.combo, storm.solved, storm.seen) == ((), 2, 1, {"a"})
    assert storm.wanted > began
    storm = storm.ended(right=False)
    assert (storm.combo, storm.missed, storm.ends) == (0, 1, LASTS_MS - PENALTY_MS)
    assert not storm.is_over(storm.ends - 1)
    assert storm.is_over(storm.ends)
