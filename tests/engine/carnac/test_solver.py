"""The solver says what brute force over the plain rules says, and its lines keep what they promise."""

from __future__ import annotations

import random
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stonefield.engine.carnac import arrays
from stonefield.engine.carnac.solver import Solution, Solver, Unsolved, solve
from stonefield.games import carnac
from stonefield.games.carnac import Position


def final_score(position: Position) -> int:
    """For red: two a dolmen ahead; 1 or -1 for the larger dolmens at an equal count."""
    red, white = position.dolmens("red"), position.dolmens("white")
    return 2 * (len(red) - len(white)) or (red > white) - (red < white)


def brute_force(position: Position, known: dict[object, int]) -> int:
    """The score for red under best play, by trying everything."""
    key = (tuple(sorted(position.tops.items())), position.pending, position.stock, position.turn)
    if key not in known:
        if position.is_over:
            known[key] = final_score(position)
        else:
            best = max if position.turn == "red" else min
            known[key] = best(brute_force(position.play(move), known) for move in position.legal_moves())
    return known[key]


def endgames(board: str, count: int, stones: int, *, final_tilt: bool = False) -> list[Position]:
    """Positions from random games with so many megaliths left in the stockpile."""
    chance = random.Random(f"{board} {stones} {final_tilt}")
    found = []
    while len(found) < count:
        stock = chance.randint(stones, 12)
        position = carnac.start(
            board, stock=stock, first=chance.choice(("red", "white")), final_tilt=final_tilt
        )
        while not position.is_over and (position.stock > stones or chance.random() < 0.3):
            position = position.play(chance.choice(position.legal_moves()))
        if not position.is_over:
            found.append(position)
    return found


def as_score(solution: Solution, position: Position) -> int:
    sign = 1 if position.turn == "red" else -1
    narrow = {"win": 1, "draw": 0, "loss": -1}[solution.value]
    return sign * (2 * solution.margin or narrow)


def check(position: Position) -> None:
    solution = solve(position, table_mb=1)
    assert as_score(solution, position) == brute_force(position, {})
    after = position
    for move in solution.line:
        after = after.play(move)
    assert after.is_over
    assert final_score(after) == as_score(solution, position)


@pytest.mark.parametrize("final_tilt", [False, True])
@pytest.mark.parametrize(("board", "stones"), [("3x3", 1), ("4x3", 2), ("3x4", 2), ("3x3", 3), ("5x4", 1)])
def test_random_endgames_are_worth_what_brute_force_says(board, stones, final_tilt):
    for position in endgames(board, 12, stones, final_tilt=final_tilt):
        check(position)


@pytest.mark.full
@pytest.mark.parametrize("final_tilt", [False, True])
@pytest.mark.parametrize(
    ("board", "stones"),
    [("3x3", 2), ("3x3", 4), ("4x3", 3), ("3x5", 2), ("4x4", 2), ("5x4", 2), ("small", 1)],
)
def test_many_random_endgames_are_worth_what_brute_force_says(board, stones, final_tilt):
    for position in endgames(board, 120, stones, final_tilt=final_tilt):
        check(position)


@pytest.mark.parametrize("stock", [1, 2, 3])
def test_the_smallest_board_from_the_start(stock):
    for first in ("red", "white"):
        check(carnac.start("3x3", stock=stock, first=first))


def test_a_single_megalith_makes_no_dolmen():
    solution = solve(carnac.start("5x4", stock=1))
    assert (solution.value, solution.margin, solution.line) == ("draw", 0, ("a1rr",))


@settings(deadline=None)
@given(st.sampled_from(["3x3", "4x3", "3x4"]), st.integers(1, 2), st.integers(0, 10**6), st.booleans())
def test_every_goal_is_judged_as_brute_force_judges_it(board, stones, seed, final_tilt):
    chance = random.Random(seed)
    position = carnac.start(board, stock=chance.randint(stones, 7), final_tilt=final_tilt)
    while not position.is_over and (position.stock > stones or chance.random() < 0.3):
        position = position.play(chance.choice(position.legal_moves()))
    sign = 1 if position.turn == "red" else -1
    score = sign * brute_force(position, {})
    solver, state = Solver(position, table_mb=0.1), arrays.state_of(position)
    assert solver.result(state) == (score > 0) - (score < 0)
    for goal in range(-4, 6):
        bound = solver.reaches(state, goal)
        assert goal <= bound <= score if score >= goal else score <= bound < goal


def test_a_tiny_table_in_which_most_is_replaced_changes_no_answer():
    for position in endgames("4x3", 6, 4):
        state = arrays.state_of(position)
        large, tiny = Solver(position, table_mb=4), Solver(position, table_mb=0)
        assert large.exact_score(state) == tiny.exact_score(state)


@pytest.mark.full
def test_the_last_two_megaliths_of_a_whole_game():
    for position in endgames("small", 4, 2):
        check(position)


@pytest.mark.parametrize("final_tilt", [False, True])
@pytest.mark.parametrize("board", ["3x3", "4x3", "5x4"])
def test_a_stockpile_that_outlasts_the_board_is_judged_as_brute_force_judges_it(board, final_tilt):
    chance = random.Random(f"{board} {final_tilt}")
    for _ in range(4):
        position = carnac.start(board, stock=28, final_tilt=final_tilt)
        while position.board.size - len(position.tops) > 4:
            position = position.play(chance.choice(position.legal_moves()))
        check(position)


def test_megaliths_that_can_never_be_placed_make_no_other_game():
    solved = [solve(carnac.start("3x3", stock=stock), table_mb=1) for stock in (9, 28)]
    assert solved[0].nodes == solved[1].nodes
    assert solved[0].value == solved[1].value


def test_with_swap_the_opening_is_as_even_as_can_be_and_the_swap_is_seen():
    start = carnac.start("3x3", stock=3, swap=True)
    solution = solve(start)
    openings = []
    known: dict[object, int] = {}
    for move in start.legal_moves():
        after = start.play(move)
        without = carnac.parse(str(after).replace(" rs ", " r "))
        openings.append((-abs(brute_force(without, known)), str(move)))
    assert as_score(solution, start) == max(openings)[0]
    unfair = min(openings)[1]
    reply = solve(start.play(unfair))
    assert reply.value == "win"


def test_what_is_proven_once_serves_again():
    position = endgames("4x4", 1, 3)[0]
    solver = Solver(position, table_mb=1)
    state = arrays.state_of(position)
    first = solver.exact_score(state)
    seen = solver.nodes
    assert solver.exact_score(state) == first
    assert solver.nodes - seen < seen / 2


def test_a_limit_of_nodes_ends_the_proof():
    position = carnac.start("medium")
    solver = Solver(position, table_mb=1)
    solver.allow(500)
    with pytest.raises(Unsolved):
        solver.exact_score(arrays.state_of(position))
    # It ends with the position in which the limit was reached, and that may have been judged to the end.
    assert solver.nodes <= 500 + 2 * arrays.MOST_MOVES


def test_stop_ends_the_proof():
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(Unsolved):
        solve(carnac.start("medium"), table_mb=1, stop=stop)
