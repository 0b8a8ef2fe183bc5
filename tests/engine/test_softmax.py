"""Priors are probabilities, the same on every machine."""

from __future__ import annotations

import hashlib
from decimal import Decimal, localcontext

import numpy as np
import pytest

from stonefield.engine.softmax import LOWEST, exponential, softmax, softmax_by_squaring, softmax_by_table

LOGITS = [-(n * 7919 % 10_007) / 500 for n in range(400)]


def test_the_exponential_is_exact_to_the_last_bit_but_one():
    with localcontext(prec=50):
        for x in (0.0, *LOGITS, -1e-9, -0.3465, -0.3466, -300.1, -707.9):
            wanted = Decimal(x).exp()
            assert abs(Decimal(exponential(x)) - wanted) < Decimal(float(np.spacing(float(wanted))))


def test_what_is_no_logit_has_no_probability():
    assert [exponential(x) for x in (LOWEST, -1e300, -np.inf, np.nan)] == [0.0] * 4


def test_the_exact_softmax_has_the_same_bits_everywhere():
    """A library's exponential differs between processors in the last bit, and so would the search."""
    logits = np.array(LOGITS)
    softmax(logits, logits.size)
    assert logits.sum() == pytest.approx(1)
    assert hashlib.sha256(logits.tobytes()).hexdigest()[:16] == "fd4ac59cf327eae8"


def test_the_quick_ones_are_near_the_exact_one():
    exact, squared, looked_up = (np.array(LOGITS) for _ in range(3))
    softmax(exact, exact.size)
    softmax_by_squaring(squared, squared.size, 1.0)
    softmax_by_table(looked_up, looked_up.size)
    assert squared == pytest.approx(exact, rel=0.25, abs=1e-5)
    assert looked_up == pytest.approx(exact, rel=0.04, abs=1e-8)


def test_only_the_moves_that_count_get_a_share():
    scores = np.array([1.0, 2.0, 99.0])
    softmax(scores, 2)
    assert scores[2] == 99.0
    assert scores[:2].sum() == pytest.approx(1)
