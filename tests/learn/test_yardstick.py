"""Matches with the yardstick: here a program that speaks its protocol and plays any legal move."""

from __future__ import annotations

import csv
import sys
import threading
from dataclasses import replace

import jax
import pytest

from stonefield import StonefieldError
from stonefield.cli import run
from stonefield.learn import checkpoint
from stonefield.learn.checkpoint import Progress
from stonefield.learn.run import train
from stonefield.learn.training import new_learner
from stonefield.learn.yardstick import YARDSTICK_FIELDS, Sparring, Tally, Yardstick

from .test_run import TINY

PROGRAM = """#!{python}
import random, sys
from stonefield.games import carnac

assert sys.argv[1] == "uct"
position = carnac.start(sys.argv[2] + "x" + sys.argv[3])
for line in sys.stdin:
    word, _, move = line.strip().partition(" ")
    if word == "go":
        move = str(random.choice(position.legal_moves()))
        print(move.lower(), flush=True)
        if sys.argv[4] == "13":
            break
    if move:
        position = position.play(move.upper() if len(move) == 1 else move)
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "limit"
    path.write_text(PROGRAM.format(python=sys.executable))
    path.chmod(0o755)
    return path


@pytest.fixture(scope="module")
def learner():
    return jax.jit(new_learner, static_argnums=0)(TINY.shape, jax.random.key(1))


def test_every_game_of_a_match_is_counted(program, learner):
    sparring = Sparring(TINY.shape, program, rollouts=5, simulations=1)
    tally = sparring.games(learner.playing(), "small", 3, seed=1)
    assert tally.played == 3
    assert (tally + Tally(lost=2)).lost == tally.lost + 2
    stopped = threading.Event()
    stopped.set()
    assert sparring.games(learner.playing(), "small", 3, seed=1, stop=stopped) == Tally()


def test_a_yardstick_that_leaves_is_an_error(program):
    with Yardstick(program, 8, 5, rollouts=13) as yardstick:
        yardstick.ask()
        assert yardstick.answer()
        with pytest.raises(StonefieldError, match=r"limit.*has ended"):
            yardstick.answer()


@pytest.mark.full
def test_a_checkpoint_meets_it_from_the_command_line(program, learner, tmp_path, capsys):
    checkpoint.save(tmp_path / "c.npz", TINY.shape, learner, Progress())
    options = ["--games", "3", "--simulations", "1", "--rollouts", "5", "--board", "small"]
    assert run(["learn", "meet", str(tmp_path / "c.npz"), str(program), *options]) == 0
    board, counts = capsys.readouterr().out.strip().split(": ")
    assert board == "small"
    assert sum(int(part.split()[0]) for part in counts.split(", ")) == 3


@pytest.mark.full
def test_a_run_plays_matches_on_its_way(program, tmp_path):
    plan = replace(TINY, yardstick_games=2, yardstick_every=0.0, yardstick_rollouts=5)
    progress = train(plan, tmp_path / "run", seconds=1e9, turns=80, yardstick=program)
    with (tmp_path / "run" / "yardstick.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert tuple(rows[0]) == YARDSTICK_FIELDS
    assert rows[0]["board"] == "small"
    for row in rows:
        assert int(row["won"]) + int(row["drawn"]) + int(row["lost"]) == 2
        assert float(row["seconds"]) <= progress.seconds


def test_a_run_says_at_once_that_there_is_no_yardstick(tmp_path):
    with pytest.raises(StonefieldError, match="build it first"):
        train(TINY, tmp_path / "run", seconds=1, yardstick=tmp_path / "nothing")
    assert not (tmp_path / "run").exists()
