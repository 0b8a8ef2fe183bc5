"""Random numbers for compiled code: xorshift, one word of state a thread."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import Whole, Word, inlined

Words = NDArray[np.uint64]


def random_words(seed: int, thread: int) -> Words:
    """Where a thread's sequence of random numbers begins: well mixed, never zero."""
    mask = (1 << 64) - 1
    mixed = (seed * 0x9E3779B97F4A7C15 + (thread + 1) * 0xD6E8FEB86659FD93) & mask
    for _ in range(2):
        mixed = (mixed ^ mixed >> 31) * 0xBF58476D1CE4E5B9 & mask
    return np.array([mixed or 1], dtype=np.uint64)


@inlined
def next_random(random: Words) -> Word:
    """The next of a sequence of 64 random bits (xorshift); ``random`` holds its last one, never zero."""
    bits = random[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    random[0] = bits
    return bits


@inlined
def below(random: Words, bound: Whole) -> Whole:
    """A random whole number from 0 up to, but not including, ``bound`` (at most 2**31)."""
    return np.int64((next_random(random) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))
