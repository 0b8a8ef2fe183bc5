"""How a run of training is set up."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from stonefield.games.game import StonefieldError
from stonefield.selfplay.game import TrainingGame
from stonefield.selfplay.network import Network, Shape


def read_shares(game: TrainingGame, text: str) -> tuple[float, ...]:
    """A share for each of the game's boards, separated by commas, e.g. ``0.2,0.3,0.4``."""
    try:
        shares = tuple(float(share) for share in text.split(","))
    except ValueError:
        shares = ()
    # Not a sum ≤ 1 alone: shares such as 0.1, 0.7 and 0.2 add up to a little more in binary.
    if len(shares) != len(game.boards) or not all(share >= 0 for share in shares) or sum(shares) > 1 + 1e-9:
        raise StonefieldError(
            f"`{text}`: write a share of the games for each of {', '.join(game.boards)}, "
            "separated by commas, together at most 1"
        )
    return shares


@dataclass(frozen=True, slots=True)
class Plan:
    """How a run is set up; the defaults are for one large GPU."""

    game: TrainingGame
    shape: Shape = field(default_factory=Shape)
    games: int = 8192
    shares: tuple[float, ...] = ()
    """Share of the games on each board; without it the game's own."""
    plies: int = 14
    simulations: int = 32
    deep: int = 0
    """Simulations of the few decisions whose policies are trained on; 0: all decisions alike."""
    deep_share: float = 0.25
    """The share of these decisions."""
    trust: float = 0.0
    """The weight of the search's value next to how the game ended."""
    considered: int = 16
    ring_turns: int = 24
    """Turns of self-play that the ring of samples holds."""
    passes: float = 4.0
    """How many times each sample is used on average."""
    batch: int = 4096
    auxiliary: float = 1.0
    """The weight of the losses of scores and final colours; 0 leaves them out."""
    averaging: float = 0.997
    """The share of the averaged weights that a step keeps, after the first steps; 0 plays with the latest."""
    rate: float = 2e-3
    warm_up: int = 300
    since_seconds: float = 0.0
    """When the learning rate peaks: a run that continues a finished one restarts there."""
    planned_seconds: float = 1000.0
    """When the learning rate has fallen to its minimum, over all runs."""
    contest_games: int = 256
    contest_every: float = 30.0
    rival_every: float = 120.0
    save_every: float = 60.0
    dtype: str = "bfloat16"

    @property
    def board_shares(self) -> tuple[float, ...]:
        """Share of the games on each board."""
        return self.shares or self.game.shares

    @property
    def network(self) -> Network:
        """The network that plays."""
        return Network(self.game, self.shape)

    @property
    def deep_plies(self) -> int:
        """How many of a turn's decisions are searched deeply."""
        return max(1, round(self.plies * self.deep_share)) if self.deep else 0

    @property
    def steps(self) -> int:
        """Training steps after each turn of self-play."""
        return max(1, round(self.games * self.plies * self.passes / self.batch))

    def rate_at(self, seconds: float, steps: int) -> float:
        """The learning rate: a short warm-up, then a cosine over the planned time."""
        done = (seconds - self.since_seconds) / (self.planned_seconds - self.since_seconds)
        done = min(max(done, 0.0), 1.0)
        return (
            self.rate * min(1.0, (steps + 1) / self.warm_up) * max(0.02, 0.5 * (1 + math.cos(math.pi * done)))
        )
