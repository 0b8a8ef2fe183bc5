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


class Difference(NamedTuple):
    """A moment of one line, a moment of the other, and how much they differ."""

    here: Moment
    there: Moment
    amount: int


MORE, FEWER = 1, -1


class Comparison:
    """Two lines from one position, both with a settled position at least."""

    def __init__(self, ours: Sequence[Moment], others: Sequence[Moment]) -> None:
        self._ends = ours[-1], others[-1]
        by_stones = {len(one.position.stones): one for one in others}
        pairs = [(one, by_stones.get(len(one.position.stones))) for one in ours]
        self._level = next(((here, there) for here, there in reversed(pairs) if there), None)
        """The last moments at which both lines have used as many megaliths."""

    def difference(
        self, measure: Callable[[Position, str], int], colour: str, sign: int
    ) -> Difference | None:
        """How much more or fewer a colour has in the first line; None if that is not so where both lines end.

        It is counted after as many megaliths in both lines. Where that shows nothing it is counted at their
        ends, unless one line is longer and has more, or shorter and has fewer, for that reason.
        """

        def found(here: Moment, there: Moment) -> Difference:
            ours, others = (measure(one.position, colour) for one in (here, there))
            return Difference(here, there, sign * (ours - others))

        ends = found(*self._ends)
        if ends.amount <= 0:
            return None
        level = found(*self._level) if self._level else None
        if level and level.amount > 0:
            return level
        longer = len(ends.here.position.stones) - len(ends.there.position.stones)
        return ends if sign * longer <= 0 else None
