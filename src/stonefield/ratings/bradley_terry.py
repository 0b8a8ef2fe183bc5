"""The ratings of many players at once, by the model of Bradley and Terry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from stonefield.ratings.elo import CONFIDENT

ELO_PER_UNIT = 400.0 / math.log(10.0)
PRIOR = 0.5
"""Half an imagined draw of each player against the average: keeps ratings finite and moves none by much."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player's Elo; the average of all players is 0."""

    name: str
    elo: float
    error: float
    """Half the width of the 95 % interval."""
    games: int
    score: float
    """The share of the points won against the others."""


def rate(results: Iterable[tuple[str, str, float]], names: Sequence[str] = ()) -> list[RankedPlayer]:
    """The ratings that make the results (first, second, points of the first) most likely, best first."""
    results = list(results)
    players = list(dict.fromkeys([*names, *(name for a, b, _ in results for name in (a, b))]))
    index = {name: i for i, name in enumerate(players)}
    games = np.zeros((len(players), len(players)))
    points = np.zeros(len(players))
    for a, b, result in results:
        games[index[a], index[b]] += 1
        games[index[b], index[a]] += 1
        points[index[a]] += result
        points[index[b]] += 1 - result
    strength, errors = _most_likely(games, points)
    played = games.sum(axis=1)
    ratings = [
        RankedPlayer(
            name,
            elo=float(strength[i] * ELO_PER_UNIT),
            error=float(CONFIDENT * errors[i] * ELO_PER_UNIT),
            games=int(played[i]),
            score=float(points[i] / played[i]) if played[i] else 0.5,
        )
        for name, i in index.items()
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def _most_likely(
    games: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    points: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Newton's method on the log-likelihood, which is concave; strengths and their standard deviations."""
    strength = np.zeros(len(points))
    for _ in range(100):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        average = 1 / (1 + np.exp(-strength))
        slope = points - (games * chance).sum(axis=1) + PRIOR * (0.5 - average)
        spread = games * chance * (1 - chance)
        information = np.diag(spread.sum(axis=1) + PRIOR * average * (1 - average)) - spread
        step = np.linalg.solve(information, slope)
        strength = strength + np.clip(step, -2, 2)
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    centre = np.eye(len(points)) - 1 / max(1, len(points))
    covariance = centre @ np.linalg.inv(information) @ centre.T if len(points) else np.zeros((0, 0))
    return strength - strength.mean() if len(points) else strength, np.sqrt(np.diag(covariance))
