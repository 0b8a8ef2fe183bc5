"""The compiled rules of Carnac for `stonefield.envs.batch`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stonefield.engine.carnac.arrays import STATE_WORDS, layout_of, state_of
from stonefield.engine.carnac.batch import BATCH_WORDS, observe_games, step_games
from stonefield.engine.carnac.dolmens import SCRATCH
from stonefield.games.carnac import Position


class CarnacKernel:
    """Steps many games with one set of options."""

    def __init__(self, start: Position) -> None:
        self.start = np.zeros(BATCH_WORDS, np.uint64)
        self.start[:STATE_WORDS] = state_of(start)
        self._layout = layout_of(start)
        setup = start.setup
        self._rules = np.array([setup.first, setup.swap, setup.stock], np.int64)

    def step(self, *games: Any) -> None:
        """Play an action in each game; threads may do so side by side, so each gets working space."""
        step_games(self._layout, self._rules, self.start, np.empty(SCRATCH, np.int64), *games)

    def observe(self, states: Any, planes: Any) -> None:
        """Write what is to be seen."""
        observe_games(self._layout, self._rules, states, planes)
