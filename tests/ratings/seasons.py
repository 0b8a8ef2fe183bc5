"""Seasons of simulated players of known strength, rated as people are."""

from __future__ import annotations

import random
from statistics import correlation

from stonefield.ratings.elo import expected_score
from stonefield.ratings.pools import DAY_MS, Standing, rate_game

PLAYERS, GAMES = 24, 30
SPREAD = 250.0
"""The standard deviation of true strength among players, in Elo."""
ADVANTAGE = -60.0
NEAR = 6
"""Opponents are drawn among so many neighbours in the list by rating, as a lobby would."""


def season(seed: int, players: int = PLAYERS, games: int = GAMES, advantage: float = ADVANTAGE) -> float:
    """Spearman's correlation of rating with strength after each player had that many games, one a day."""
    chance = random.Random(seed)
    truth = [chance.gauss(1500, SPREAD) for _ in range(players)]
    known = [Standing() for _ in truth]
    for day in range(games):
        for one, other in _paired(known, chance):
            win = expected_score(truth[one] - truth[other] + advantage)
            score = float(chance.random() < win)
            known[one], known[other] = rate_game(
                known[one], known[other], score, day * DAY_MS, advantage=advantage
            )
    return spearman(truth, [standing.rating.rating for standing in known])


def _paired(known: list[Standing], chance: random.Random) -> list[tuple[int, int]]:
    """Everybody once, with somebody near by; chance says who begins."""
    left = sorted(range(len(known)), key=lambda player: known[player].rating.rating)
    pairs = []
    while left:
        one = left.pop()
        other = left.pop(-1 - chance.randrange(min(NEAR, len(left))))
        pairs.append((one, other) if chance.random() < 0.5 else (other, one))
    return pairs


def spearman(one: list[float], other: list[float]) -> float:
    """The correlation of ranks."""
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: list[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    for rank, place in enumerate(order):
        ranks[place] = float(rank)
    return ranks
