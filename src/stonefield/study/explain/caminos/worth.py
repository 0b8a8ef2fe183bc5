"""What ways across, threats and groups are worth in Caminos."""

from __future__ import annotations

from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.board import cubes, distance, largest, parts, touched, winning_sites
from stonefield.study.explain.worth import Worth, Worths

FAR = 12
"""The squares or cubes that a team without any way across counts as needing."""
PATH = 4.0
"""A path at the end of the expected line: only a proof is surer."""
EVEN = 0.1
"""A neutral bar that is in neither team's way."""

WORTHS: Worths = {
    "way": Worth(-0.17, 0.26),
    "cubes": Worth(0.09, 0.09),
    "threat": Worth(0.32, 0.40),
    "largest": Worth(0.04, 0.16),
    "joined": Worth(0.22, 0.56),
    "sides": Worth(0.09, 0.14),
}
"""As ``python benchmarks/line_worth.py --game caminos --games 99`` printed them."""


def features(position: Position, colour: str) -> dict[str, float]:
    """What a team has on the board."""
    missing, lacking = distance(position, colour), cubes(position, colour)
    return {
        "way": -(FAR if missing is None else missing),
        "cubes": -(FAR if lacking is None else lacking),
        # The team on turn would not threaten but win.
        "threat": float(position.turn != colour and any(winning_sites(position, colour))),
        "largest": largest(position, colour),
        "joined": -parts(position, colour),
        "sides": touched(position, colour),
    }


def stage(position: Position) -> float:
    """How much of the board is built on, from 0 to 1."""
    return sum(map(bool, position.stacks)) / len(position.board.squares)


def worth(feature: str, more: float, position: Position) -> float:
    """What this much more of a feature is worth in a position, in log odds."""
    # Each square that a way still needs is a cube at least.
    features = ("way", "cubes") if feature == "way" else (feature,)
    return more * sum(WORTHS[name].at(stage(position)) for name in features)
