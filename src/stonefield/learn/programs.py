"""Everything a run compiles, side by side, before its first move."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from stonefield.learn.contest import contest
from stonefield.learn.field import BOARDS, FILES, OUTSIDE, PLACEMENTS, RANKS, STAND, Field
from stonefield.learn.network import Shape, fold
from stonefield.learn.plan import Plan
from stonefield.learn.replay import Replay, empty_replay, take_in
from stonefield.learn.selfplay import Rows, play_on
from stonefield.learn.training import Learner, learn


class Programs:
    """The compiled steps of a run, and the empty replay they work on."""

    def __init__(
        self, plan: Plan, learner: Learner, students: Mapping[Shape, Learner], games: Field, key: jax.Array
    ) -> None:
        dtype = jnp.dtype(plan.dtype)
        play = jax.jit(
            play_on(
                plan.shape,
                plan.mix,
                plies=plan.plies,
                simulations=plan.simulations,
                considered=plan.considered,
            ),
            donate_argnums=1,
        )
        weights = jax.eval_shape(lambda: fold(learner.average, learner.average_stats, dtype))
        rows = jax.eval_shape(play, weights, games, key)[1]
        self.replay: Replay = jax.jit(lambda: empty_replay(_zeros(rows), plan.ring_turns))()
        count = jnp.int32(0)
        rate = jnp.float32(0)
        study = partial(
            learn,
            steps=plan.steps,
            batch=plan.batch,
            dtype=dtype,
            auxiliary=plan.auxiliary,
            averaging=plan.averaging,
        )
        # A student of the main network's shape learns with the same program.
        learners = {**students, plan.shape: learner}
        wanted: dict[str | Shape, tuple[Any, tuple[Any, ...]]] = {
            "play": (play, (weights, games, key)),
            "take_in": (jax.jit(take_in, donate_argnums=0), (self.replay, rows)),
            "contest": (jax.jit(contest(plan.shape, plan.contest_games)), (weights, weights, key)),
            "fold": (jax.jit(partial(fold, dtype=dtype)), (learner.average, learner.average_stats)),
            "tally": (jax.jit(_tally), (rows,)),
            **{
                shape: (
                    jax.jit(partial(study, shape), donate_argnums=0),
                    (pupil, self.replay, count, count, rate, key),
                )
                for shape, pupil in learners.items()
            },
        }

        def compile_one(what: str | Shape) -> Any:
            began = time.monotonic()
            function, arguments = wanted[what]
            compiled = function.lower(*arguments).compile()
            name = what if isinstance(what, str) else f"learn {what.size}"
            print(f"compiled {name} in {time.monotonic() - began:.1f} s", flush=True)
            return compiled

        with ThreadPoolExecutor(len(wanted)) as pool:
            compiled = dict(zip(wanted, pool.map(compile_one, wanted), strict=True))
        self.play, self.take_in = compiled["play"], compiled["take_in"]
        self.learn = {shape: compiled[shape] for shape in learners}
        self.contest, self.fold, self.tally = compiled["contest"], compiled["fold"], compiled["tally"]


def _zeros(shapes: Rows) -> Rows:
    return Rows(*jax.tree.map(lambda shape: jnp.zeros(shape.shape, shape.dtype), shapes))


def _tally(rows: Rows) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Games ended and red's points on each board, and the share of megaliths left standing."""
    files = jnp.sum(rows.field.cells.reshape(*rows.over.shape, RANKS, FILES)[..., 0, :] != OUTSIDE, axis=-1)
    ranks = jnp.sum(rows.field.cells.reshape(*rows.over.shape, RANKS, FILES)[..., :, 0] != OUTSIDE, axis=-1)
    here = [(files == size[0]) & (ranks == size[1]) & rows.over for size in BOARDS.values()]
    ended = jnp.stack([jnp.sum(rows.over), *(jnp.sum(board) for board in here)])
    points = jnp.stack([jnp.sum(jnp.where(board, (1 + rows.winner) / 2, 0)) for board in here])
    answering = rows.field.pending >= 0
    stood = jnp.sum(jnp.where(answering, rows.policy[..., PLACEMENTS + STAND].astype(jnp.float32), 0))
    return ended, points, stood / jnp.maximum(jnp.sum(answering), 1)
