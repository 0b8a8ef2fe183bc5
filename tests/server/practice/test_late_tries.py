"""Tries that were made without a network come in later, as often as they are sent, and count once."""

from __future__ import annotations

import time

import pytest

from stonefield.puzzles.practice.streak import DAY_MS
from stonefield.server.tokens import new_token

from .trainee import GAME, Trainee, puzzles, wrong_at

MINUTE_MS = 60_000


def now_ms() -> int:
    return round(1000 * time.time())


@pytest.fixture
def trainee(server):
    return Trainee(server)


def send(trainee: Trainee, puzzle, moves, at: int, token: str, status: int = 204) -> None:
    body = {"token": token, "at": at, "moves": list(moves)}
    trainee.ask("POST", f"/api/puzzles/{puzzle.name}/late-tries", status, json=body)


def progress(trainee: Trainee) -> dict:
    view = trainee.ask("GET", f"/api/learners/{trainee.id}")
    return next(one for one in view["games"] if one["game"] == GAME)


def test_a_try_counts_once_however_often_it_is_sent(trainee):
    right, wrong, given_up = puzzles()[:3]
    now = now_ms()
    tries = [
        (right, right.line, now - 30 * MINUTE_MS),
        (wrong, [wrong_at(wrong.start, wrong.line[0])], now - 20 * MINUTE_MS),
        (given_up, [], now - 10 * MINUTE_MS),
    ]
    tokens = [new_token() for _ in tries]
    seen = []
    for _ in range(3):
        for (puzzle, moves, at), token in zip(tries, tokens, strict=True):
            send(trainee, puzzle, moves, at, token)
        seen.append(progress(trainee))
    assert seen[0] == seen[1] == seen[2]
    assert (seen[0]["tried"], seen[0]["right"], seen[0]["due"] + seen[0]["waiting"]) == (3, 1, 2)
    assert [point["at"] for point in seen[0]["graph"]] == [at for _, _, at in tries]
    assert seen[0]["rating"]["rating"] != 1200


def test_what_is_rated_is_what_is_rated_at_once(server):
    early, late = Trainee(server), Trainee(server)
    puzzle = puzzles()[4]
    for count in range(1, len(puzzle.line) + 1):
        if puzzle.start.turn == trail_turn(puzzle, count - 1):
            judged = early.try_(puzzle, *puzzle.line[:count])["judged"]
    send(late, puzzle, puzzle.line, now_ms(), new_token())
    assert progress(late)["rating"] == judged["after"] == progress(early)["rating"]


def trail_turn(puzzle, count: int) -> str:
    position = puzzle.start
    for move in puzzle.line[:count]:
        position = position.play(move)
    return position.turn


def test_a_puzzle_that_was_missed_and_solved_when_it_was_due_comes_back_later(trainee):
    puzzle = puzzles()[5]
    first, again = now_ms() - 3 * DAY_MS, now_ms() - DAY_MS
    send(trainee, puzzle, [wrong_at(puzzle.start, puzzle.line[0])], first, new_token())
    assert (progress(trainee)["due"], progress(trainee)["waiting"]) == (1, 0)
    token = new_token()
    for _ in range(2):
        send(trainee, puzzle, puzzle.line, again, token)
    # A day after it was solved at last, or later.
    assert sum(progress(trainee)[name] for name in ("due", "waiting")) == 1
    assert progress(trainee)["tried"] == 1


def test_a_daily_puzzle_begins_a_streak(trainee):
    now = now_ms()
    path = f"/api/puzzles/daily?game={GAME}&easy=true"
    today = trainee.ask("GET", path)["puzzle"]["puzzle"]
    puzzle = next(one for one in puzzles() if one.name == today)
    send(trainee, puzzle, puzzle.line, now, new_token())
    view = trainee.ask("GET", f"/api/learners/{trainee.id}")
    assert view["streak"] == {"days": 1, "best": 1, "today": True}


def test_a_time_to_come_is_now_and_one_long_ago_is_not_so_long_ago(trainee):
    now = now_ms()
    for puzzle, at in zip(puzzles()[6:8], (0, now + 9 * DAY_MS), strict=True):
        send(trainee, puzzle, puzzle.line, at, new_token())
    ago, ahead = (point["at"] for point in progress(trainee)["graph"])
    assert now - 61 * DAY_MS < ago < now - 59 * DAY_MS
    assert now <= ahead < now + DAY_MS


def test_what_decides_nothing_changes_nothing_and_what_is_no_try_is_refused(trainee, server):
    longer = next(one for one in puzzles() if len(one.line) > 1)
    send(trainee, longer, longer.line[:1], now_ms(), new_token())
    assert progress(trainee)["tried"] == 0
    send(trainee, longer, ["z99zz"], now_ms(), new_token(), status=422)
    send(trainee, longer, longer.line, now_ms(), "short", status=422)
    send(Trainee(server, known=False), longer, longer.line, now_ms(), new_token(), status=401)
    send(trainee, longer, [], now_ms(), new_token())
    assert progress(trainee)["tried"] == 1


def test_late_tries_go_with_their_learner(trainee):
    send(trainee, puzzles()[0], puzzles()[0].line, now_ms(), new_token())
    trainee.ask("DELETE", f"/api/learners/{trainee.id}", 204)
