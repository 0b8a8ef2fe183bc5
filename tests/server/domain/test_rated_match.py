"""Rated games: which games can be rated, what is refused in them, and what they say in the end."""

from __future__ import annotations

import dataclasses

import pytest

from stonefield.server.domain.game.actions import Change
from stonefield.server.domain.game.agreement import Agreement
from stonefield.server.domain.game.event import Drawn, Moved, Resigned, TimeUp
from stonefield.server.domain.game.permissions import may_be_advised, may_delete, may_have_hint
from stonefield.server.domain.game.rated_match import check_ratable, pool_of, result_of_match
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.problems import Refusal

from .tables import ANN, BEN, ENGINE, OPEN, SAME, act, happen, refused, table_of

MOVES = ("a1ww", "b1ww", "c1ww", "d1ww", "e1ww", "a2ww")


def rated(*seats, **more) -> Table:
    return table_of(*seats, clock=(300, 0), rated=True, **more)


def usual(*seats, **more) -> Agreement:
    fields = {"rules": "carnac", "options": {"board": "small"}, "clock_seconds": 300, "rated": True, **more}
    return Agreement(id="g", created=1_000, seats=seats, **fields)


def played(table: Table, decisions: int) -> Table:
    """Both place and leave standing what the other has placed."""
    holders = {seat: there.holder for seat, there in enumerate(table.seats)}
    squares = iter(MOVES)
    while len(table.moves) < decisions:
        text = "-" if table.position.phase == "answer" else next(squares)
        holder = holders[table.decider]
        if holder is None:
            happen(table, Moved(text), table.decider)
        else:
            act(table, holder, "move", text=text)
    return table


@pytest.mark.parametrize("seats", [(ANN, BEN), (BEN, ANN), (ANN, OPEN), (ENGINE, ANN)])
def test_two_people_or_one_and_a_level_can_play_for_ratings(seats):
    check_ratable(usual(*seats))
    assert str(pool_of(usual(*seats))) == "carnac-live"


@pytest.mark.parametrize(
    ("seconds", "increment", "pace"),
    [
        (60, 0, "live"),
        (6 * 3600, 600, "live"),
        (10 * 24 * 3600, 0, "correspondence"),
        (3600, 36 * 3600, "correspondence"),
        (None, None, "correspondence"),
    ],
)
def test_the_clock_says_in_which_pool_a_game_counts(seconds, increment, pace):
    assert pool_of(usual(ANN, BEN, clock_seconds=seconds, clock_increment=increment)).pace == pace


@pytest.mark.parametrize(
    "agreement",
    [
        usual(ANN, SAME),
        usual(ENGINE, ENGINE),
        usual(OPEN, OPEN),
        usual(ANN, BEN, clock_seconds=None),
        usual(ANN, ENGINE, coach="blunders"),
        usual(ANN, BEN, options={"board": "5x4"}),
        usual(ANN, BEN, options={"board": "small", "stock": 10}),
        usual(ANN, BEN, start="carnac small 28 r w2 c3rw?,d4e4w"),
        usual(ANN, BEN, imported=True),
        usual(ANN, BEN, BEN, ANN, rules="caminos", options={"seats": 4}),
    ],
    ids=[
        "one screen",
        "engines",
        "nobody",
        "no clock",
        "coach",
        "free board",
        "stock",
        "set up",
        "import",
        "4",
    ],
)
def test_other_games_cannot_be_rated(agreement):
    with pytest.raises(Refusal) as caught:
        check_ratable(agreement)
    assert caught.value.code == "not_ratable"


@pytest.mark.parametrize("seats", [(ANN, BEN), (ANN, ENGINE)], ids=["person", "level"])
def test_no_engine_helps_and_nothing_is_taken_back_while_it_is_played(seats):
    table = played(rated(*seats), 4)
    for holder in (0, 1, None):
        assert may_be_advised(table, holder).code == "rated_game"
        assert may_have_hint(table, holder).code == "rated_game"
    if seats[1] is BEN:
        assert refused(table, 0, "offer", kind="takeback") == "rated_game"
    else:
        assert refused(table, 0, "undo") == "rated_game"
    act(table, 0, "resign")
    assert may_be_advised(table, 0) is None
    assert may_be_advised(table, None) is None


def test_a_rated_game_against_a_level_cannot_be_deleted_before_its_end():
    table = played(rated(ANN, ENGINE), 2)
    assert may_delete(table, 0).code == "rated_game"
    act(table, 0, "resign")
    assert may_delete(table, 0) is None
    assert may_delete(rated(ANN, OPEN), 0) is None


def test_a_rematch_is_rated_too():
    table = rated(ANN, BEN)
    again = table.agreement.rematch(table.seats, id="h", created=5)
    assert again.rated
    assert not dataclasses.replace(table.agreement, rated=False).rematch(table.seats, id="h", created=5).rated


@pytest.mark.parametrize(
    ("kind", "seat", "score"),
    [(Resigned(), 0, 0.0), (Resigned(), 1, 1.0), (TimeUp(), 1, 1.0), (TimeUp(), 0, 0.0), (Drawn(), 1, 0.5)],
)
def test_the_score_is_that_of_the_seat_that_began(kind, seat, score):
    table = played(rated(ANN, BEN), 9)
    found = result_of_match(table, Change(kind, seat))
    assert (found.score, found.reason) == (score, None)


def test_a_game_that_one_has_hardly_played_says_nothing():
    for decisions in range(5):
        table = played(rated(ANN, BEN), decisions)
        assert result_of_match(table, Change(TimeUp(), 0)).reason == "short"
    counts = [sum(move.seat == seat for move in table.moves) for seat in (0, 1)]
    assert min(counts) < 3


def test_an_end_on_the_board_goes_to_whoever_owns_the_winning_colour():
    table = rated(ANN, BEN)
    while table.ending is None:
        text = str(table.position.legal_moves()[0])
        change = act(table, table.seats[table.decider].holder, "move", text=text)
    winner = table.ending.winner
    expected = 0.5 if winner is None else float(winner == table.colour_of(0))
    assert result_of_match(table, change).score == expected
