"""Policy and value networks evaluated by ONNX Runtime, and what runs a search that they lead."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import numpy as np

from stonefield.engine.arithmetic import ARITHMETICS, chosen, session, weights_of
from stonefield.engine.network_search import Batch, Reals
from stonefield.engine.search import in_all_threads
from stonefield.engine.tree import LEAF, Tree

SMALL_BATCH, BATCH = 8, 16
"""Leaves evaluated together: more are cheaper each, but selected with less known."""
MANY_SQUARES = 80
"""On larger boards a large batch would keep ``stop`` waiting."""
FEW_NODES = 2_000
"""Searches of so few nodes want every leaf well chosen rather than cheap."""
REFLECTIONS: tuple[tuple[int, ...], ...] = ((), (1,), (2,), (1, 2))
"""The axes of planes[planes, ranks, files] along which a board can be mirrored."""
CACHE_PART = 4
"""One part in this many of the memory is for evaluations."""


def batch_size(squares: int, nodes: float) -> int:
    """How many leaves to evaluate together on a board of this many squares in a search of this many nodes."""
    return SMALL_BATCH if nodes <= FEW_NODES or squares > MANY_SQUARES else BATCH


class OnnxNetwork(ABC):
    """A network on one thread of this machine's processor; several of them may run side by side."""

    game_name: ClassVar[str]
    score_name: ClassVar[str]
    """Its output of both scores at the end."""

    def __init__(self, arithmetic: str | None = None) -> None:
        """In an arithmetic of ``ARITHMETICS``; without one, in that which is faster here."""
        self.arithmetic = arithmetic or chosen(self.game_name)
        self._session = session(weights_of(self.game_name, self.arithmetic))

    @classmethod
    def is_installed(cls) -> bool:
        """Whether this installation carries the weights."""
        return all(weights_of(cls.game_name, arithmetic).is_file() for arithmetic in ARITHMETICS)

    @abstractmethod
    def evaluate(self, planes: Reals, files: int, evaluations: Reals) -> None:
        """Evaluate planes[B, planes, squares]; the outputs go into evaluations[B, outputs]."""

    def run(self, outputs: Sequence[str], planes: Reals, files: int) -> list[Reals]:
        """The outputs of those names for planes[B, planes, squares]."""
        count, depth, squares = planes.shape
        seen = planes.reshape(count, depth, squares // files, files)
        ran: list[Reals] = self._session.run(list(outputs), {"planes": seen})
        return ran


def expectations(network: OnnxNetwork, planes: Reals, files: int) -> tuple[Reals, Reals, Reals]:
    """Of the end, for the colour that decides: each square's chance to show it, and the other; both scores.

    ``planes[planes, squares]`` are of one position; the mean is taken over the board's four reflections.
    """
    depth, squares = planes.shape
    canvas = planes.reshape(depth, squares // files, files)
    turned = [np.flip(canvas, axes) for axes in REFLECTIONS]
    seen = np.ascontiguousarray(turned).reshape(len(turned), depth, squares)
    colour, score = network.run(("colour", network.score_name), seen, files)
    shares = np.exp(colour - colour.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    mean = np.mean([np.flip(one, axes) for one, axes in zip(shares, REFLECTIONS, strict=True)], axis=0)
    _, mine, theirs = mean.reshape(3, squares)
    return mine, theirs, score.mean(axis=0)


def values_of(outcome: Reals) -> Reals:
    """Chances to win less chances to lose, from logits[B, 3] of win, draw and loss."""
    chances = np.exp(outcome - outcome.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    values: Reals = chances[:, 0] - chances[:, 2]
    return values


class NetworkSimulator(ABC):
    """Leaves evaluated by the network, one batch a thread."""

    def __init__(self, tree: Tree, batches: list[Batch]) -> None:
        self._tree, self._batches = tree, batches
        self._size = len(batches[0].states)

    def simulate(self, count: int, helpers: ThreadPoolExecutor) -> int:
        """One batch per thread, at most this many simulations together (rounded up); how many were run."""
        share = -(-count // len(self._batches))
        done = [0] * len(self._batches)

        def work(thread: int) -> None:
            done[thread] = self._one_batch(thread, share)

        in_all_threads(work, 1 if self._tree.children[0] == LEAF else len(done), helpers)
        return sum(done)

    def _one_batch(self, thread: int, share: int) -> int:
        is_root = bool(self._tree.children[0] == LEAF)
        wanted = 1 if is_root else min(share, self._size)
        found, done = self._gather(thread, wanted, share)
        if found:
            self._evaluate(thread, found, is_root=is_root)
            self._expand(thread, found)
        return int(found + done)

    @abstractmethod
    def _gather(self, thread: int, wanted: int, most: int) -> tuple[int, int]:
        """Select leaves; how many wait for evaluation, and how many simulations needed none."""

    @abstractmethod
    def _evaluate(self, thread: int, found: int, *, is_root: bool) -> None:
        """Evaluate the first ``found`` leaves of a thread's batch; the only one may be the root."""

    @abstractmethod
    def _expand(self, thread: int, found: int) -> None:
        """Expand them and backpropagate their values."""
