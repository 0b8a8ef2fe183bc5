"""An exported network becomes a checkpoint again and says the same."""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import pytest

from stonefield.cli import run
from stonefield.learn import checkpoint
from stonefield.learn.checkpoint import Progress
from stonefield.learn.export import network_graph
from stonefield.learn.game import learned_game
from stonefield.learn.network import Network, Shape, fold, unfold, watch
from stonefield.learn.thaw import network_of
from stonefield.learn.training import new_learner

# Each compiles for the accelerator's compiler first, which takes most of a minute.
pytestmark = pytest.mark.full


@pytest.fixture(scope="module", params=["carnac", "caminos"])
def network(request) -> Network:
    return Network(learned_game(request.param), Shape(blocks=2, channels=8, head=4))


@pytest.fixture(scope="module")
def learner(network):
    return jax.jit(new_learner, static_argnums=0)(network, jax.random.key(4))


def test_an_exact_export_holds_every_weight(network, learner):
    folded = learner.playing()
    same, again = network_of(network_graph(network, folded))
    assert same == network
    assert again.keys() == folded.keys()
    for name, weights in folded.items():
        np.testing.assert_array_equal(again[name], weights)


def test_unfolding_is_folding_backwards(network, learner):
    folded = learner.playing()
    planes = jax.random.uniform(jax.random.key(5), (3, 4, 4, len(network.game.planes))).at[..., 0].set(1.0)
    params, stats = unfold(folded, jax.jit(partial(watch, network))(folded, planes))
    assert params.keys() == learner.params.keys()
    assert stats.keys() == learner.stats.keys()
    assert not np.allclose(stats["stem/mean"], 0)
    for name, weights in fold(params, stats).items():
        np.testing.assert_allclose(weights, folded[name], rtol=1e-5, atol=1e-5)


def test_thaw_makes_a_checkpoint_that_can_go_on(network, learner, tmp_path, capsys):
    saved, exported, thawed = (tmp_path / name for name in ("saved.npz", "game.onnx", "thawed.npz"))
    progress = Progress(seconds=7.0, games=12, positions=500)
    checkpoint.save(saved, network, learner, progress)
    assert run(["learn", "export", str(saved), str(exported)]) == 0
    assert run(["learn", "thaw", str(exported), str(thawed)]) == 0
    assert "thawed.npz" in capsys.readouterr().out
    same, again, then = checkpoint.load(thawed)
    assert (same, then) == (network, progress)
    assert int(again.steps) == 0
    for name, weights in learner.playing().items():
        # A kernel has 256 steps a channel; what is not rounded comes back but for the arithmetic.
        step = float(jnp.max(jnp.abs(weights))) / 127
        np.testing.assert_allclose(again.playing()[name], weights, atol=step + 1e-5)


def test_what_is_no_export_is_named(tmp_path, capsys):
    (tmp_path / "stones.onnx").write_text("stones")
    assert run(["learn", "thaw", str(tmp_path / "stones.onnx"), str(tmp_path / "x.npz")]) == 1
    assert "stones.onnx" in capsys.readouterr().err
    empty = onnx.helper.make_model(onnx.helper.make_graph([], "carnac", [], []))
    onnx.save(empty, tmp_path / "empty.onnx")
    assert run(["learn", "thaw", str(tmp_path / "empty.onnx"), str(tmp_path / "x.npz")]) == 1
    assert "empty.onnx" in capsys.readouterr().err
