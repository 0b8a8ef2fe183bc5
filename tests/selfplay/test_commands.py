"""``stonefield train``: what a person at the terminal gets from each step."""

from __future__ import annotations

import sys

import jax
import numpy as np
import onnxruntime
import pytest

from stonefield.cli import run
from stonefield.selfplay import checkpoint
from stonefield.selfplay.__main__ import main as train_alone
from stonefield.selfplay.carnac import GAME
from stonefield.selfplay.checkpoint import Progress
from stonefield.selfplay.export import outputs_of
from stonefield.selfplay.network import Network, Shape
from stonefield.selfplay.training import new_train_state


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A checkpoint of a network that knows nothing."""
    network = Network(GAME, Shape(blocks=1, channels=4, head=4))
    path = tmp_path_factory.mktemp("run") / "checkpoint.npz"
    train_state = jax.jit(new_train_state, static_argnums=0)(network, jax.random.key(0))
    checkpoint.save(path, network, train_state, Progress(games=12))
    return path


@pytest.mark.full
def test_export_writes_what_the_engine_can_read(saved, tmp_path, capsys):
    target = tmp_path / "carnac.onnx"
    assert run(["train", "export", str(saved), str(target)]) == 0
    assert str(target) in capsys.readouterr().out.replace("\n", "")
    session = onnxruntime.InferenceSession(target.read_bytes(), providers=["CPUExecutionProvider"])
    assert [output.name for output in session.get_outputs()] == list(outputs_of(GAME))
    assert session.get_modelmeta().custom_metadata_map["trained_games"] == "12"
    exact = tmp_path / "exact.onnx"
    assert run(["train", "export", str(saved), str(exact), "--exact"]) == 0
    assert b"QuantizeLinear" in target.read_bytes()
    assert b"QuantizeLinear" not in exact.read_bytes()


@pytest.mark.full
def test_a_compact_checkpoint_holds_the_same_network_and_can_go_on(saved, tmp_path, capsys):
    target = tmp_path / "compact.npz"
    assert run(["train", "compact", str(saved), str(target)]) == 0
    assert "compact.npz" in capsys.readouterr().out
    (network, train_state, progress), (same, small, kept) = checkpoint.load(saved), checkpoint.load(target)
    assert (same, kept) == (network, progress)
    assert jax.tree.structure(small) == jax.tree.structure(train_state)
    for one, other in zip(jax.tree.leaves(train_state), jax.tree.leaves(small), strict=True):
        assert other.dtype == one.dtype
        assert np.allclose(one, other, atol=1e-3)


@pytest.mark.full
def test_the_mean_of_checkpoints_lies_between_them(saved, tmp_path, capsys):
    network, train_state, _ = checkpoint.load(saved)
    other, target = tmp_path / "other.npz", tmp_path / "mean.npz"
    changed = train_state._replace(average=jax.tree.map(lambda weights: weights + 1.0, train_state.average))
    checkpoint.save(other, network, changed, Progress(games=34))
    assert run(["train", "average", str(target), str(saved), str(other)]) == 0
    _, between, progress = checkpoint.load(target)
    assert progress.games == 34
    for one, half in zip(jax.tree.leaves(train_state.average), jax.tree.leaves(between.average), strict=True):
        assert np.allclose(one + 0.5, half, atol=1e-6)
    small = Network(GAME, Shape(blocks=1, channels=2, head=4))
    checkpoint.save(
        other, small, jax.jit(new_train_state, static_argnums=0)(small, jax.random.key(0)), Progress()
    )
    assert run(["train", "average", str(target), str(saved), str(other)]) == 1
    assert "another game or size" in capsys.readouterr().err


@pytest.mark.full
def test_match_knows_the_boards(saved, capsys):
    assert run(["train", "match", str(saved), "random", "--board", "huge"]) == 1
    assert "small, medium, large" in capsys.readouterr().err


@pytest.mark.full
def test_match_says_when_the_player_cannot_be_started(saved, capsys):
    arguments = ["--games", "2", "--simulations", "1"]
    assert run(["train", "match", str(saved), f"uct:{saved} {{files}} {{ranks}} 1", *arguments]) == 1
    assert "checkpoint.npz 8 5 1" in capsys.readouterr().err


def test_run_names_the_games_there_are(tmp_path, capsys):
    assert run(["train", "run", str(tmp_path), "--game", "chess"]) == 1
    assert "carnac, caminos" in capsys.readouterr().err


def test_training_without_the_command_line_names_them_too(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["selfplay", str(tmp_path), "--game", "chess"])
    with pytest.raises(SystemExit):
        train_alone()
    assert "carnac, caminos" in capsys.readouterr().err


@pytest.mark.full
def test_checkpoints_of_different_sizes_are_compared(saved, tmp_path, capsys):
    larger = Network(GAME, Shape.of(2, 8))
    train_state = jax.jit(new_train_state, static_argnums=0)(larger, jax.random.key(1))
    checkpoint.save(tmp_path / "larger.npz", larger, train_state, Progress())
    for simulations in ("0", "2"):
        arguments = ["--games", "2", "--simulations", simulations]
        assert run(["train", "compare", str(tmp_path / "larger.npz"), str(saved), *arguments]) == 0
        scores = [float(line.split()[1]) for line in capsys.readouterr().out.splitlines()]
        assert len(scores) == 3
        assert all(0 <= score <= 1 for score in scores)


@pytest.mark.full
@pytest.mark.parametrize("simulations", ["0", "2"])
def test_compare_gives_a_score_for_each_board(saved, capsys, simulations):
    arguments = ["--games", "4", "--simulations", simulations]
    assert run(["train", "compare", str(saved), str(saved), *arguments]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["small", "medium", "large"]
