"""Carnac's policy and value network."""

from __future__ import annotations

import numpy as np

from stonefield.engine import network
from stonefield.engine.carnac.network_search import PLANES, outputs_for
from stonefield.engine.network import values_of
from stonefield.engine.network_search import Reals


class CarnacNetwork(network.OnnxNetwork):
    """Placements and answers, the outcome and the dolmens."""

    game_name = "carnac"
    score_name = "dolmens"

    def evaluate(self, planes: Reals, files: int, evaluations: Reals) -> None:
        """Evaluate planes[B, PLANES, squares]; the outputs go into evaluations[B, outputs]."""
        count, _, squares = planes.shape
        placement, answer, outcome, dolmens = self.run(
            ("placement", "answer", "outcome", "dolmens"), planes, files
        )
        # placement[B, 4, ranks, files] becomes 4 numbers a square.
        evaluations[:, : 4 * squares] = (
            placement.reshape(count, 4, squares).transpose(0, 2, 1).reshape(count, -1)
        )
        evaluations[:, 4 * squares : 4 * squares + 5] = answer
        evaluations[:, -2] = values_of(outcome)
        evaluations[:, -1] = dolmens[:, 0] - dolmens[:, 1]

    def evaluate_symmetrized(self, planes: Reals, files: int, evaluations: Reals) -> None:
        """The same for one position, planes[1, PLANES, squares], as the mean over four symmetries."""
        _, _, squares = planes.shape
        canvas = planes.reshape(PLANES, squares // files, files)
        sides = np.stack([canvas[:, ::ranks, ::way] for ranks in (1, -1) for way in (1, -1)])
        turned = np.empty((4, outputs_for(squares)), dtype=np.float32)
        self.evaluate(np.ascontiguousarray(sides).reshape(4, PLANES, squares), files, turned)
        total = np.zeros(outputs_for(squares), dtype=np.float32)
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
