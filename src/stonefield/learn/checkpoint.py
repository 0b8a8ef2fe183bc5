"""A run in one file: the learner, its counters, the game and the network's shape."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.games.game import StonefieldError
from stonefield.learn.game import learned_game
from stonefield.learn.network import Network, Shape
from stonefield.learn.training import Learner, new_learner


@dataclass(slots=True)
class Progress:
    """How far a run has come."""

    seconds: float = 0.0
    """Time spent on playing and learning, compiling left out."""
    games: int = 0
    positions: int = 0
    elo: float = 0.0
    """The bare policy's gain since the beginning, summed over contests with earlier selves."""


def save(path: Path, network: Network, learner: Learner, progress: Progress) -> None:
    """Write the checkpoint; a reader never sees half of one."""
    arrays = {f"{number}": np.asarray(leaf) for number, leaf in enumerate(jax.tree.leaves(learner))}
    about = json.dumps(
        {"game": network.game.name, "shape": asdict(network.shape), "progress": asdict(progress)}
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez(file, about=np.array(about), **arrays)  # type: ignore[arg-type]
    os.replace(partial, path)


def load(path: Path) -> tuple[Network, Learner, Progress]:
    """Read a checkpoint back."""
    try:
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            network = Network(learned_game(about["game"]), Shape(**about["shape"]))
            blank = jax.eval_shape(lambda: new_learner(network, jax.random.key(0)))
            leaves, structure = jax.tree.flatten(blank)
            arrays = [jnp.asarray(file[str(number)]) for number in range(len(leaves))]
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise StonefieldError(
            f"`{path}`: no checkpoint of this version can be read there; start a new run or name another file"
        ) from error
    return network, jax.tree.unflatten(structure, arrays), Progress(**about["progress"])
