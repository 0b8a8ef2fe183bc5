"""Which games tell how strong somebody is, and what they tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stonefield.games import carnac
from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.agreement import Agreement, Seat
from stonefield.server.domain.game.event import Moved, Resigned, TimeUp
from stonefield.server.domain.game.rated import Result, opponent_in, result_of

from .tables import ANN, BEN, ENGINE, OPEN, SAME, act, happen, table_of

USUAL = Agreement(id="g", created=1, rules="carnac", options={"board": "medium"}, seats=(ANN, ENGINE))


def test_one_person_against_one_level_from_the_usual_start_can_count():
    assert opponent_in(USUAL) == 3
    between = replace(USUAL, seats=(Seat("engine", level=4.5), ANN))
    assert opponent_in(between) == 4.5


@pytest.mark.parametrize("options", [{"board": "small"}, {"board": "large", "first": "white", "swap": True}])
def test_any_built_in_board_will_do_whoever_begins(options):
    assert opponent_in(replace(USUAL, options=options)) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"seats": (ANN, BEN)},
        {"seats": (ANN, SAME)},
        {"seats": (OPEN, ENGINE)},
        {"seats": (ENGINE, ENGINE)},
        {"start": str(carnac.start().play("c4rw"))},
        {"imported": True},
        {"options": {"board": "5x4"}},
        {"options": {"board": "medium", "stock": 20}},
        {"options": {"board": "medium", "final_tilt": True}},
        {"rules": "caminos", "options": {"points": True}},
        {"rules": "caminos", "options": {"players": 4}, "seats": (ANN, ENGINE, ENGINE, ENGINE)},
    ],
    ids=lambda change: " ".join(change),
)
def test_all_others_cannot(change):
    assert opponent_in(replace(USUAL, **change)) is None


def played(*, seats=(ANN, ENGINE), decisions: int = 3):
    """A game in which the person has decided so often, and the engine in between."""
    table = table_of(*seats)
    person = seats.index(ANN)
    while sum(move.seat == person for move in table.moves) < decisions:
        move = str(table.position.legal_moves()[0])
        happen(table, Moved(move), table.decider)
    return table


def test_who_resigns_or_runs_out_of_time_has_lost():
    table = played()
    assert result_of(table, Change(Resigned(), 0)) == Result(0.0)
    assert result_of(table, Change(TimeUp(), 0)) == Result(0.0)
    assert result_of(table, Change(TimeUp(), 1)) == Result(1.0)
    assert result_of(played(seats=(ENGINE, ANN)), Change(Resigned(), 1)) == Result(0.0)


@pytest.mark.parametrize("seats", [(ANN, ENGINE), (ENGINE, ANN)])
def test_on_the_board_the_winner_is_whoever_owns_the_winning_colour(seats):
    table = played(seats=seats, decisions=3)
    position = table.position
    while not position.is_over:
        last = str(position.legal_moves()[0])
        before, position = position, position.play(last)
    outcome = position.outcome
    seat = table.seat_of(before.player)
    score = result_of(table, Change(Moved(last), seat, position)).score
    mine = position.colour_of(table.players[seats.index(ANN)])
    assert score == (0.5 if outcome.winner is None else float(outcome.winner == mine))


def test_a_game_in_which_something_was_taken_back_tells_nothing():
    table = played()
    act(table, 0, "undo")
    assert result_of(table, Change(Resigned(), 0)) == Result(None, "takeback")


def test_nor_does_one_that_was_hardly_played():
    assert result_of(played(decisions=2), Change(Resigned(), 0)) == Result(None, "short")


def test_a_game_with_the_coach_counts_unless_something_is_taken_back():
    assert opponent_in(replace(USUAL, coach="blunders")) == 3
