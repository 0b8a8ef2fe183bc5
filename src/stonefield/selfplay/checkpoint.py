"""A run in one file: the train state, its counters, the game and the network's shape."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.games.game import StonefieldError
from stonefield.selfplay.game import training_game
from stonefield.selfplay.network import Network, Shape
from stonefield.selfplay.training import TrainState, new_train_state


@dataclass(slots=True)
class Progress:
    """How far a run has come."""

    seconds: float = 0.0
    """Time spent on self-play and training, without compilation."""
    games: int = 0
    positions: int = 0
    elo: float = 0.0
    """The bare policy's gain since the start, summed over contests with earlier versions."""


def save(path: Path, network: Network, train_state: TrainState, progress: Progress) -> None:
    """Write the checkpoint; a reader never sees half of one."""
    arrays = {f"{number}": np.asarray(leaf) for number, leaf in enumerate(jax.tree.leaves(train_state))}
    about = json.dumps(
        {"game": network.game.name, "shape": asdict(network.shape), "progress": asdict(progress)}
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, about=np.array(about), **arrays)  # type: ignore[arg-type]
    os.replace(partial, path)


def save_compact(path: Path, network: Network, train_state: TrainState, progress: Progress) -> None:
    """Write a quarter of a checkpoint: weights in half precision, without the optimizer's moments.

    A run that resumes from it starts with empty moments.
    """
    fresh = new_train_state(network, jax.random.key(0)).moments
    halved = jax.tree.map(
        lambda weights: weights.astype(jnp.float16), (train_state.params, train_state.average)
    )
    compact = train_state._replace(params=halved[0], average=halved[1], moments=fresh)
    save(path, network, compact, progress)


def mean_of(paths: Sequence[Path]) -> tuple[Network, TrainState, Progress]:
    """The mean of the weights of several checkpoints of one network; the rest is that of the last one."""
    networks, train_states, progress = zip(*map(load, paths), strict=True)
    network, last = networks[-1], train_states[-1]
    for path, other in zip(paths, networks, strict=True):
        if other != network:
            raise StonefieldError(f"`{path}`: a network of another game or size than `{paths[-1]}`")

    def mean(*parts: jax.Array) -> jax.Array:
        return jnp.mean(jnp.stack(parts), axis=0)

    weights = {
        part: jax.tree.map(mean, *(getattr(train_state, part) for train_state in train_states))
        for part in ("params", "stats", "average", "average_stats")
    }
    return network, last._replace(**weights), progress[-1]


def load(path: Path) -> tuple[Network, TrainState, Progress]:
    """Read a checkpoint back."""
    try:
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            network = Network(training_game(about["game"]), Shape(**about["shape"]))
            blank = jax.eval_shape(lambda: new_train_state(network, jax.random.key(0)))
            leaves, structure = jax.tree.flatten(blank)
            arrays = [
                jnp.asarray(file[str(number)], blank_leaf.dtype) for number, blank_leaf in enumerate(leaves)
            ]
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise StonefieldError(
            f"`{path}`: no checkpoint of this version can be read there; start a new run or name another file"
        ) from error
    return network, jax.tree.unflatten(structure, arrays), Progress(**about["progress"])
