"""What ways across, threats, groups and squares are worth in Caminos."""

from __future__ import annotations

from stonefield.engine.caminos.ways import HIGHEST, distance
from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.board import groups, largest, shown, sides, winning_sites
from stonefield.study.explain.worth import Worth, Worths

FAR = 12
"""The squares that a team without any way across counts as needing."""
PATH = 4.0
"""A path at the end of the expected line: only a proof is surer."""
EVEN = 0.1
"""A neutral bar that is in neither team's way."""

WORTHS: Worths = {
    "way": Worth(0.5, 0.5),
    "threat": Worth(1.5, 1.5),
    "largest": Worth(0.1, 0.1),
    "joined": Worth(0.1, 0.1),
    "squares": Worth(0.05, 0.05),
    "sides": Worth(0.1, 0.1),
    "buried": Worth(0.1, 0.1),
}


def features(position: Position, colour: str) -> dict[str, float]:
    """What a team has on the board."""
    missing = distance(position, colour)
    wins = any(winning_sites(position, colour))
    topped = [square for square in position.board.squares if position.stacks[square].endswith(colour[0])]
    return {
        "way": -(FAR if missing is None else missing),
        # The team on turn wins, the other one only threatens to.
        "win": float(wins and position.turn == colour),
        "threat": float(wins and position.turn != colour),
        "largest": largest(position, colour),
        "joined": -sum(1 for _ in groups(position, colour)),
        "squares": shown(position, colour),
        "sides": sides(position, topped).bit_count(),
        "buried": -sum(
            colour[0] in stack[:-1] and not stack.endswith(colour[0]) for stack in position.stacks
        ),
        "safe": sum(len(position.stacks[square]) == HIGHEST for square in topped),
    }


def stage(position: Position) -> float:
    """How much of the board is built on, from 0 to 1."""
    return sum(map(bool, position.stacks)) / len(position.board.squares)


def worth(feature: str, more: float, position: Position) -> float:
    """What so much more of a feature is worth in a position, in log odds."""
    return more * WORTHS[feature].at(stage(position))
