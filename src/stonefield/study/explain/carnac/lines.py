"""Lines of play in Carnac, looked at where no megalith waits for its answer: what is counted there stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stonefield.games.carnac.position import Position
from stonefield.study.explain.lines import trail


class Moment(NamedTuple):
    """A settled position of a line, and the moves that lead to it."""

    moves: tuple[str, ...]
    position: Position


def moments(position: Position, line: Sequence[str]) -> list[Moment]:
    """Each settled position after a move of the line, in order; one for every megalith at most."""
    reached = trail(position, line)
    return [
        Moment(tuple(line[:count]), one) for count, one in enumerate(reached) if count and one.pending is None
    ]


class Comparison:
    """Two lines from one position, compared after as many megaliths in both, and where each of them ends."""

    def __init__(self, ours: Sequence[Moment], others: Sequence[Moment]) -> None:
        by_stones = {len(one.position.stones): one for one in others}
        pairs = [(one, by_stones.get(len(one.position.stones))) for one in ours]
        both = [(here, there) for here, there in pairs if there]
        self.here, self.there = both[-1]
        """The last moments at which both lines have used as many megaliths."""
        self._ends = ours[-1].position, others[-1].position

    @classmethod
    def of(cls, ours: Sequence[Moment], others: Sequence[Moment]) -> Comparison | None:
        """None where the lines have no settled position in common."""
        stones = {len(one.position.stones) for one in others}
        return cls(ours, others) if any(len(one.position.stones) in stones for one in ours) else None

    def more(self, measure: Callable[[Position, str], int], colour: str) -> int:
        """How much more a colour has in the first line; 0 if that is not so where the lines end."""
        here, there = (measure(one.position, colour) for one in (self.here, self.there))
        end, other = (measure(one, colour) for one in self._ends)
        if (here - there) * (end - other) <= 0:
            return 0
        return here - there
