"""The network sees a board in the canvas as it sees the board alone, and every symmetry alike."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from stonefield.learn.field import ACTIONS, BOARDS, Field, empty_field, legal_actions, play
from stonefield.learn.network import Shape, fold, init, judge, judge_training
from stonefield.learn.planes import as_canvas, mirror, mirror_answers, planes_of

SHAPE = Shape(blocks=2, channels=8, head=4)


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
    params, stats = init(SHAPE, jax.random.key(1))
    noise = iter(jax.random.split(jax.random.key(2), len(params) + len(stats)))
    params = {name: v + 0.1 * jax.random.normal(next(noise), v.shape) for name, v in params.items()}
    stats = {name: v + 0.1 * jnp.abs(jax.random.normal(next(noise), v.shape)) for name, v in stats.items()}
    return params, stats


@pytest.mark.parametrize("board", ["small", "medium"])
def test_a_board_in_the_canvas_is_judged_as_the_board_alone(trained, board: str):
    files, ranks = BOARDS[board]
    canvas = as_canvas(jax.vmap(planes_of)(some_fields(files, ranks)))
    folded = fold(*trained)
    inside = judge(SHAPE, folded, canvas)
    alone = judge(SHAPE, folded, canvas[:, :ranks, :files])
    for name in ("answer", "outcome", "dolmens"):
        np.testing.assert_allclose(getattr(inside, name), getattr(alone, name), atol=1e-4)
    for name in ("placement", "colour"):
        np.testing.assert_allclose(getattr(inside, name)[:, :ranks, :files], getattr(alone, name), atol=1e-4)


def test_folding_changes_nothing_but_the_form(trained):
    params, _ = trained
    canvas = as_canvas(jax.vmap(planes_of)(some_fields(10, 7)))
    opinion, seen = judge_training(SHAPE, params, canvas, jnp.float32)
    folded = judge(SHAPE, fold(params, seen), canvas)
    np.testing.assert_allclose(opinion.outcome, folded.outcome, atol=1e-4)
    np.testing.assert_allclose(opinion.answer, folded.answer, atol=1e-4)


@pytest.mark.parametrize("flips", [(True, False), (False, True), (True, True)])
def test_mirrored_games_stay_mirrored(flips: tuple[bool, bool]):
    east_west, north_south = (jnp.array(flip) for flip in flips)
    fields = some_fields(8, 5, plies=1)
    field = jax.tree.map(lambda x: x[0], fields)
    source = mirror(field.cells, east_west, north_south)
    answers = mirror_answers(east_west, north_south)
    turned = field._replace(
        cells=field.cells[source],
        pending=jnp.where(field.pending >= 0, source[field.pending], -1).astype(jnp.int8),
    )
    np.testing.assert_array_equal(planes_of(turned), planes_of(field)[source])
    legal = np.asarray(legal_actions(field))
    np.testing.assert_array_equal(
        np.asarray(legal_actions(turned))[ACTIONS - 5 :], legal[ACTIONS - 5 :][answers]
    )
    for answer in np.flatnonzero(legal[ACTIONS - 5 :]):
        image = int(np.flatnonzero(np.asarray(answers) == answer)[0])
        here = play(field, jnp.int32(ACTIONS - 5 + answer))
        there = play(turned, jnp.int32(ACTIONS - 5 + image))
        np.testing.assert_array_equal(there.cells, here.cells[source])
