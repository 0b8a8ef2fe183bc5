"""From self-play to samples: waiting for a game's end, then a ring of recent samples on the device."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.games.game import StonefieldError
from stonefield.selfplay.game import AnyState, Ending
from stonefield.selfplay.playing import Rows


class Samples(NamedTuple):
    """Decisions with what the game came to. Colours are absolute, as in states."""

    state: AnyState
    policy: jax.Array
    value: jax.Array
    counts: jax.Array
    ending: Ending


class Replay(NamedTuple):
    """The last decisions whose games may not be over, and the ring of settled samples."""

    waiting: Rows
    """[the longest game rounded up to whole turns of self-play + one more, B]"""
    ring: Samples
    """[capacity]"""
    turns: jax.Array
    """int32: how many turns of self-play have been taken in"""


def waiting_plies(longest: int, plies: int) -> int:
    """How many decisions of each game must be kept until the oldest ``plies`` are sure to be settled."""
    return plies * (1 + -(-(longest - 1) // plies))


def empty_replay(rows: Rows, longest: int, turns: int) -> Replay:
    """Room for that many turns of self-play, each shaped like ``rows`` ([plies, B])."""
    plies, games = rows.over.shape
    waiting = jax.tree.map(lambda x: jnp.zeros((waiting_plies(longest, plies), *x.shape[1:]), x.dtype), rows)
    blank = Samples(rows.state, rows.policy, rows.value, rows.counts, rows.ending)
    ring = jax.tree.map(lambda x: jnp.zeros((turns * plies * games, *x.shape[2:]), x.dtype), blank)
    return Replay(Rows(*waiting), Samples(*ring), jnp.int32(0))


def settled(longest: int, plies: int, turns: int) -> int:
    """How many of ``turns`` turns of self-play have given samples."""
    return max(0, turns - waiting_plies(longest, plies) // plies + 1)


def take_in(replay: Replay, rows: Rows) -> Replay:
    """Add rows[plies, B]; the oldest decisions waiting become samples."""
    plies = rows.over.shape[0]
    waiting = Rows(*jax.tree.map(lambda old, new: jnp.concatenate([old[plies:], new]), replay.waiting, rows))
    samples = settle(waiting, plies)
    ahead = waiting.over.shape[0] // plies - 1
    count = samples.ending.winner.shape[0]
    slots = replay.ring.ending.winner.shape[0] // count
    # Until the oldest decisions are real ones their place is overwritten again and again.
    place = jnp.maximum(replay.turns - ahead, 0) % slots * count

    def put(ring: jax.Array, new: jax.Array) -> jax.Array:
        return jax.lax.dynamic_update_slice_in_dim(ring, new, place, axis=0)

    return Replay(waiting, Samples(*jax.tree.map(put, replay.ring, samples)), replay.turns + 1)


def settle(waiting: Rows, plies: int) -> Samples:
    """The oldest ``plies`` decisions with their games' ends, flattened to samples."""

    def back(end: Ending, row: tuple[jax.Array, Ending]) -> tuple[Ending, Ending]:
        over, here = row
        known = jax.tree.map(
            lambda now, then: jnp.where(over.reshape(-1, *[1] * (then.ndim - 1)), now, then), here, end
        )
        return known, known

    nothing = jax.tree.map(lambda part: jnp.zeros_like(part[0]), waiting.ending)
    _, endings = jax.lax.scan(back, nothing, (waiting.over, waiting.ending), reverse=True)
    samples = Samples(waiting.state, waiting.policy, waiting.value, waiting.counts, endings)
    return Samples(*jax.tree.map(lambda x: x[:plies].reshape(plies * x.shape[1], *x.shape[2:]), samples))


def draw(ring: Samples, newest: jax.Array, reach: jax.Array, key: jax.Array, count: int) -> Samples:
    """Random samples among the ``reach`` latest before position ``newest`` of the ring."""
    back = jax.random.randint(key, (count,), 1, reach + 1)
    index = (newest - back) % ring.ending.winner.shape[0]
    return Samples(*jax.tree.map(lambda x: x[index], ring))


def save_samples(path: Path, games: AnyState, replay: Replay) -> None:
    """Write the unfinished games and all samples: some gigabytes, for the next run."""
    arrays = {f"{number}": np.asarray(leaf) for number, leaf in enumerate(jax.tree.leaves((games, replay)))}
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    os.replace(partial, path)


def load_samples(path: Path, games: AnyState, replay: Replay) -> tuple[AnyState, Replay]:
    """Read them back; they must be of the size of these."""
    blank, structure = jax.tree.flatten((games, replay))
    try:
        with np.load(path) as file:
            kept = [file[str(number)] for number in range(len(blank))]
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise StonefieldError(f"`{path}`: no samples of a run; name another file") from error
    if any((new.shape, new.dtype) != (old.shape, old.dtype) for new, old in zip(kept, blank, strict=True)):
        raise StonefieldError(f"`{path}`: samples of a run of another game or size; name another file")
    games, replay = jax.tree.unflatten(structure, [jnp.asarray(array) for array in kept])
    return games, replay
