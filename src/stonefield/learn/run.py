"""A run: self-play and training in turns until the time is up, with a log and checkpoints on the way."""

from __future__ import annotations

import csv
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.learn import checkpoint
from stonefield.learn.checkpoint import Progress
from stonefield.learn.contest import contest, elo
from stonefield.learn.field import BOARDS, OUTSIDE, PLACEMENTS, STAND
from stonefield.learn.network import Shape, Weights, fold
from stonefield.learn.replay import Replay, empty_replay, settled, take_in
from stonefield.learn.selfplay import Mix, Rows, first_games, play_on
from stonefield.learn.training import Learner, Losses, learn, new_learner

LOG_FIELDS = (
    "seconds", "games", "positions", "steps", "rate", "policy", "outcome", "dolmens", "colour",
    "play_seconds", "learn_seconds", "plies", "stood", "red_small", "red_medium", "red_large",
    "rival_seconds", "score_small", "score_medium", "score_large", "elo",
)  # fmt: skip
"""The columns of a run's log: losses by head, red's share of the points, scores against an earlier self."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a run is set up; the defaults are for one large GPU."""

    shape: Shape = field(default_factory=Shape)
    mix: Mix = field(default_factory=Mix)
    games: int = 8192
    plies: int = 14
    simulations: int = 32
    considered: int = 16
    ring_turns: int = 24
    """Turns of self-play that the ring of samples holds."""
    passes: float = 4.0
    """How often each sample is used on average."""
    batch: int = 4096
    rate: float = 2e-3
    warm_up: int = 300
    planned_seconds: float = 1400.0
    """When the learning rate has come down to nothing, over all runs."""
    contest_games: int = 256
    contest_every: float = 30.0
    rival_every: float = 120.0
    save_every: float = 60.0
    dtype: str = "bfloat16"

    @property
    def steps(self) -> int:
        """Training steps after each turn of self-play."""
        return max(1, round(self.games * self.plies * self.passes / self.batch))

    def rate_at(self, seconds: float, steps: int) -> float:
        """The learning rate: a short warm-up, then a cosine over the planned time."""
        done = min(seconds / self.planned_seconds, 1.0)
        return (
            self.rate * min(1.0, (steps + 1) / self.warm_up) * max(0.02, 0.5 * (1 + math.cos(math.pi * done)))
        )


class _Programs:
    """Everything that is compiled, side by side, before the first move."""

    def __init__(self, plan: Plan, learner: Learner, games: Any, key: jax.Array) -> None:
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
        count = jax.ShapeDtypeStruct((), jnp.int32)
        rate = jax.ShapeDtypeStruct((), jnp.float32)
        study = partial(learn, plan.shape, steps=plan.steps, batch=plan.batch, dtype=dtype)
        wanted = {
            "play": (play, (weights, games, key)),
            "take_in": (jax.jit(take_in, donate_argnums=0), (self.replay, rows)),
            "learn": (jax.jit(study, donate_argnums=0), (learner, self.replay, count, count, rate, key)),
            "contest": (jax.jit(contest(plan.shape, plan.contest_games)), (weights, weights, key)),
            "fold": (jax.jit(partial(fold, dtype=dtype)), (learner.average, learner.average_stats)),
            "tally": (jax.jit(_tally), (rows,)),
        }

        def compile_one(name: str) -> Any:
            began = time.monotonic()
            function, arguments = wanted[name]
            compiled = function.lower(*arguments).compile()
            print(f"compiled {name} in {time.monotonic() - began:.1f} s", flush=True)
            return compiled

        with ThreadPoolExecutor(len(wanted)) as pool:
            compiled = dict(zip(wanted, pool.map(compile_one, wanted), strict=True))
        self.play, self.take_in, self.learn = compiled["play"], compiled["take_in"], compiled["learn"]
        self.contest, self.fold, self.tally = compiled["contest"], compiled["fold"], compiled["tally"]


def _zeros(shapes: Rows) -> Rows:
    return Rows(*jax.tree.map(lambda shape: jnp.zeros(shape.shape, shape.dtype), shapes))


def _tally(rows: Rows) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Games ended and red's points on each board, and the share of megaliths left standing."""
    files = jnp.sum(rows.field.cells.reshape(*rows.over.shape, 9, 14)[..., 0, :] != OUTSIDE, axis=-1)
    ranks = jnp.sum(rows.field.cells.reshape(*rows.over.shape, 9, 14)[..., :, 0] != OUTSIDE, axis=-1)
    here = [(files == size[0]) & (ranks == size[1]) & rows.over for size in BOARDS.values()]
    ended = jnp.stack([jnp.sum(rows.over), *(jnp.sum(board) for board in here)])
    points = jnp.stack([jnp.sum(jnp.where(board, (1 + rows.winner) / 2, 0)) for board in here])
    answering = rows.field.pending >= 0
    stood = jnp.sum(jnp.where(answering, rows.policy[..., PLACEMENTS + STAND].astype(jnp.float32), 0))
    return ended, points, stood / jnp.maximum(jnp.sum(answering), 1)


def train(plan: Plan, folder: Path, *, seconds: float, resume: Path | None = None, seed: int = 0) -> Progress:
    """Train until ``seconds`` have passed, compiling included; log and checkpoint go into ``folder``."""
    began = time.monotonic()
    # This generator is cheaper on a GPU than the usual one, to compile and to run.
    key = jax.random.key(seed, impl="rbg")
    progress = Progress()
    learner = jax.jit(partial(new_learner, plan.shape))(jax.random.fold_in(key, 1))
    if resume:
        shape, learner, progress = checkpoint.load(resume)
        if shape != plan.shape:
            raise ValueError(f"`{resume}` holds a network of {shape}, the plan says {plan.shape}")
        key = jax.random.fold_in(key, int(learner.steps))
    games = jax.jit(partial(first_games, plan.mix, games=plan.games))(jax.random.fold_in(key, 2))
    programs = _Programs(plan, learner, games, key)
    replay = programs.replay
    folder.mkdir(parents=True, exist_ok=True)
    # Two ends of the same second: the file a contest compares with, and the clock that the rate follows.
    rival, rival_seconds = programs.fold(learner.average, learner.average_stats), progress.seconds
    last_contest = last_save = progress.seconds
    turns, clock, slowest = 0, time.monotonic(), 0.0
    with (folder / "log.csv").open("w", newline="") as file:
        log = csv.DictWriter(file, LOG_FIELDS)
        log.writeheader()
        while time.monotonic() - began + 1.5 * slowest < seconds:
            turn_began = time.monotonic()
            row: dict[str, Any] = {}
            weights = programs.fold(learner.average, learner.average_stats)
            games, rows = programs.play(weights, games, jax.random.fold_in(key, 10 + 2 * turns))
            ended, points, stood = jax.device_get(programs.tally(rows))
            replay = programs.take_in(replay, rows)
            turns += 1
            played = time.monotonic()
            full = settled(plan.plies, turns)
            if full:
                learner, losses = _study(plan, programs, learner, replay, full, progress.seconds, key)
                row |= {name: round(float(loss), 4) for name, loss in losses._asdict().items()}
            now = time.monotonic()
            progress.seconds += now - clock
            clock = now
            progress.games += int(ended[0])
            progress.positions += plan.games * plan.plies
            if progress.seconds - last_contest >= plan.contest_every and full:
                last_contest = progress.seconds
                row |= _compare(programs, learner, rival, progress, rival_seconds, key)
                if progress.seconds - rival_seconds >= plan.rival_every:
                    progress.elo = row["elo"]
                    rival, rival_seconds = (
                        programs.fold(learner.average, learner.average_stats),
                        progress.seconds,
                    )
            shares = points / np.maximum(ended[1:], 1)
            log.writerow(
                row
                | {f"red_{name}": round(float(share), 3) for name, share in zip(BOARDS, shares, strict=True)}
                | {
                    "seconds": round(progress.seconds, 1),
                    "games": progress.games,
                    "positions": progress.positions,
                    "steps": int(learner.steps),
                    "rate": round(plan.rate_at(progress.seconds, int(learner.steps)), 6),
                    "play_seconds": round(played - turn_began, 2),
                    "learn_seconds": round(now - played, 2),
                    "plies": round(plan.games * plan.plies / max(int(ended[0]), 1), 1),
                    "stood": round(float(stood), 3),
                }
            )
            file.flush()
            print(f"turn {turns}: {row} {progress}", flush=True)
            if progress.seconds - last_save >= plan.save_every:
                last_save = progress.seconds
                checkpoint.save(folder / "checkpoint.npz", plan.shape, learner, progress)
            slowest = max(slowest, time.monotonic() - turn_began)
    checkpoint.save(folder / "checkpoint.npz", plan.shape, learner, progress)
    return progress


def _study(
    plan: Plan,
    programs: _Programs,
    learner: Learner,
    replay: Replay,
    full: int,
    seconds: float,
    key: jax.Array,
) -> tuple[Learner, Losses]:
    """One turn of training on the samples there are: the latest half of all, as many as the ring holds."""
    turn = plan.games * plan.plies
    reach = min(max((full + 1) // 2, min(full, 6)), plan.ring_turns) * turn
    newest = full % plan.ring_turns * turn
    steps = int(learner.steps)
    rate = jnp.float32(plan.rate_at(seconds, steps))
    draw = jax.random.fold_in(key, 11 + 2 * steps)
    result: tuple[Learner, Losses] = jax.block_until_ready(
        programs.learn(learner, replay, jnp.int32(newest), jnp.int32(reach), rate, draw)
    )
    return result


def _compare(
    programs: _Programs, learner: Learner, rival: Weights, progress: Progress, since: float, key: jax.Array
) -> dict[str, Any]:
    weights = programs.fold(learner.average, learner.average_stats)
    scores = jax.device_get(programs.contest(weights, rival, jax.random.fold_in(key, int(learner.steps))))
    return {
        **{f"score_{name}": round(float(score), 3) for name, score in zip(BOARDS, scores, strict=True)},
        "rival_seconds": round(since, 1),
        "elo": round(progress.elo + elo(float(np.mean(scores))), 1),
    }
