"""Two lines of Carnac compared, as questions to the board: dolmens, chances for them, sizes and squares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from stonefield.games.carnac import Position

from .carnac_board import Tops, completing, count, dolmens, ground, largest, new_dolmens, shown, waits
from .truth import Truth

MORE, FEWER = 1, -1


class CarnacComparisons(Truth):
    """What one side has more or less of than in the other line."""

    @property
    def _ground(self) -> Tops:
        """The board before the decision; a megalith that waits counts for neither side."""
        return ground(self.before)

    def faults(self) -> Iterator[str]:
        yield from super().faults()
        if self.claim.code.endswith("_at_once") and self.claim.instead:
            line = self.told.played if self.claim.code == "gives_at_once" else self.told.best
            colour = self.claim.colour
            if count(self.end(line).tops, colour) < count(self._ground, colour) + self.claim.count:
                yield "gone again where the line ends"

    def end(self, line: Sequence[str]) -> Position:
        """The last position of a line in which no megalith waits."""
        reached = [self.after(line[:moves]) for moves in range(len(line) + 1)]
        return next((one for one in reversed(reached) if not waits(one)), self.before)

    def gives_dolmens(self) -> bool:
        new = new_dolmens(self._ground, self.here.tops, self.theirs)
        return self.squares == new and self._counted(count, self.theirs, MORE)

    def misses_dolmens(self) -> bool:
        return self._counted(count, self.mine, FEWER)

    def more_chances(self) -> bool:
        return self._counted(self._chances, self.theirs, MORE)

    def fewer_chances(self) -> bool:
        return self._counted(self._chances, self.mine, FEWER)

    def larger(self) -> bool:
        return self._are_equally_many() and self._counted(largest, self.theirs, MORE)

    def smaller(self) -> bool:
        return self._are_equally_many() and self._counted(largest, self.mine, FEWER)

    def _are_equally_many(self) -> bool:
        """Sizes decide only between equal numbers of dolmens."""
        return count(self.here.tops, self.mine) == count(self.here.tops, self.theirs)

    def more_squares(self) -> bool:
        return self._counted(shown, self.theirs, MORE)

    def fewer_squares(self) -> bool:
        return self._counted(shown, self.mine, FEWER)

    def prepares(self) -> bool:
        now, then = (completing(self.before, ground(one), self.mine) for one in (self.here, self.there))
        return self.squares == now - then and self._counted(self._chances, self.mine, MORE)

    def denies(self) -> bool:
        return self._counted(count, self.theirs, FEWER)

    def more_chances_now(self) -> bool:
        return self._counted_now(self._chances, self.theirs, MORE)

    def fewer_chances_now(self) -> bool:
        return self._counted_now(self._chances, self.mine, FEWER)

    def more_squares_now(self) -> bool:
        return self._counted_now(shown, self.theirs, MORE)

    def fewer_squares_now(self) -> bool:
        return self._counted_now(shown, self.mine, FEWER)

    def _counted_now(self, measure: Callable[[Tops, str], int], colour: str, sign: int) -> bool:
        """The same right after both decisions; it does not say that it stays so."""
        counted = self._counted(measure, colour, sign)
        self.comparison = None
        return counted and self._is_first(self.claim.moves) and self._is_first(self.claim.instead)

    def _is_first(self, line: Sequence[str]) -> bool:
        """Whether a line ends as soon as no megalith waits."""
        waited = all(waits(self.after(line[:moves])) for moves in range(1, len(line)))
        return waited and bool(line) and not waits(self.after(line))

    def gives_at_once(self) -> bool:
        return self._has_at_once(self.theirs)

    def misses_at_once(self) -> bool:
        return self._has_at_once(self.mine)

    def _has_at_once(self, colour: str) -> bool:
        """Once nothing waits there are new dolmens on the squares, and more than after the other line."""
        new = new_dolmens(self._ground, self.here.tops, colour)
        several = len([one for one in dolmens(self.here.tops, colour) if one <= new])
        more = count(self.here.tops, colour) > count(self.there.tops, colour)
        settled = self._is_first(self.claim.moves) and not waits(self.there)
        named = self.squares == new and several == self.claim.count > 0
        return self.is_about(colour) and settled and named and more

    def _counted(self, measure: Callable[[Tops, str], int], colour: str, sign: int) -> bool:
        """Whether nothing waits, both numbers are right, and differ as the sentence says."""
        self.comparison = lambda position, whose: measure(position.tops, whose), colour, sign
        here, there = measure(self.here.tops, colour), measure(ground(self.there), colour)
        settled = not waits(self.here) and (not waits(self.there) or not self.claim.instead)
        counted = (self.claim.count, self.claim.other) == (here, there)
        return self.is_about(colour) and settled and counted and sign * (here - there) > 0

    def _chances(self, tops: Tops, colour: str) -> int:
        return len(completing(self.before, tops, colour))

    def _completing(self, position: Position, colour: str) -> set[str]:
        return completing(self.before, position.tops, colour)
