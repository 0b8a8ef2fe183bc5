"""The thinker keeps its limits, sees what is certain and plays what it may."""

from __future__ import annotations

import threading
import tracemalloc
from dataclasses import replace

import pytest

from stonefield.engine import tree as trees
from stonefield.engine.carnac.solver import solve
from stonefield.engine.carnac.thinker import CarnacThinker
from stonefield.engine.thinker import Limits, Settings, Thought
from stonefield.games import carnac
from stonefield.games.carnac import Position

QUIET = Settings(threads=1, hash_mb=8, seed=7, network=False)


def think(position: Position, limits: Limits, settings: Settings = QUIET, **more: object) -> Thought:
    return CarnacThinker().think(position, limits, settings, stop=threading.Event(), **more)


def after(moves: str, board: str = "medium", **options: object) -> Position:
    position = carnac.start(board, **options)
    for move in moves.split():
        position = position.play(move)
    return position


@pytest.mark.parametrize("board", ["small", "medium", "large", "3x3", "14x3"])
@pytest.mark.parametrize("final_tilt", [False, True])
def test_a_game_against_itself_is_legal_to_its_end(board, final_tilt):
    position = carnac.start(board, stock=9, final_tilt=final_tilt)
    thinker = CarnacThinker()
    while not position.is_over:
        thought = thinker.think(position, Limits(nodes=60), QUIET, stop=threading.Event())
        assert all(0 <= line.win_rate <= 1 for line in thought.lines)
        line = position
        for move in thought.lines[0].moves:
            line = line.play(move)
        position = position.play(thought.best)


def test_nodes_and_a_seed_give_the_same_thought_again():
    position = after("c4rw E d5wr")
    once, again = (think(position, Limits(nodes=700)) for _ in range(2))
    assert once.lines == again.lines
    assert once.nodes == again.nodes
    other = think(position, Limits(nodes=700), replace(QUIET, seed=8))
    assert other.lines != once.lines


def test_a_seed_makes_earlier_decisions_irrelevant():
    thinker = CarnacThinker()
    stop = threading.Event()
    first = after("c4rw")
    thinker.think(first, Limits(nodes=500), QUIET, stop=stop)
    second = first.play("E")
    assert (
        thinker.think(second, Limits(nodes=300), QUIET, stop=stop).lines
        == think(second, Limits(nodes=300)).lines
    )


def test_what_the_tree_knows_of_the_next_position_is_kept():
    thinker = CarnacThinker()
    settings = replace(QUIET, seed=None)
    position = after("c4rw")
    thought = thinker.think(position, Limits(nodes=2000), settings, stop=threading.Event())
    followed = position.play(thought.lines[0].moves[0]).play(thought.lines[0].moves[1])
    next_thought = thinker.think(followed, Limits(nodes=1), settings, stop=threading.Event())
    assert sum(line.visits for line in next_thought.lines) > 20
    thinker.forget()
    fresh = thinker.think(followed, Limits(nodes=1), settings, stop=threading.Event())
    assert sum(line.visits for line in fresh.lines) <= 32


@pytest.mark.parametrize("threads", [1, 2])
def test_a_kept_tree_serves_to_the_last_megalith(threads):
    thinker = CarnacThinker()
    settings = replace(QUIET, seed=None, threads=threads)
    for board in ("3x3", "4x3", "small"):
        position = carnac.start(board, stock=6)
        thinker.forget()
        while not position.is_over:
            thought = thinker.think(position, Limits(nodes=500), settings, stop=threading.Event())
            position = position.play(thought.best)


def test_several_lines_are_different_moves_best_first():
    thought = think(after("c4rw E"), Limits(nodes=2000), replace(QUIET, multipv=5))
    assert len({line.moves[0] for line in thought.lines}) == 5
    visits = [line.visits for line in thought.lines]
    assert visits == sorted(visits, reverse=True)


def test_more_lines_than_moves_are_no_trouble():
    thought = think(after("c3rw"), Limits(nodes=100), replace(QUIET, multipv=64))
    assert {line.moves[0] for line in thought.lines} == {"N", "E", "S", "W", "-"}


def test_an_end_in_reach_is_proven_and_played_out():
    position = after("b1rw N a1rr N", "3x3", stock=4)
    expected = solve(position)
    line = think(position, Limits(nodes=20_000)).lines[0]
    assert (line.proven, line.score) == (expected.value, expected.margin)
    for move in line.moves:
        position = position.play(move)
    assert position.is_over


def test_two_threads_prove_what_one_does():
    position = after("b1rw N a1rr N", "3x3", stock=4)
    thought = think(position, Limits(nodes=20_000), replace(QUIET, threads=2))
    assert thought.lines[0].proven == solve(position).value


def test_the_tree_alone_proves_small_ends(monkeypatch):
    monkeypatch.setattr("stonefield.engine.carnac.thinker.EndgameSolver.is_near", lambda position: False)
    position = after("b1rw N a1rr E", "3x3", stock=4)
    expected = solve(position)
    thought = think(position, Limits(nodes=20_000))
    assert thought.lines[0].proven == expected.value
    assert thought.nodes < 20_000


def test_stop_is_heard():
    for threads in (1, 2):
        stop = threading.Event()
        timer = threading.Timer(0.2, stop.set)
        timer.start()
        thought = CarnacThinker().think(
            carnac.start("large"), Limits(infinite=True), replace(QUIET, threads=threads), stop=stop
        )
        assert stop.is_set()
        assert thought.best


def test_a_search_reports_on_its_way():
    reports: list[Thought] = []
    stop = threading.Event()

    def hear(thought: Thought) -> None:
        reports.append(thought)
        stop.set()

    CarnacThinker().think(
        carnac.start("small"), Limits(infinite=True), replace(QUIET, seed=None), stop=stop, report=hear
    )
    assert all(report.lines for report in reports)
    assert len(reports) == 1


def test_time_and_clock_end_a_search():
    for limits in (Limits(movetime=0.05), Limits(clock=1.0, increment=0.01), Limits(clock=0.001)):
        assert think(carnac.start("medium"), limits, replace(QUIET, threads=2)).nodes > 0


def test_the_tree_never_outgrows_its_memory():
    tracemalloc.start()
    thinker = CarnacThinker()
    position = after("c4rw E d5wr N")
    thinker.think(
        position, Limits(nodes=60_000), replace(QUIET, threads=2, hash_mb=1), stop=threading.Event()
    )
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2 << 20
    assert trees.new_tree(1).visits.size * trees.NODE_BYTES <= 1 << 20


def test_with_swap_the_opening_keeps_the_balance_and_a_gift_is_taken():
    start = carnac.start("4x3", stock=4, swap=True)
    opening = think(start, Limits(nodes=4000))
    assert opening.lines[0].win_rate <= 0.5
    replies = {
        str(move): solve(carnac.parse(str(start.play(move)).replace(" rs ", " r "))).value
        for move in start.legal_moves()
    }
    gift = next(move for move, value in replies.items() if value == "loss")
    reply = think(start.play(gift), Limits(nodes=4000))
    assert reply.best == "swap"
    assert reply.lines[0].proven == "win"
    trap = next(move for move, value in replies.items() if value == "win")
    assert think(start.play(trap), Limits(nodes=4000)).best != "swap"
