"""Matches of a network with a player of the arena."""

from __future__ import annotations

import jax
import pytest

from stonefield.cli import run
from stonefield.selfplay import checkpoint
from stonefield.selfplay.checkpoint import Progress
from stonefield.selfplay.game import training_game
from stonefield.selfplay.matches import NetworkMatch
from stonefield.selfplay.network import Network
from stonefield.selfplay.training import new_train_state

from .test_run import TINY


@pytest.fixture(scope="module")
def train_state():
    return jax.jit(new_train_state, static_argnums=0)(TINY.network, jax.random.key(1))


@pytest.mark.full
def test_every_game_of_a_match_is_counted(train_state):
    match = NetworkMatch(TINY.network, "random", simulations=1)
    assert sum(match.games(train_state.playing(), "small", 3, seed=1)) == 3


@pytest.mark.full
def test_caminos_is_played_to_the_end_too():
    network = Network(training_game("caminos"), TINY.shape)
    train_state = jax.jit(new_train_state, static_argnums=0)(network, jax.random.key(1))
    match = NetworkMatch(network, "random", simulations=1)
    assert sum(match.games(train_state.playing(), "torus", 3, seed=1)) == 3


@pytest.mark.full
def test_a_checkpoint_meets_a_player_from_the_command_line(train_state, tmp_path, capsys):
    checkpoint.save(tmp_path / "c.npz", TINY.network, train_state, Progress())
    options = ["--games", "3", "--simulations", "1"]
    assert run(["train", "match", str(tmp_path / "c.npz"), "greedy", *options]) == 0
    board, counts = capsys.readouterr().out.strip().split(": ")
    assert board == "small"
    assert sum(int(part.split()[0]) for part in counts.split(", ")) == 3
