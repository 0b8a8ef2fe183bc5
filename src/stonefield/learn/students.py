"""Networks of other sizes that learn from the main one's games and never play themselves.

Playing costs most of a run, so a student is cheap; students of several sizes taught by the same games show
which size is worth its time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

import jax

from stonefield.games.game import StonefieldError
from stonefield.learn import checkpoint
from stonefield.learn.checkpoint import Progress
from stonefield.learn.network import Network, Shape
from stonefield.learn.training import Learner, new_learner

STUDENT_FIELDS = (
    "seconds", "student", "steps", "rate", "policy", "outcome", "score", "colour", "value",
    "learn_seconds",
)  # fmt: skip
"""The columns of the students' log, a row for each student and turn."""


def read_students(text: str) -> tuple[Shape, ...]:
    """Sizes parted by commas, such as ``4x48,8x96``."""
    shapes = tuple(Shape.read(size) for size in text.split(","))
    if len(set(shapes)) < len(shapes):
        raise StonefieldError(f"`{text}`: a size is named twice; each student has a size of its own")
    return shapes


@dataclass(slots=True)
class Student:
    """One of them, with what it has learned from."""

    network: Network
    learner: Learner
    progress: Progress

    @classmethod
    def enrol(cls, network: Network, resume: Path | None, key: jax.Array) -> Self:
        """The student that lies beside the checkpoint ``resume``, else one that knows nothing."""
        path = resume.with_name(_file(network)) if resume else None
        if not path or not path.exists():
            learner = jax.jit(partial(new_learner, network))(jax.random.fold_in(key, 3))
            return cls(network, learner, Progress())
        found, learner, progress = checkpoint.load(path)
        if found != network:
            raise StonefieldError(f"`{path}`: holds {found}, the plan says {network}")
        return cls(network, learner, progress)

    def follow(self, before: Progress, after: Progress) -> None:
        """Count what the run has played between these two moments."""
        self.progress.seconds += after.seconds - before.seconds
        self.progress.games += after.games - before.games
        self.progress.positions += after.positions - before.positions

    def save(self, folder: Path) -> None:
        """Write its checkpoint."""
        checkpoint.save(folder / _file(self.network), self.network, self.learner, self.progress)


def _file(network: Network) -> str:
    return f"student-{network.shape.size}.npz"
