"""The compiled rules of Caminos for `stonefield.envs.batch`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.caminos.arrays import layout_of, scratch_for, state_of
from stonefield.engine.caminos.batch import observe_games, step_games
from stonefield.games.caminos import Position


class CaminosKernel:
    """Steps many games with one set of options."""

    def __init__(self, start: Position, mask: NDArray[np.int8]) -> None:
        self.start = state_of(start)
        self._mask = mask
        self._layout = layout_of(start)
        self._on_board = np.zeros(start.board.files * start.board.ranks, np.float32)
        self._on_board[list(start.board.squares)] = 1.0
        self._full_hand = np.array(start.setup.full_hand, np.float32)

    def step(self, *games: Any) -> None:
        """Play an action in each game; threads may do so side by side, so each gets working space."""
        step_games(self._layout, self.start, self._mask, scratch_for(self._layout), *games)

    def observe(self, states: Any, planes: Any) -> None:
        """Write what is to be seen."""
        overall = np.empty(planes.shape[2] - 10, np.float32)
        observe_games(self._layout, self._on_board, self._full_hand, overall, states, planes)
