"""What features of a position of Caminos are worth, in log odds of winning.

Fitted to the engine's win rates over games of all levels: ``python benchmarks/claim_worth.py --game caminos``.
"""

from __future__ import annotations

from stonefield.engine.caminos.ways import distance
from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.board import groups, largest, shown, sides, winning_sites

FAR = 12
"""The squares that a team needs which has no way across left, for the fit."""

NEEDED = 0.5
"""A square less on the shortest way across."""
THREAT = 1.5
"""A win with the next piece that has to be prevented."""
GROUP = 0.05
"""A square more in the largest group."""
PARTS = 0.1
"""A group less, for two have become one."""
SHOWN = 0.05
"""A square more on which the colour is on top."""
COVERED = 2 * SHOWN
"""A square that shows the colour instead of the opponent's."""
SIDE = 0.1
"""A side of the board more that a group touches."""
EVEN = 0.1
"""A neutral bar that is in no one's way; no fit."""
PATH = 4.0
"""A path at the end of the expected line; no fit, for nothing is surer but a proof."""


def features(position: Position, colour: str) -> dict[str, float]:
    """What a colour has more than its opponent; each is worth its weight in log odds."""
    theirs = position.game.other(colour)
    mine_to_place = position.turn == colour
    waiting = theirs if mine_to_place else colour
    threatens = any(winning_sites(position, waiting))
    return {
        "NEEDED": _needed(position, theirs) - _needed(position, colour),
        "THREAT": threatens * (-1 if mine_to_place else 1),
        "GROUP": largest(position, colour) - largest(position, theirs),
        "PARTS": _parts(position, theirs) - _parts(position, colour),
        "SHOWN": shown(position, colour) - shown(position, theirs),
        "SIDE": _sides(position, colour) - _sides(position, theirs),
        "turn": 1 if mine_to_place else -1,
    }


def _needed(position: Position, colour: str) -> int:
    missing = distance(position, colour)
    return FAR if missing is None else missing


def _parts(position: Position, colour: str) -> int:
    return sum(1 for _ in groups(position, colour))


def _sides(position: Position, colour: str) -> int:
    topped = (square for square in position.board.squares if position.stacks[square].endswith(colour[0]))
    return sides(position, topped).bit_count()
