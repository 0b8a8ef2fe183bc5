"""What dolmens, chances for them and squares are worth in Carnac."""

from __future__ import annotations

from stonefield.games.carnac.position import Position
from stonefield.study.explain.carnac.board import bridges, completing
from stonefield.study.explain.worth import Worth, Worths

WORTHS: Worths = {
    "dolmens": Worth(0.51, 1.65),
    "chances": Worth(0.07, 0.16),
    "bridges": Worth(0.58, 0.06),
    "largest": Worth(-0.22, 0.07),
    "squares": Worth(0.09, 0.09),
}
"""As ``python benchmarks/claim_worth.py`` prints them."""
LEAD = Worth(3.84, 3.00)
"""Per dolmen of the lead that a search expects at the end, as ``benchmarks/lead_worth.py`` prints."""


def features(position: Position, colour: str) -> dict[str, float]:
    """What a side has on a board on which no megalith waits."""
    sizes, other = position.dolmens(colour), position.dolmens(position.game.other(colour))
    return {
        "dolmens": len(sizes),
        "chances": len(completing(position, colour)),
        # Where dolmens of ours could be joined into one: the fewer, the better.
        "bridges": -len(bridges(position, colour)),
        # Sizes decide only between equal numbers of dolmens.
        "largest": max(sizes, default=0) if len(sizes) == len(other) else 0,
        "squares": position.bits[position.game.colours.index(colour)].bit_count(),
    }


def stage(position: Position) -> float:
    """How much of the game is over, from 0 to 1: by the stock or by the squares, whichever ends it sooner."""
    taken = sum(bits.bit_count() for bits in position.bits) / len(position.board.names)
    return max(len(position.stones) / position.setup.stock, taken)


def worth(feature: str, more: float, position: Position) -> float:
    """What this much more of a feature is worth in a position, in log odds."""
    if feature == "largest" and position.score("red") != position.score("white"):
        return 0.0
    return more * WORTHS[feature].at(stage(position))


def balance(position: Position, colour: str) -> float:
    """What all features together are worth to a side more than to the other, in log odds."""
    ours, others = features(position, colour), features(position, position.game.other(colour))
    return sum(worth(name, ours[name] - others[name], position) for name in ours)
