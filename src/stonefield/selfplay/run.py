"""A run: self-play and training in turns until the time is up, with a log and checkpoints on the way."""

from __future__ import annotations

import csv
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.games.game import StonefieldError
from stonefield.selfplay import checkpoint
from stonefield.selfplay.checkpoint import Progress
from stonefield.selfplay.contest import elo_gain
from stonefield.selfplay.game import TrainingGame
from stonefield.selfplay.network import Weights
from stonefield.selfplay.plan import Plan
from stonefield.selfplay.programs import Programs
from stonefield.selfplay.replay import load_samples, save_samples, settled
from stonefield.selfplay.training import new_train_state


def log_fields(game: TrainingGame) -> tuple[str, ...]:
    """The columns of a run's log.

    Losses by head; on each board the first colour's share of the points, the share of draws, and the score
    against an earlier self.
    """
    return (
        *("seconds", "games", "positions", "steps", "rate", "policy", "outcome", "score", "colour", "value"),
        *("play_seconds", "train_seconds", "plies"),
        *(f"{game.colours[0]}_{board}" for board in game.boards),
        *(f"drawn_{board}" for board in game.boards),
        "rival_seconds",
        *(f"score_{board}" for board in game.boards),
        "elo",
    )


def train(
    plan: Plan,
    folder: Path,
    *,
    seconds: float,
    turns: int | None = None,
    resume: Path | None = None,
    samples: Path | None = None,
    seed: int = 0,
) -> Progress:
    """Train until ``seconds`` have passed, including compilation, or for this many turns.

    The log and the checkpoint go into ``folder``. With ``samples`` the run continues with the games and
    samples in that file, if it is there, and writes its own there.
    """
    began = time.monotonic()
    run = Run(plan, resume, seed, samples)
    last = run.turns + turns if turns is not None else None
    folder.mkdir(parents=True, exist_ok=True)
    saved = run.progress.seconds
    slowest = 0.0
    log = _Log(folder / "log.csv", log_fields(plan.game))
    while time.monotonic() - began + 1.5 * slowest < seconds and run.turns != last:
        turn_began = time.monotonic()
        row = run.turn()
        log.add(row)
        print(f"turn {run.turns}: {row}", flush=True)
        if run.progress.seconds - saved >= plan.save_every:
            saved = run.progress.seconds
            run.save(folder)
        slowest = max(slowest, time.monotonic() - turn_began)
    run.save(folder)
    if samples:
        run.keep(samples)
    return run.progress


class _Log:
    """A CSV file that is whole after every row."""

    def __init__(self, path: Path, fields: tuple[str, ...]) -> None:
        self._path, self._fields = path, fields
        with path.open("w", newline="") as file:
            csv.DictWriter(file, fields).writeheader()

    def add(self, row: dict[str, Any]) -> None:
        with self._path.open("a", newline="") as file:
            csv.DictWriter(file, self._fields).writerow(row)


class Run:
    """All that a run holds between two turns of self-play and training."""

    def __init__(self, plan: Plan, resume: Path | None, seed: int, samples: Path | None = None) -> None:
        # This generator is cheaper on a GPU than the usual one, to compile and to run.
        self._key = jax.random.key(seed, impl="rbg")
        self._plan = plan
        self.progress = Progress()
        if resume:
            network, self._train_state, self.progress = checkpoint.load(resume)
            if network != plan.network:
                raise StonefieldError(f"`{resume}`: holds {network}, the plan says {plan.network}")
            self._key = jax.random.fold_in(self._key, int(self._train_state.steps))
        else:
            self._train_state = jax.jit(partial(new_train_state, plan.network))(
                jax.random.fold_in(self._key, 1)
            )
        begin = jax.jit(plan.game.first_games, static_argnums=(1, 2))
        self._games = begin(jax.random.fold_in(self._key, 2), plan.games, plan.board_shares)
        self._programs = Programs(plan, self._train_state, self._games, self._key)
        self._replay = self._programs.replay
        self._rival, self._rival_seconds = self.weights(), self.progress.seconds
        self._compared = self.progress.seconds
        if samples and samples.exists():
            self._games, self._replay = load_samples(samples, self._games, self._replay)
        self.turns = int(self._replay.turns)
        """Turns of self-play, including those of the run whose samples this one continues with."""

    def save(self, folder: Path) -> None:
        """Write the checkpoint."""
        checkpoint.save(folder / "checkpoint.npz", self._plan.network, self._train_state, self.progress)

    def keep(self, path: Path) -> None:
        """Write the unfinished games and the samples, for the next run."""
        save_samples(path, self._games, self._replay)

    def turn(self) -> dict[str, Any]:
        """Continue every game, train on settled samples, sometimes compare; the row of the log."""
        began = time.monotonic()
        row = self._play()
        played = time.monotonic()
        full = settled(self._plan.game.longest, self._plan.plies, self.turns)
        if full:
            row |= self._train(full)
        trained = time.monotonic()
        self.progress.seconds += trained - began
        if full and self.progress.seconds - self._compared >= self._plan.contest_every:
            row |= self._compare()
        steps = int(self._train_state.steps)
        return row | {
            "seconds": round(self.progress.seconds, 1),
            "games": self.progress.games,
            "positions": self.progress.positions,
            "steps": steps,
            "rate": round(self._plan.rate_at(self.progress.seconds, steps), 6),
            "play_seconds": round(played - began, 2),
            "train_seconds": round(trained - played, 2),
        }

    def weights(self) -> Weights:
        """The averaged network as it plays now."""
        weights: Weights = self._programs.fold(self._train_state.average, self._train_state.average_stats)
        return weights

    def _play(self) -> dict[str, Any]:
        draw = jax.random.fold_in(self._key, 10 + 2 * self.turns)
        self._games, rows = self._programs.play(self.weights(), self._games, draw)
        ended, points, drawn = jax.device_get(self._programs.tally(rows))
        self._replay = self._programs.take_in(self._replay, rows)
        self.turns += 1
        decisions = self._plan.games * self._plan.plies
        self.progress.games += int(ended[0])
        self.progress.positions += decisions
        on_boards = np.maximum(ended[1:], 1)
        return {
            **self._by_board(self._plan.game.colours[0], points / on_boards),
            **self._by_board("drawn", drawn / on_boards),
            "plies": round(decisions / max(int(ended[0]), 1), 1),
        }

    def _by_board(self, what: str, values: Iterable[float]) -> dict[str, float]:
        boards = self._plan.game.boards
        return {
            f"{what}_{board}": round(float(value), 3) for board, value in zip(boards, values, strict=True)
        }

    def _train(self, full: int) -> dict[str, Any]:
        """Train on the samples there are: the latest half of all, as many as the ring holds. The losses."""
        plan = self._plan
        turn = plan.games * plan.plies
        reach = min(max((full + 1) // 2, min(full, 6)), plan.ring_turns) * turn
        newest = full % plan.ring_turns * turn
        steps = int(self._train_state.steps)
        self._train_state, losses = self._programs.train(
            self._train_state,
            self._replay,
            jnp.int32(newest),
            jnp.int32(reach),
            jnp.float32(plan.rate_at(self.progress.seconds, steps)),
            jax.random.fold_in(self._key, 11 + 2 * steps),
        )
        return {name: round(float(loss), 4) for name, loss in losses._asdict().items()}

    def _compare(self) -> dict[str, Any]:
        """The bare policy against its earlier self, which is replaced from time to time."""
        weights = self.weights()
        draw = jax.random.fold_in(self._key, int(self._train_state.steps))
        scores = np.mean(jax.device_get(self._programs.contest(weights, self._rival, draw)), axis=1)
        strength = round(self.progress.elo + elo_gain(float(np.mean(scores))), 1)
        row = {
            **self._by_board("score", scores),
            "rival_seconds": round(self._rival_seconds, 1),
            "elo": strength,
        }
        self._compared = self.progress.seconds
        if self.progress.seconds - self._rival_seconds >= self._plan.rival_every:
            self.progress.elo = strength
            self._rival, self._rival_seconds = weights, self.progress.seconds
        return row
