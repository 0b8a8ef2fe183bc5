"""The network judges a board in the canvas as it does the board alone; so does the export."""

from __future__ import annotations

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto

from stonefield.learn.export import OUTPUTS, network_graph
from stonefield.learn.field import ACTIONS, BOARDS, Field, empty_field, legal_actions, play
from stonefield.learn.network import Shape, fold, init, judge, judge_training
from stonefield.learn.planes import as_canvas, mirror, mirror_answers, planes_of
from stonefield.learn.rounding import positions_met, rounded

SHAPE = Shape(blocks=2, channels=8, head=4)


judge_now = jax.jit(judge, static_argnums=0)
fold_now = jax.jit(fold)
planes_now = jax.jit(lambda fields: as_canvas(jax.vmap(planes_of)(fields)))
plane_now, legal_now, play_now = jax.jit(planes_of), jax.jit(legal_actions), jax.jit(play)


@cache
def some_fields(files: int, ranks: int, count: int = 6, plies: int = 7) -> Field:
    field = empty_field(files, ranks)
    fields = jax.tree.map(lambda x: jnp.broadcast_to(x, (count, *x.shape)), field)

    def ply(fields, key):
        legal = jax.vmap(legal_actions)(fields)
        return jax.vmap(play)(fields, jax.random.categorical(key, jnp.where(legal, 0.0, -1e9), axis=1)), None

    return jax.jit(lambda: jax.lax.scan(ply, fields, jax.random.split(jax.random.key(files), plies))[0])()


@pytest.fixture(scope="module")
def trained():
    """Parameters and statistics that are not the trivial ones of the beginning."""
    noise = np.random.default_rng(2)
    params, stats = jax.device_get(jax.jit(init, static_argnums=0)(SHAPE, jax.random.key(1)))
    params = {name: np.float32(v + 0.1 * noise.standard_normal(v.shape)) for name, v in params.items()}
    stats = {name: np.float32(v + 0.1 * noise.random(v.shape)) for name, v in stats.items()}
    return params, stats


@pytest.mark.parametrize("board", ["small", "medium"])
def test_a_board_in_the_canvas_is_judged_as_the_board_alone(trained, board: str):
    files, ranks = BOARDS[board]
    canvas = planes_now(some_fields(files, ranks))
    folded = fold_now(*trained)
    inside = judge_now(SHAPE, folded, canvas)
    alone = judge_now(SHAPE, folded, canvas[:, :ranks, :files])
    for name in ("answer", "outcome", "dolmens"):
        np.testing.assert_allclose(getattr(inside, name), getattr(alone, name), atol=1e-4)
    for name in ("placement", "colour"):
        np.testing.assert_allclose(getattr(inside, name)[:, :ranks, :files], getattr(alone, name), atol=1e-4)


def test_folding_changes_nothing_but_the_form(trained):
    params, _ = trained
    canvas = planes_now(some_fields(10, 7))
    opinion, seen = jax.jit(judge_training, static_argnums=(0, 3))(SHAPE, params, canvas, jnp.float32)
    folded = judge_now(SHAPE, fold_now(params, seen), canvas)
    np.testing.assert_allclose(opinion.outcome, folded.outcome, atol=1e-4)
    np.testing.assert_allclose(opinion.answer, folded.answer, atol=1e-4)


@pytest.mark.parametrize("flips", [(True, False), (False, True), (True, True)])
def test_mirrored_games_stay_mirrored(flips: tuple[bool, bool]):
    east_west, north_south = (jnp.array(flip) for flip in flips)
    fields = some_fields(8, 5, plies=1)
    field = jax.tree.map(lambda x: x[0], fields)
    source = jax.jit(mirror)(field.cells, east_west, north_south)
    answers = jax.jit(mirror_answers)(east_west, north_south)
    turned = field._replace(
        cells=field.cells[source],
        pending=jnp.where(field.pending >= 0, source[field.pending], -1).astype(jnp.int8),
    )
    np.testing.assert_array_equal(plane_now(turned), np.asarray(plane_now(field))[source])
    legal = np.asarray(legal_now(field))
    np.testing.assert_array_equal(np.asarray(legal_now(turned))[ACTIONS - 5 :], legal[ACTIONS - 5 :][answers])
    for answer in np.flatnonzero(legal[ACTIONS - 5 :]):
        image = int(np.flatnonzero(np.asarray(answers) == answer)[0])
        here = play_now(field, jnp.int32(ACTIONS - 5 + answer))
        there = play_now(turned, jnp.int32(ACTIONS - 5 + image))
        np.testing.assert_array_equal(there.cells, here.cells[source])


@pytest.mark.parametrize("board", BOARDS)
def test_the_export_says_what_the_network_says(trained, board: str):
    folded = fold_now(*trained)
    model = network_graph(SHAPE, folded).SerializeToString()
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    files, ranks = BOARDS[board]
    planes = planes_now(some_fields(files, ranks))[:, :ranks, :files]
    said = session.run(list(OUTPUTS), {"planes": np.asarray(planes).transpose(0, 3, 1, 2)})
    opinion = judge_now(SHAPE, folded, planes)
    for name, here in zip(OUTPUTS, said, strict=True):
        expected = np.asarray(getattr(opinion, name))
        if expected.ndim == 4:
            expected = expected.transpose(0, 3, 1, 2)
        np.testing.assert_allclose(here, expected, rtol=1e-3, atol=1e-3)


def test_eight_bits_say_nearly_what_all_bits_say(trained):
    exact = network_graph(SHAPE, fold_now(*trained))
    coarse = rounded(exact)
    sessions = [
        onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        for model in (exact, coarse)
    ]
    weights = [tensor for tensor in coarse.graph.initializer if len(tensor.dims) == 4]
    assert {tensor.data_type for tensor in weights} == {TensorProto.FLOAT, TensorProto.UINT8}
    for board in BOARDS:
        for planes in positions_met(sessions[0], board, 2, seed=5):
            here, there = (session.run(["outcome", "answer"], {"planes": planes}) for session in sessions)
            np.testing.assert_allclose(here[0], there[0], atol=0.25)
            np.testing.assert_allclose(here[1], there[1], atol=0.25)
