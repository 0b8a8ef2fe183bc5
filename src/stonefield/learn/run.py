"""A run: self-play and training in turns until the time is up, with a log and checkpoints on the way."""

from __future__ import annotations

import csv
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.games.game import StonefieldError
from stonefield.learn import checkpoint
from stonefield.learn.checkpoint import Progress
from stonefield.learn.contest import elo
from stonefield.learn.field import BOARDS
from stonefield.learn.network import Shape, Weights
from stonefield.learn.plan import Plan
from stonefield.learn.programs import Programs
from stonefield.learn.replay import settled
from stonefield.learn.selfplay import first_games
from stonefield.learn.students import STUDENT_FIELDS, Student
from stonefield.learn.training import Learner, new_learner
from stonefield.learn.yardstick import YARDSTICK_FIELDS, Beside

LOG_FIELDS = (
    "seconds", "games", "positions", "steps", "rate", "policy", "outcome", "dolmens", "colour",
    "play_seconds", "learn_seconds", "plies", "stood", "red_small", "red_medium", "red_large",
    "rival_seconds", "score_small", "score_medium", "score_large", "elo",
)  # fmt: skip
"""The columns of a run's log: losses by head, red's share of the points, scores against an earlier self."""


def train(
    plan: Plan,
    folder: Path,
    *,
    seconds: float,
    turns: int | None = None,
    resume: Path | None = None,
    seed: int = 0,
    yardstick: Path | None = None,
) -> Progress:
    """Train until ``seconds`` have passed, compiling included, or for so many turns.

    The log and the checkpoint go into ``folder``, with a log and a checkpoint of each student beside them,
    and a log of matches with the ``yardstick`` on the way, if one is given.
    """
    began = time.monotonic()
    beside = Beside.of(plan, yardstick) if yardstick else None
    run = Run(plan, resume, seed)
    folder.mkdir(parents=True, exist_ok=True)
    saved = run.progress.seconds
    slowest = 0.0
    log = _Log(folder / "log.csv", LOG_FIELDS)
    students_log = _Log(folder / "students.csv", STUDENT_FIELDS) if plan.students else None
    yardstick_log = _Log(folder / "yardstick.csv", YARDSTICK_FIELDS) if beside else None
    while time.monotonic() - began + 1.5 * slowest < seconds and run.turns != turns:
        turn_began = time.monotonic()
        row, lessons = run.turn()
        log.add([row])
        if students_log:
            students_log.add(lessons)
        if beside and yardstick_log:
            yardstick_log.add(beside.look_in(run.progress.seconds, run.weights()))
        print(f"turn {run.turns}: {row}", flush=True)
        if run.progress.seconds - saved >= plan.save_every:
            saved = run.progress.seconds
            run.save(folder)
        slowest = max(slowest, time.monotonic() - turn_began)
    run.save(folder)
    if beside:
        beside.end()
    return run.progress


class _Log:
    """A CSV file that is whole after every row."""

    def __init__(self, path: Path, fields: tuple[str, ...]) -> None:
        self._path, self._fields = path, fields
        with path.open("w", newline="") as file:
            csv.DictWriter(file, fields).writeheader()

    def add(self, rows: list[dict[str, Any]]) -> None:
        with self._path.open("a", newline="") as file:
            csv.DictWriter(file, self._fields).writerows(rows)


class Run:
    """All that a run holds between two turns of self-play and training."""

    def __init__(self, plan: Plan, resume: Path | None, seed: int) -> None:
        # This generator is cheaper on a GPU than the usual one, to compile and to run.
        self._key = jax.random.key(seed, impl="rbg")
        self._plan = plan
        self.progress = Progress()
        if resume:
            shape, self._learner, self.progress = checkpoint.load(resume)
            if shape != plan.shape:
                raise StonefieldError(f"`{resume}`: holds a network of {shape}, the plan says {plan.shape}")
            self._key = jax.random.fold_in(self._key, int(self._learner.steps))
        else:
            self._learner = jax.jit(partial(new_learner, plan.shape))(jax.random.fold_in(self._key, 1))
        self._students = [Student.enrol(shape, resume, self._key) for shape in plan.students]
        begin = jax.jit(partial(first_games, plan.mix, games=plan.games))
        self._games = begin(jax.random.fold_in(self._key, 2))
        students = {student.shape: student.learner for student in self._students}
        self._programs = Programs(plan, self._learner, students, self._games, self._key)
        self._replay = self._programs.replay
        self._rival, self._rival_seconds = self.weights(), self.progress.seconds
        self._compared = self.progress.seconds
        self.turns = 0

    def save(self, folder: Path) -> None:
        """Write the checkpoints."""
        checkpoint.save(folder / "checkpoint.npz", self._plan.shape, self._learner, self.progress)
        for student in self._students:
            student.save(folder)

    def turn(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Play every game on, learn from what is settled, now and then compare; the rows of the logs."""
        began = time.monotonic()
        before = replace(self.progress)
        row = self._play()
        played = time.monotonic()
        full = settled(self._plan.plies, self.turns)
        if full:
            self._learner, losses = self._learn(self._plan.shape, self._learner, full)
            row |= losses
        lessons = [self._teach(student, full) for student in self._students] if full else []
        learned = time.monotonic()
        self.progress.seconds += learned - began
        for student in self._students:
            student.follow(before, self.progress)
        if full and self.progress.seconds - self._compared >= self._plan.contest_every:
            row |= self._compare()
        steps = int(self._learner.steps)
        row |= {
            "seconds": round(self.progress.seconds, 1),
            "games": self.progress.games,
            "positions": self.progress.positions,
            "steps": steps,
            "rate": round(self._plan.rate_at(self.progress.seconds, steps), 6),
            "play_seconds": round(played - began, 2),
            "learn_seconds": round(learned - played, 2),
        }
        return row, [{"seconds": row["seconds"]} | lesson for lesson in lessons]

    def weights(self) -> Weights:
        """The averaged network as it plays now."""
        weights: Weights = self._programs.fold(self._learner.average, self._learner.average_stats)
        return weights

    def _play(self) -> dict[str, Any]:
        draw = jax.random.fold_in(self._key, 10 + 2 * self.turns)
        self._games, rows = self._programs.play(self.weights(), self._games, draw)
        ended, points, stood = jax.device_get(self._programs.tally(rows))
        self._replay = self._programs.take_in(self._replay, rows)
        self.turns += 1
        decisions = self._plan.games * self._plan.plies
        self.progress.games += int(ended[0])
        self.progress.positions += decisions
        shares = points / np.maximum(ended[1:], 1)
        return {
            **{f"red_{name}": round(float(share), 3) for name, share in zip(BOARDS, shares, strict=True)},
            "plies": round(decisions / max(int(ended[0]), 1), 1),
            "stood": round(float(stood), 3),
        }

    def _teach(self, student: Student, full: int) -> dict[str, Any]:
        """As many steps as the main network learns; the row of the students' log."""
        began = time.monotonic()
        rate = self._plan.rate_at(self.progress.seconds, int(student.learner.steps))
        student.learner, losses = self._learn(student.shape, student.learner, full)
        return losses | {
            "student": student.shape.size,
            "steps": int(student.learner.steps),
            "rate": round(rate, 6),
            "learn_seconds": round(time.monotonic() - began, 2),
        }

    def _learn(self, shape: Shape, learner: Learner, full: int) -> tuple[Learner, dict[str, Any]]:
        """Train on the samples there are: the latest half of all, as many as the ring holds."""
        plan = self._plan
        turn = plan.games * plan.plies
        reach = min(max((full + 1) // 2, min(full, 6)), plan.ring_turns) * turn
        newest = full % plan.ring_turns * turn
        steps = int(learner.steps)
        learner, losses = self._programs.learn[shape](
            learner,
            self._replay,
            jnp.int32(newest),
            jnp.int32(reach),
            jnp.float32(plan.rate_at(self.progress.seconds, steps)),
            jax.random.fold_in(self._key, 11 + 2 * steps),
        )
        return learner, {name: round(float(loss), 4) for name, loss in losses._asdict().items()}

    def _compare(self) -> dict[str, Any]:
        """The bare policy against its earlier self, which is replaced when it has grown old."""
        weights = self.weights()
        draw = jax.random.fold_in(self._key, int(self._learner.steps))
        scores = jax.device_get(self._programs.contest(weights, self._rival, draw))
        strength = round(self.progress.elo + elo(float(np.mean(scores))), 1)
        row = {
            **{f"score_{name}": round(float(score), 3) for name, score in zip(BOARDS, scores, strict=True)},
            "rival_seconds": round(self._rival_seconds, 1),
            "elo": strength,
        }
        self._compared = self.progress.seconds
        if self.progress.seconds - self._rival_seconds >= self._plan.rival_every:
            self.progress.elo = strength
            self._rival, self._rival_seconds = weights, self.progress.seconds
        return row
