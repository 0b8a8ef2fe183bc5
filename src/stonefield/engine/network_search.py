"""Search with a policy and value network (AlphaZero): batches of leaves, and a cache of evaluations.

Leaves are selected in batches and evaluated together. A leaf that waits for its evaluation is marked as
EXPANDING, so no other descent ends there meanwhile, and the virtual loss on the way to it makes the next
descents look elsewhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import Whole, Word, add_shared, compiled
from stonefield.engine.tree import MAX_DEPTH, SCALE, Tree

Numbers = NDArray[np.int64]
Reals = NDArray[np.float32]


class Batch(NamedTuple):
    """Leaves that wait for their evaluation, with the path that led to each."""

    states: NDArray[Any]
    """[B, …] in the game's own form"""
    paths: Numbers
    """[B, PATH]"""
    movers: Numbers
    """[B, PATH]"""
    lengths: Numbers
    """[B]"""
    planes: Reals
    """[B, planes, squares]"""
    evaluations: Reals
    """[B, outputs] logits of the moves, then what the game keeps of value and lead"""


class EvaluationCache(NamedTuple):
    """The network's outputs by the key of the state: a transposition need not be evaluated again.

    Threads share it without locks. A row is found only with the checksum that was written with it (Hyatt &
    Mann 2002), so a row torn by two threads reads as nothing, in whatever order their writes arrive.
    """

    keys: NDArray[np.uint64]
    checks: NDArray[np.uint64]
    """[entry] the key exclusive-or the checksum of the row"""
    evaluations: Reals


def blank_batch(size: int, state: NDArray[Any], planes: tuple[int, int], outputs: int) -> Batch:
    """Room for this many leaves whose states are like the one given."""
    return Batch(
        states=np.zeros((size, *state.shape), dtype=state.dtype),
        paths=np.zeros((size, MAX_DEPTH), dtype=np.int64),
        movers=np.zeros((size, MAX_DEPTH), dtype=np.int64),
        lengths=np.zeros(size, dtype=np.int64),
        planes=np.zeros((size, *planes), dtype=np.float32),
        evaluations=np.zeros((size, outputs), dtype=np.float32),
    )


def blank_cache(megabytes: int, outputs: int) -> EvaluationCache:
    """An empty cache that never takes more memory than given."""
    bytes_each = 16 + 4 * outputs
    entries = 1 << max(4, (megabytes * (1 << 20) // bytes_each).bit_length() - 1)
    return EvaluationCache(
        keys=np.zeros(entries, dtype=np.uint64),
        checks=np.zeros(entries, dtype=np.uint64),
        evaluations=np.empty((entries, outputs), dtype=np.float32),
    )


@compiled
def recall(cache: EvaluationCache, key: Word, batch: Batch, nth: Whole) -> bool:
    """Give a leaf the evaluation of its state, if it is known."""
    slot = np.int64(key & np.uint64(cache.keys.size - 1))
    if cache.keys[slot] != key:
        return False
    # Another thread may write here meanwhile: what counts is the copy.
    check = cache.checks[slot]
    return bool(check ^ _copy_row(cache.evaluations[slot], batch.evaluations[nth]) == key)


@compiled
def remember(cache: EvaluationCache, key: Word, batch: Batch, nth: Whole) -> None:
    """Keep the evaluation of a leaf."""
    slot = np.int64(key & np.uint64(cache.keys.size - 1))
    cache.checks[slot] = key ^ _copy_row(batch.evaluations[nth], cache.evaluations[slot])
    cache.keys[slot] = key


@compiled
def undo_virtual_loss(tree: Tree, path: Numbers, movers: Numbers, length: Whole) -> None:
    """Take back the visits and virtual losses of a descent that led nowhere."""
    for depth in range(1, length):
        add_shared(tree.visits, path[depth], -1)
        add_shared(tree.values, path[depth], (1 - 2 * movers[depth - 1]) * SCALE)


@compiled
def _copy_row(source: Reals, target: Reals) -> Word:
    """Copy an evaluation; its checksum (FNV-1a, a number at a time)."""
    numbers, copied = source.view(np.uint32), target.view(np.uint32)
    checksum = np.uint64(0xCBF29CE484222325)
    for place in range(numbers.size):
        number = numbers[place]
        copied[place] = number
        checksum = (checksum ^ np.uint64(number)) * np.uint64(0x100000001B3)
    return checksum
