"""Thousands of games in one call: the compiled rules behind a plain NumPy API."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import compiled
from stonefield.envs.encoding import Planes, encode

BLOCK = 32


class Kernel(Protocol):
    """A game's compiled rules, without the GIL. All arrays have a row for each game."""

    start: NDArray[Any]
    """The state in which a game begins."""

    def step(
        self,
        states: NDArray[Any],
        actions: NDArray[np.int32],
        masks: NDArray[np.int8],
        counts: NDArray[np.int32],
        players: NDArray[np.int8],
        rewards: NDArray[np.float32],
        over: NDArray[np.bool_],
    ) -> None:
        """Play an action in each game, begin ended ones anew, and write all but the actions."""
        ...

    def observe(self, states: NDArray[Any], planes: Planes) -> None:
        """Write float32[games, squares, planes] as the players who decide see it."""
        ...


class BatchedGames:
    """Many games of one kind, each waiting for an action.

    Arrays are written in place by `step` and `reset`; copy what you keep. A game that ends begins anew within
    the same step: ``over`` and ``rewards`` tell of the game that ended, everything else of the new one. Who
    plays an illegal action has lost.
    """

    def __init__(self, game: str, games: int, *, threads: int | None = None, **options: Any) -> None:
        self.encoding = encode(game, **options)
        self._kernel: Kernel = self.encoding.kernel()
        actions, players = len(self.encoding.moves), len(self.encoding.start.players)
        self.masks = np.zeros((games, actions), np.int8)
        """int8[games, actions]: 1 for what is legal."""
        self.counts = np.zeros(games, np.int32)
        """int32[games]: the number of legal actions."""
        self.players = np.zeros(games, np.int8)
        """int8[games]: who decides, numbered in the order of first turns."""
        self.rewards = np.zeros((games, players), np.float32)
        """float32[games, players]: 1, 0 or -1 for games that have just ended."""
        self.over = np.zeros(games, np.bool_)
        """bool[games]: which games have just ended."""
        self._states = np.zeros((games, self._kernel.start.size), self._kernel.start.dtype)
        self._planes: Planes | None = None
        workers = min(threads or os.cpu_count() or 1, games)
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None
        ends = np.linspace(0, games, workers + 1).astype(int)
        self._slices = [slice(*pair) for pair in pairwise(ends)]
        self.reset()

    def __len__(self) -> int:
        return self.players.size

    def reset(self) -> None:
        """Begin all games anew."""
        start = self.encoding.start
        self._states[:] = self._kernel.start
        self.masks[:] = self.encoding.mask(start)
        self.counts[:] = self.masks[0].sum() if len(self) else 0
        self.players[:] = start.players.index(start.player)
        self.rewards[:] = 0.0
        self.over[:] = False

    def step(self, actions: NDArray[np.integer[Any]]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play an action in each game; ``rewards`` and ``over``."""
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != self.players.shape:
            raise ValueError(f"{chosen.shape}: step takes one action for each of {len(self)} games")

        def part(rows: slice) -> None:
            self._kernel.step(
                self._states[rows],
                chosen[rows],
                self.masks[rows],
                self.counts[rows],
                self.players[rows],
                self.rewards[rows],
                self.over[rows],
            )

        self._side_by_side(part)
        return self.rewards, self.over

    def observe(self) -> Planes:
        """float32[games, ranks, files, planes]: each game as the player who decides sees it."""
        ranks, files, planes = self.encoding.shape
        if self._planes is None:
            self._planes = np.zeros((len(self), ranks * files, planes), np.float32)
        seen = self._planes
        self._side_by_side(lambda rows: self._kernel.observe(self._states[rows], seen[rows]))
        return seen.reshape(len(self), *self.encoding.shape)

    def random_actions(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """int32[games]: a legal action for each game, all equally likely."""
        chosen = rng.integers(0, self.counts, dtype=np.int32)
        self._side_by_side(lambda rows: _nth_legal(self.masks[rows], chosen[rows]))
        return chosen

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _side_by_side(self, work: Callable[[slice], None]) -> None:
        if self._pool is None:
            for rows in self._slices:
                work(rows)
        else:
            list(self._pool.map(work, self._slices))


@compiled
def _nth_legal(masks: NDArray[np.int8], chosen: NDArray[np.int32]) -> None:
    """Replace each number n by the n-th legal action."""
    actions = masks.shape[1]
    for game in range(chosen.size):
        mask, left, action = masks[game], chosen[game], 0
        # Whole blocks are counted with vector instructions; only the one it lies in is looked at one by one.
        while action + BLOCK <= actions:
            legal = 0
            for at in range(BLOCK):
                legal += mask[action + at]
            if left < legal:
                break
            left -= legal
            action += BLOCK
        while mask[action] == 0 or left > 0:
            left -= mask[action]
            action += 1
        chosen[game] = action
