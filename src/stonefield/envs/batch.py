"""Thousands of games in one call: the compiled rules behind a plain NumPy API."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.compiled import bit_count, compiled, lowest_bit
from stonefield.envs.encoding import Planes, encode
from stonefield.envs.fast_rules import Kernel

_ONE = np.uint64(1)


class BatchedGames:
    """Many games of one kind, each waiting for an action.

    Arrays are written in place by `step` and `reset`; copy what you keep. A game that ends restarts within
    the same step: ``over`` and ``rewards`` are about the game that ended, everything else about the new one.
    A player who plays an illegal action has lost.
    """

    def __init__(self, game: str, games: int, *, threads: int | None = None, **options: Any) -> None:
        self.encoding = encode(game, **options)
        self._kernel: Kernel = self.encoding.kernel()
        actions, players = len(self.encoding.moves), len(self.encoding.start.players)
        flags = np.zeros(-(-games * actions // 8) * 8, np.int8)
        self._words = flags.view(np.uint64)
        self.masks = flags[: games * actions].reshape(games, actions)
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
        """Restart all games."""
        start = self.encoding.start
        self._states[:] = self._kernel.start
        self.masks[:] = self.encoding.mask(start)
        self.counts[:] = self.masks[0].sum() if len(self) else 0
        self.players[:] = start.players.index(start.player)
        self.rewards[:] = 0.0
        self.over[:] = False

    def step(
        self, actions: NDArray[np.integer[Any]], games: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play an action in each game; ``rewards`` and ``over``.

        With ``games`` (their numbers, or a bool for each) only these are played, and the others wait.
        """
        chosen = np.ascontiguousarray(actions, np.int32)
        waiting = self.players if games is None else self.players[games]
        if chosen.shape != waiting.shape:
            raise ValueError(f"{chosen.shape}: step takes one action for each of {waiting.size} games")
        rows: Any = (self._states, chosen, self.masks, self.counts, self.players, self.rewards, self.over)
        if games is None:
            self._side_by_side(lambda part: self._kernel.step(*(row[part] for row in rows)))
        else:
            played: list[Any] = [row if row is chosen else row[games] for row in rows]
            self._kernel.step(*played)
            self.rewards[:], self.over[:] = 0.0, False
            for row, after in zip(rows, played, strict=True):
                if row is not chosen:
                    row[games] = after
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
        draws, chosen = rng.random(len(self)), np.empty(len(self), np.int32)
        actions = self.masks.shape[1]
        self._side_by_side(
            lambda rows: _choose(
                self._words, rows.start * actions, actions, self.counts[rows], draws[rows], chosen[rows]
            )
        )
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
def _choose(
    words: NDArray[np.uint64],
    first: int,
    actions: int,
    counts: NDArray[np.int32],
    draws: NDArray[np.float64],
    chosen: NDArray[np.int32],
) -> None:
    """Turn a number from 0 to 1 into one of the legal actions of each game.

    ``words`` has the masks of all games, eight actions a word; these games' begin at action ``first``.
    """
    for game in range(chosen.size):
        left = np.int64(draws[game] * counts[game])
        begin = first + game * actions
        at = begin >> 3
        # The first word may also hold actions of the game before.
        others = np.uint64(8 * (begin & 7))
        word = words[at] >> others << others
        legal = np.int64(bit_count(word))
        while left >= legal:
            left -= legal
            at += 1
            word = words[at]
            legal = np.int64(bit_count(word))
        for _ in range(left):
            word &= word - _ONE
        chosen[game] = 8 * at + (np.int64(lowest_bit(word)) >> 3) - begin
