"""Matches of a network with a player of the arena."""

from __future__ import annotations

import jax
import pytest

from stonefield.cli import run
from stonefield.learn import checkpoint
from stonefield.learn.checkpoint import Progress
from stonefield.learn.game import learned_game
from stonefield.learn.matches import Sparring
from stonefield.learn.network import Network
from stonefield.learn.training import new_learner

from .test_run import TINY


@pytest.fixture(scope="module")
def learner():
    return jax.jit(new_learner, static_argnums=0)(TINY.network, jax.random.key(1))


@pytest.mark.full
def test_every_game_of_a_match_is_counted(learner):
    sparring = Sparring(TINY.network, "random", simulations=1)
    assert sum(sparring.games(learner.playing(), "small", 3, seed=1)) == 3


@pytest.mark.full
def test_caminos_is_played_to_the_end_too():
    network = Network(learned_game("caminos"), TINY.shape)
    learner = jax.jit(new_learner, static_argnums=0)(network, jax.random.key(1))
    sparring = Sparring(network, "random", simulations=1)
    assert sum(sparring.games(learner.playing(), "torus", 3, seed=1)) == 3


@pytest.mark.full
def test_a_checkpoint_meets_a_player_from_the_command_line(learner, tmp_path, capsys):
    checkpoint.save(tmp_path / "c.npz", TINY.network, learner, Progress())
    options = ["--games", "3", "--simulations", "1"]
    assert run(["learn", "meet", str(tmp_path / "c.npz"), "greedy", *options]) == 0
    board, counts = capsys.readouterr().out.strip().split(": ")
    assert board == "small"
    assert sum(int(part.split()[0]) for part in counts.split(", ")) == 3
