"""The network evaluates a board in the canvas as it does the board alone; so does the export. Both games."""

from __future__ import annotations

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto

from stonefield.selfplay.carnac import GAME as CARNAC
from stonefield.selfplay.export import network_graph, outputs_of, with_half_weights
from stonefield.selfplay.game import TrainingGame, training_game
from stonefield.selfplay.network import Network, Shape, apply, apply_training, fold, init
from stonefield.selfplay.playing import random_actions
from stonefield.selfplay.quantize import on_board_alone, positions_met, quantized

# Each compiles for the accelerator's compiler first, which takes most of a minute.
pytestmark = pytest.mark.full

SHAPE = Shape(blocks=2, channels=8, head=4)

apply_now = jax.jit(apply, static_argnums=0)
fold_now = jax.jit(fold)


@cache
def some_states(game: TrainingGame, board: str, count: int = 6, plies: int = 7):
    states = jax.tree.map(lambda x: jnp.broadcast_to(x, (count, *x.shape)), game.start(board))

    def ply(states, key):
        return jax.vmap(game.play)(states, random_actions(game, states, key)), None

    return jax.jit(lambda: jax.lax.scan(ply, states, jax.random.split(jax.random.key(3), plies))[0])()


def planes_of(game: TrainingGame, board: str):
    return jax.jit(lambda states: game.as_canvas(jax.vmap(game.planes_of)(states)))(some_states(game, board))


@pytest.fixture(scope="module", params=["carnac", "caminos"])
def network(request) -> Network:
    return Network(training_game(request.param), SHAPE)


@pytest.fixture(scope="module")
def trained(network):
    """Parameters and statistics that are not the trivial ones of the beginning."""
    noise = np.random.default_rng(2)
    params, stats = jax.device_get(jax.jit(init, static_argnums=0)(network, jax.random.key(1)))
    params = {name: np.float32(v + 0.1 * noise.standard_normal(v.shape)) for name, v in params.items()}
    stats = {name: np.float32(v + 0.1 * noise.random(v.shape)) for name, v in stats.items()}
    return params, stats


def test_a_board_in_the_canvas_is_judged_as_the_board_alone(network, trained):
    folded = fold_now(*trained)
    for board in network.game.boards[:2]:
        canvas = planes_of(network.game, board)
        ranks, files = on_board_alone(canvas).shape[2:]
        inside = apply_now(network, folded, canvas)
        alone = apply_now(network, folded, canvas[:, :ranks, :files])
        for name in ("answer", "outcome", "score"):
            np.testing.assert_allclose(getattr(inside, name), getattr(alone, name), atol=1e-4)
        for name in ("placement", "colour"):
            here = getattr(inside, name)[:, :ranks, :files]
            np.testing.assert_allclose(here, getattr(alone, name), atol=1e-4)


def test_folding_changes_nothing_but_the_form(network, trained):
    params, _ = trained
    canvas = planes_of(network.game, network.game.boards[1])
    output, seen = jax.jit(apply_training, static_argnums=(0, 3))(network, params, canvas, jnp.float32)
    folded = apply_now(network, fold_now(params, seen), canvas)
    np.testing.assert_allclose(output.outcome, folded.outcome, atol=1e-4)
    np.testing.assert_allclose(output.answer, folded.answer, atol=1e-4)


def test_training_can_follow_every_head_back_to_the_first_layer(network, trained):
    """A maximum that is computed twice and rounded differently must not make the slope infinite."""
    params, _ = trained
    canvas = planes_of(network.game, network.game.boards[0])

    def total(params):
        output, _ = apply_training(network, params, canvas, jnp.float32)
        return sum(jnp.sum(part) for part in output)

    slopes = jax.jit(jax.grad(total))(params)
    assert all(np.all(np.isfinite(slope)) for slope in slopes.values())
    assert np.any(np.asarray(slopes["stem/w"]) != 0)


def test_turned_states_look_turned(network):
    """What a state turned by a symmetry would show is what the network is shown of it, turned."""
    game = network.game
    states = some_states(game, game.boards[0])
    state = jax.tree.map(lambda x: x[0], states)
    legal, seen = np.asarray(game.legal_actions(state)), np.asarray(game.planes_of(state))
    for symmetry in range(game.symmetries):
        squares = np.asarray(game.square_source(state, jnp.int32(symmetry)))
        actions = np.asarray(game.action_source(state, jnp.int32(symmetry)))
        assert sorted(squares) == list(range(game.squares))
        assert legal[actions].sum() == legal.sum()
        np.testing.assert_array_equal(seen[squares][:, 0], seen[:, 0])


@pytest.mark.parametrize("symmetry", [1, 2, 3])
def test_mirrored_games_of_carnac_stay_mirrored(symmetry: int):
    state = jax.tree.map(lambda x: x[0], some_states(CARNAC, "small", plies=1))
    number = jnp.int32(symmetry)
    source, actions = CARNAC.square_source(state, number), CARNAC.action_source(state, number)
    turned = state._replace(
        cells=state.cells[source],
        pending=jnp.where(state.pending >= 0, source[state.pending], -1).astype(jnp.int8),
    )
    np.testing.assert_array_equal(CARNAC.planes_of(turned), np.asarray(CARNAC.planes_of(state))[source])
    legal = np.asarray(CARNAC.legal_actions(state))
    np.testing.assert_array_equal(CARNAC.legal_actions(turned), legal[np.asarray(actions)])
    for there in np.flatnonzero(CARNAC.legal_actions(turned)):
        before = CARNAC.play(state, actions[there])
        after = CARNAC.play(turned, jnp.int32(there))
        np.testing.assert_array_equal(after.cells, before.cells[source])


def test_the_export_says_what_the_network_says(network, trained):
    folded = fold_now(*trained)
    model = network_graph(network, folded).SerializeToString()
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    names = list(outputs_of(network.game))
    for board in network.game.boards:
        planes = on_board_alone(planes_of(network.game, board))
        said = session.run(names, {"planes": planes})
        output = apply_now(network, folded, planes.transpose(0, 2, 3, 1))
        for name, here in zip(names, said, strict=True):
            expected = np.asarray(getattr(output, "score" if name == network.game.score_name else name))
            if expected.ndim == 4:
                expected = expected.transpose(0, 3, 1, 2)
            np.testing.assert_allclose(here, expected, rtol=1e-3, atol=1e-3)


def test_eight_bits_say_nearly_what_all_bits_say(network, trained):
    game = network.game
    exact = network_graph(network, fold_now(*trained))
    coarse = quantized(game, exact)
    sessions = [
        onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        for model in (exact, coarse)
    ]
    weights = [tensor for tensor in coarse.graph.initializer if len(tensor.dims) == 4]
    assert {tensor.data_type for tensor in weights} == {TensorProto.FLOAT, TensorProto.UINT8}
    names = [name for name in ("outcome", "answer") if name in outputs_of(game)]
    for board in game.boards:
        for planes in positions_met(game, sessions[0], board, 2, seed=5):
            here, there = (session.run(names, {"planes": planes}) for session in sessions)
            for one, other in zip(here, there, strict=True):
                np.testing.assert_allclose(one, other, atol=0.25)


def test_weights_in_half_precision_take_half_the_room_and_change_next_to_nothing(network, trained):
    exact = network_graph(network, fold_now(*trained))
    models = [model.SerializeToString() for model in (exact, with_half_weights(exact))]
    floats = [tensor for tensor in exact.graph.initializer if tensor.data_type == TensorProto.FLOAT]
    weights = sum(int(np.prod(tensor.dims)) for tensor in floats)
    names = len(floats) * 100
    assert len(models[1]) < len(models[0]) - 2 * weights + names
    planes = on_board_alone(planes_of(network.game, network.game.boards[0]))
    whole, half = (
        onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]).run(None, {"planes": planes})
        for model in models
    )
    for one, other in zip(whole, half, strict=True):
        np.testing.assert_allclose(one, other, atol=0.02)
