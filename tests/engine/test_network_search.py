"""The cache of evaluations that threads share: a row is found whole or not at all."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from stonefield.engine.network_search import (
    Batch,
    EvaluationCache,
    blank_batch,
    blank_cache,
    recall,
    remember,
)

OUTPUTS = 2_000
KEY = np.uint64(0x9E3779B97F4A7C15)
OTHER = KEY ^ np.uint64(1 << 63)
"""Another key with the same place in the cache."""


@pytest.fixture
def cache() -> EvaluationCache:
    return blank_cache(1, OUTPUTS)


def leaves(*evaluations: float) -> Batch:
    """Leaves each of whose outputs is the number given."""
    batch = blank_batch(len(evaluations), np.zeros(1, dtype=np.uint64), (1, 1), OUTPUTS)
    for nth, number in enumerate(evaluations):
        batch.evaluations[nth] = number
    return batch


def test_an_evaluation_is_found_again_bit_by_bit(cache):
    batch = leaves(0, 0)
    batch.evaluations[0] = np.random.default_rng(1).normal(size=OUTPUTS)
    remember(cache, KEY, batch, 0)
    assert recall(cache, KEY, batch, 1)
    assert batch.evaluations[0].tobytes() == batch.evaluations[1].tobytes()


def test_another_position_in_the_same_place_is_not_found(cache):
    batch = leaves(1, 2)
    remember(cache, KEY, batch, 0)
    assert not recall(cache, OTHER, batch, 1)
    remember(cache, OTHER, batch, 1)
    assert not recall(cache, KEY, batch, 0)
    assert recall(cache, OTHER, batch, 0)


@pytest.mark.parametrize("at", [0, 1, OUTPUTS // 2, OUTPUTS - 1])
def test_a_row_half_written_by_another_thread_is_refused(cache, at):
    """A thread has read the key when another one begins to write its own row there."""
    batch = leaves(1, 2, 3)
    remember(cache, KEY, batch, 0)
    slot = int(KEY & np.uint64(cache.keys.size - 1))
    cache.evaluations[slot, at:] = batch.evaluations[1, at:]
    assert not recall(cache, KEY, batch, 2)


def test_the_key_of_one_writer_over_the_row_of_another_is_refused(cache):
    """Two threads write at once, and each has the last word about a part."""
    batch = leaves(1, 2, 3)
    remember(cache, KEY, batch, 0)
    ours = cache.keys.copy(), cache.checks.copy()
    remember(cache, OTHER, batch, 1)
    for kept, written in zip(ours, (cache.keys, cache.checks), strict=True):
        written[:] = kept
        assert not recall(cache, KEY, batch, 2)
        assert not recall(cache, OTHER, batch, 2)


@pytest.mark.full
def test_threads_over_one_place_never_find_half_a_row(cache):
    """Two threads write two positions in turn while this one reads."""
    keys, done = (KEY, OTHER), threading.Event()

    def write(nth: int) -> None:
        own = leaves(1, 2)
        while not done.is_set():
            remember(cache, keys[nth], own, nth)

    writers = [threading.Thread(target=write, args=(nth,)) for nth in (0, 1)]
    for writer in writers:
        writer.start()
    batch = leaves(0)
    try:
        for nth in range(40_000):
            if recall(cache, keys[nth & 1], batch, 0):
                assert set(batch.evaluations[0]) == {1.0 + (nth & 1)}
    finally:
        done.set()
        for writer in writers:
            writer.join()
