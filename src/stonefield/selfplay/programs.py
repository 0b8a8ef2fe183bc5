"""Everything a run compiles, side by side, before its first move."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp

from stonefield.selfplay.contest import contest
from stonefield.selfplay.game import AnyState, TrainingGame
from stonefield.selfplay.network import fold
from stonefield.selfplay.plan import Plan
from stonefield.selfplay.playing import Rows, play_on
from stonefield.selfplay.replay import Replay, empty_replay, take_in
from stonefield.selfplay.training import TrainState, train_steps

_Wanted: TypeAlias = dict[str, tuple[Any, tuple[Any, ...]]]
"""Functions to compile and arguments like theirs, by name."""


class Programs:
    """The compiled steps of a run, and the empty replay they work on."""

    def __init__(self, plan: Plan, train_state: TrainState, games: AnyState, key: jax.Array) -> None:
        dtype = jnp.dtype(plan.dtype)
        play = jax.jit(
            play_on(
                plan.network,
                plies=plan.plies,
                simulations=plan.simulations,
                considered=plan.considered,
                deep=plan.deep,
                deep_plies=plan.deep_plies,
                shares=plan.board_shares,
            ),
            donate_argnums=1,
        )
        weights = jax.eval_shape(lambda: fold(train_state.average, train_state.average_stats, dtype))
        rows = jax.eval_shape(play, weights, games, key)[1]
        self.replay: Replay = jax.jit(
            lambda: empty_replay(_zeros(rows), plan.game.longest, plan.ring_turns)
        )()
        count = jnp.int32(0)
        rate = jnp.float32(0)
        train = partial(
            train_steps,
            plan.network,
            steps=plan.steps,
            batch=plan.batch,
            dtype=dtype,
            auxiliary=plan.auxiliary,
            averaging=plan.averaging,
            trust=plan.trust,
        )
        wanted: _Wanted = {
            "play": (play, (weights, games, key)),
            "take_in": (jax.jit(take_in, donate_argnums=0), (self.replay, rows)),
            "contest": (jax.jit(contest(plan.network, plan.contest_games)), (weights, weights, key)),
            "fold": (jax.jit(partial(fold, dtype=dtype)), (train_state.average, train_state.average_stats)),
            "tally": (jax.jit(partial(_tally, plan.game)), (rows,)),
            "train": (jax.jit(train, donate_argnums=0), (train_state, self.replay, count, count, rate, key)),
        }

        compiled = _compile_all(wanted)
        self.play, self.take_in, self.train = compiled["play"], compiled["take_in"], compiled["train"]
        self.contest, self.fold, self.tally = compiled["contest"], compiled["fold"], compiled["tally"]


def _compile_all(wanted: _Wanted) -> dict[str, Any]:
    def compile_one(name: str) -> Any:
        began = time.monotonic()
        function, arguments = wanted[name]
        compiled = function.lower(*arguments).compile()
        print(f"compiled {name} in {time.monotonic() - began:.1f} s", flush=True)
        return compiled

    with ThreadPoolExecutor(len(wanted)) as pool:
        return dict(zip(wanted, pool.map(compile_one, wanted), strict=True))


def _zeros(shapes: Rows) -> Rows:
    return Rows(*jax.tree.map(lambda shape: jnp.zeros(shape.shape, shape.dtype), shapes))


def _tally(game: TrainingGame, rows: Rows) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Games ended in all and on each board; on each board, the first colour's points and the draws."""
    over, winner = rows.over.reshape(-1), rows.ending.winner.reshape(-1)
    board = game.board_of(jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), rows.state))
    here = over & (board == jnp.arange(len(game.boards))[:, None])
    ended = jnp.append(jnp.sum(over), jnp.sum(here, axis=1))
    points = jnp.sum(jnp.where(here, (1 + winner) / 2, 0), axis=1)
    return ended, points, jnp.sum(here & (winner == 0), axis=1)
