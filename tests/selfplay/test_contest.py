"""Two networks meet in pairs of games."""

from __future__ import annotations

from functools import partial

import jax
import numpy as np
import pytest

from stonefield.selfplay.carnac import GAME
from stonefield.selfplay.contest import contest
from stonefield.selfplay.network import Network, Shape
from stonefield.selfplay.training import new_train_state

# Each compiles for the accelerator's compiler first, which takes most of a minute.
pytestmark = pytest.mark.full

NETWORK = Network(GAME, Shape(blocks=1, channels=4, head=4))


def test_a_network_against_itself_wins_half_of_every_pair():
    """A network that never doubts plays both games of a pair alike, since they open alike."""
    weights = jax.jit(partial(new_train_state, NETWORK))(jax.random.key(1)).playing()
    never_doubts = {name: 1e6 * w if "/out/w" in name else w for name, w in weights.items()}
    never_doubts["place/b"] += 10.0  # else many squares look the same, and chance decides between them
    scores = np.asarray(jax.jit(contest(NETWORK, 15))(never_doubts, never_doubts, jax.random.key(2)))
    assert scores.shape == (3, 8)
    # On the small board alone this network can tell every square from every other.
    np.testing.assert_array_equal(scores[0], 0.5)
