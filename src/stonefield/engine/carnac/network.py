"""The policy and value network: evaluated by ONNX Runtime, from the weights in this package."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from stonefield.engine.carnac.network_search import PLANES

WEIGHTS = "weights/carnac.onnx"

Reals = NDArray[np.float32]


@cache
def has_network() -> bool:
    """Whether this installation carries the weights."""
    return resources.files("stonefield.engine.carnac").joinpath(WEIGHTS).is_file()


class Network:
    """The network on one thread of this machine's processor; several of them may run side by side."""

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        weights = resources.files("stonefield.engine.carnac").joinpath(WEIGHTS).read_bytes()
        self._session: Any = onnxruntime.InferenceSession(
            weights, options, providers=["CPUExecutionProvider"]
        )

    def evaluate(self, planes: Reals, files: int, evaluations: Reals) -> None:
        """Evaluate planes[B, PLANES, squares]; the outputs go into evaluations[B, 4 * squares + 7]."""
        count, _, squares = planes.shape
        seen = planes.reshape(count, PLANES, squares // files, files)
        placement, answer, outcome, dolmens = self._session.run(
            ["placement", "answer", "outcome", "dolmens"], {"planes": seen}
        )
        # placement[B, 4, ranks, files] becomes 4 numbers a square.
        evaluations[:, : 4 * squares] = (
            placement.reshape(count, 4, squares).transpose(0, 2, 1).reshape(count, -1)
        )
        evaluations[:, 4 * squares : 4 * squares + 5] = answer
        chances = np.exp(outcome - outcome.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        evaluations[:, -2] = chances[:, 0] - chances[:, 2]
        evaluations[:, -1] = dolmens[:, 0] - dolmens[:, 1]

    def evaluate_symmetrized(self, planes: Reals, files: int, evaluations: Reals) -> None:
        """The same for one position, planes[1, PLANES, squares], as the mean over four symmetries."""
        _, _, squares = planes.shape
        canvas = planes.reshape(PLANES, squares // files, files)
        sides = np.stack([canvas[:, ::ranks, ::way] for ranks in (1, -1) for way in (1, -1)])
        turned = np.empty((4, 4 * squares + 7), dtype=np.float32)
        self.evaluate(np.ascontiguousarray(sides).reshape(4, PLANES, squares), files, turned)
        total = np.zeros(4 * squares + 7, dtype=np.float32)
        for nth, (ranks, way) in enumerate((ranks, way) for ranks in (1, -1) for way in (1, -1)):
            placement = turned[nth, : 4 * squares].reshape(-1, files, 4)[::ranks, ::way]
            total[: 4 * squares] += placement.reshape(-1)
            north, east, south, west, stand = turned[nth, 4 * squares : 4 * squares + 5]
            if ranks < 0:
                north, south = south, north
            if way < 0:
                east, west = west, east
            total[4 * squares :] += (north, east, south, west, stand, *turned[nth, -2:])
        evaluations[0] = total / 4
