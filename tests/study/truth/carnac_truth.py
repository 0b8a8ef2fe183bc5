"""What is said of decisions in Carnac, as questions to the board."""

from __future__ import annotations

from collections.abc import Callable

from stonefield.games.carnac import Position

from .carnac_board import (
    answers,
    completing,
    count,
    dolmens,
    falls,
    joining,
    last_squares,
    new_dolmens,
    settled_after,
    waits,
)
from .carnac_comparisons import CarnacComparisons

HALF, ABOUT, LEAST = 0.5, 0.75, 0.15
"""Dolmens: how far the network alone may be from what is said, and the least that it must expect, too."""


class CarnacTruth(CarnacComparisons):
    """Dolmens that come, grow and join, chances for them, falls and the turn."""

    # Dolmens that grow together

    def joins_own(self) -> bool:
        return self._together_only_here(self.mine)

    def misses_joining(self) -> bool:
        return self._together_only_here(self.theirs)

    def joins(self) -> bool:
        """Whatever is answered, they have fewer dolmens, for at least so many have become one."""
        old = dolmens(self._ground, self.theirs)
        now = [dolmens(one.tops, self.theirs) for one in self._outcomes]
        fewer = all(len(some) < len(old) for some in now)
        most = [self._most_in_one(one, self.theirs) for one in self._outcomes]
        named = sum(bool(part & self.squares) for part in old) == self.claim.count
        one = any(self.squares in some for some in now)
        return self.is_about(self.theirs) and fewer and one and named and min(most) == self.claim.count > 1

    def _together_only_here(self, colour: str) -> bool:
        """The squares are one dolmen of several from before, and in the other line fewer are in one."""
        old = [group for group in dolmens(self._ground, colour) if group & self.squares]
        one = self.squares in dolmens(self.here.tops, colour) and not waits(self.here)
        fewer = self._most_in_one(self.there, colour) < len(old)
        return self.is_about(colour) and one and fewer and len(old) == self.claim.count > 1

    def _most_in_one(self, position: Position, colour: str) -> int:
        """The most dolmens of before that one dolmen of a later position has in it."""
        old, now = dolmens(self._ground, colour), dolmens(position.tops, colour)
        return max((sum(bool(part & group) for part in old) for group in now), default=0)

    # What is expected of the end, asked in another way

    def expects_less(self) -> bool:
        return self.claim.count is not None and self._expected_worse(self.claim.count)

    def expects_half_less(self) -> bool:
        return self._expected_worse(HALF)

    def _expected_worse(self, dolmens: float) -> bool:
        """Whether the network, asked where both lines end, expects about so many dolmens less, too."""
        assert self.told.leads
        better, played = self.told.leads
        ends = self.end(self.claim.moves) == self.here and self.end(self.claim.instead) == self.there
        close = abs(better - played - dolmens) < ABOUT and better - played > LEAST
        return self.is_about(self.mine) and self.is_cost and ends and close

    # Squares where a dolmen could be completed or joined, whatever is answered

    def leaves_open(self) -> bool:
        return self._ours_alone(self.decided, self.there, self.theirs)

    def misses_chances(self) -> bool:
        return self._ours_alone(self.here, self.decided, self.mine)

    def _ours_alone(self, position: Position, other: Position, colour: str) -> bool:
        """The squares complete a dolmen after one decision and never after the other."""
        always = [self.squares <= self._completing(one, colour) for one in settled_after(position)]
        ever = [self.squares & self._completing(one, colour) for one in settled_after(other)]
        named = self.is_about(colour) and self.claim.count == len(self.squares) > 0
        return named and all(always) and not any(ever)

    def blocks(self) -> bool:
        return self._taken(completing, self.theirs, self.mine)

    def keeps_apart(self) -> bool:
        return self._taken(joining, self.mine, self.theirs)

    def _taken(self, wanted: Callable[..., set[str]], whose: str, taker: str) -> bool:
        """Squares that one colour wanted show the other now, whatever is answered."""
        were = self.squares <= wanted(self.before, self._ground, whose)
        now = all(one.tops.get(square) == taker for one in self._outcomes for square in self.squares)
        return self.is_about(whose) and were and now and self.claim.count == len(self.squares) > 0

    def if_left_blocks(self) -> bool:
        wanted = self.squares <= completing(self.before, self._ground, self.theirs)
        taken = all(self.here.tops.get(square) == self.mine for square in self.squares)
        named = self._is_left() and len(self.squares) == self.claim.count == 1
        return self.is_about(self.theirs) and named and wanted and taken

    # What a decision brings whatever is answered

    @property
    def _outcomes(self) -> list[Position]:
        return settled_after(self.decided)

    def _more(self, position: Position, colour: str) -> int:
        """How many dolmens more a colour has than before the decision."""
        return count(position.tops, colour) - count(self._ground, colour)

    def gains(self) -> bool:
        least = min(self._more(one, self.mine) for one in self._outcomes)
        new = [self.squares <= new_dolmens(self._ground, one.tops, self.mine) for one in self._outcomes]
        return self.is_about(self.mine) and least == self.claim.count > 0 and all(new)

    def enlarges(self) -> bool:
        """A dolmen of before is part of one at least so large, whatever is answered."""
        old = [group for group in dolmens(self._ground, self.mine) if group <= self.squares]
        sizes = [
            max((len(group) for group in dolmens(one.tops, self.mine) if old and old[0] <= group), default=0)
            for one in self._outcomes
        ]
        named = any(self.squares in dolmens(one.tops, self.mine) for one in self._outcomes)
        larger = bool(old) and named and min(sizes) == self.claim.count == len(self.squares) > len(old[0])
        return self.is_about(self.mine) and larger

    def falls_theirs(self) -> bool:
        shows = [*falls(self.before).values()]
        every = shows == [self.theirs] * len(shows) and self.line[0] == "-"
        return self.is_about(self.theirs) and every and self.claim.count in (None, len(shows))

    def leaves_least(self) -> bool:
        now, other = (len(self._completing(one, self.theirs)) for one in (self.here, self.there))
        least = min(len(self._completing(one, self.theirs)) for one in answers(self.before).values())
        counted = now == self.claim.count == least and other == self.claim.other > now
        return self.is_about(self.theirs) and counted

    # What the expected answer brings

    def if_left_gains(self) -> bool:
        return self._is_left() and self._gained_here()

    def if_tilted_gains(self) -> bool:
        tilted = [after for text, after in answers(self.decided).items() if text != "-"]
        every = all(self._more(one, self.mine) > 0 for one in tilted)
        return not self._is_left() and every and self._gained_here()

    def _gained_here(self) -> bool:
        new = self.squares <= new_dolmens(self._ground, self.here.tops, self.mine)
        return self.is_about(self.mine) and self._more(self.here, self.mine) > 0 and new

    def _is_left(self) -> bool:
        return len(self.claim.moves) == 2 and self.claim.moves[1] == "-"

    def shows(self) -> bool:
        return len(self.claim.moves) == 1 and self._shows_alone()

    def stands(self) -> bool:
        return self._is_left() and self._shows_alone()

    def falls_show(self) -> bool:
        return self._fallen() and self.claim.count < self.claim.other

    def falls_always(self) -> bool:
        return self._fallen() and self.claim.count == self.claim.other

    def _fallen(self) -> bool:
        shows = [*falls(self.decided).values()]
        counted = (self.claim.count, self.claim.other) == (shows.count(self.claim.colour), len(shows))
        return len(self.claim.moves) == 2 and not self._is_left() and counted and self._shows_alone()

    def _shows_alone(self) -> bool:
        """The megalith shows the colour on the squares, and would not after the other decision."""
        lies = last_squares(self.here) == self.squares and not waits(self.here)
        colour = self.theirs if self.is_cost else self.mine
        shown_here = all(self.here.tops.get(square) == colour for square in self.squares)
        other = self.claim.instead and self.there.tops[min(last_squares(self.there))] == colour
        return self.is_about(colour) and lies and shown_here and not other

    def places_next(self) -> bool:
        """The colour has the turn once the megalith is settled, and its next one makes dolmens."""
        colour = self.theirs if self.is_cost else self.mine
        moments = [self.after(self.line[:moves]) for moves in range(1, len(self.claim.moves) + 1)]
        settled = [one for one in moments if not waits(one)]
        if len(settled) != 2 or waits(self.here):
            return False
        first, later = settled
        more = count(later.tops, colour) - count(first.tops, colour)
        turn = first.turn == colour and not (self.claim.instead and self.there.turn == colour)
        new = self.squares == new_dolmens(first.tops, later.tops, colour)
        return self.is_about(colour) and turn and new and more == self.claim.count > 0

    # Where the line leads

    def leads(self) -> bool:
        mine, theirs = (count(self.here.tops, colour) for colour in (self.mine, self.theirs))
        counted = (self.claim.count, self.claim.other) == (mine, theirs) and not waits(self.here)
        return self.is_about(self.mine) and counted and mine > theirs

    def grows_into(self) -> bool:
        group = frozenset(self.squares)
        fresh = group in dolmens(self.here.tops, self.mine) and group not in dolmens(self._ground, self.mine)
        number = len(self.before.stones) - waits(self.before)
        part = group & set(self.here.stones[number].squares)
        counted = self.claim.count == len(group) and not waits(self.here)
        return self.is_about(self.mine) and fresh and bool(part) and counted

    def leads_to(self) -> bool:
        more = self._more(self.here, self.mine)
        new = self.squares == new_dolmens(self._ground, self.here.tops, self.mine)
        several = len([one for one in dolmens(self.here.tops, self.mine) if one <= self.squares])
        counted = more == several == self.claim.count > 0 and not waits(self.here)
        return self.is_about(self.mine) and new and counted

    def holds(self) -> bool:
        """They get no new dolmen anywhere on the way."""
        moments = [self.after(self.claim.moves[:number]) for number in range(len(self.claim.moves) + 1)]
        settled = [one for one in moments if not waits(one)]
        new = [new_dolmens(self._ground, one.tops, self.theirs) for one in settled]
        counted = self.claim.count == len(self.claim.moves) and not waits(self.here)
        return self.is_about(self.theirs) and counted and not any(new)
