"""Why a decision in Carnac is costly: dolmens given and missed, squares left open, the turn, the falls.

Two lines are compared: the one that the decision leads to, and the better one. They are compared where no
megalith waits for its answer, so that what is counted stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from stonefield.games.carnac.position import Position
from stonefield.study.explain.carnac.board import answers, completing, falls
from stonefield.study.explain.claims import Claim, claim
from stonefield.study.explain.lines import trail


def costs(position: Position, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
    """What the first move of a line gives away compared with that of the better line, weightiest first."""
    lines = _Lines(position, played, better)
    found = [*lines.given(), *lines.joined(), *lines.missed(), *lines.kept_apart()]
    compared = _Answers(lines) if position.pending else _Placements(lines)
    found += [*compared.left_open(), *compared.not_prepared(), *compared.told()]
    return found or lines.remaining()


class _Lines:
    """The played and the better line, side by side."""

    def __init__(self, position: Position, played: Sequence[str], better: Sequence[str]) -> None:
        self.mine, self.theirs = position.turn, position.game.other(position.turn)
        self.before, self.played, self.better = position, played, better
        self._trails = trail(position, played), trail(position, better)
        self.after, self.instead = (one[1] for one in self._trails)

    @cached_property
    def moments(self) -> list[tuple[int, Position, Position]]:
        """Where both lines can be compared: after how many moves of the played one, and both positions."""
        ours, others = self._trails
        found = []
        for count in range(1, min(len(ours), len(others))):
            settled = next((one for one in others[count:0:-1] if one.pending is None), None)
            if ours[count].pending is None and settled is not None:
                found.append((count, ours[count], settled))
        return found

    def given(self) -> Iterator[Claim]:
        """Dolmens that the opponent has in the played line and not in the better one."""
        for count, here, there in self._first(lambda here, there: _more(here, there, self.theirs)):
            more = _more(here, there, self.theirs)
            new = _new_dolmens(self.before, here, self.theirs)
            yield claim("gives_dolmens", self.theirs, more, new, self.played[:count])

    def missed(self) -> Iterator[Claim]:
        """Dolmens that we would have in the better line."""
        for count, here, there in self._first(lambda here, there: _more(there, here, self.mine)):
            yield claim("misses_dolmens", self.mine, _more(there, here, self.mine), moves=self.played[:count])

    def joined(self) -> Iterator[Claim]:
        """Dolmens of ours that grow together in the played line and not in the better one."""
        for count, here, _ in self._first(
            lambda here, there: self._joined(here, self.mine)[0] - self._joined(there, self.mine)[0]
        ):
            together, group = self._joined(here, self.mine)
            yield claim("joins_own", self.mine, together, group, self.played[:count])

    def kept_apart(self) -> Iterator[Claim]:
        """Dolmens of the opponent that grow together in the better line only."""
        for _, _, there in self._first(
            lambda here, there: self._joined(there, self.theirs)[0] - self._joined(here, self.theirs)[0]
        ):
            together, group = self._joined(there, self.theirs)
            yield claim("misses_joining", self.theirs, together, group)

    def remaining(self) -> list[Claim]:
        """Where no dolmen is at stake yet: chances for one, sizes and squares at the end of the lines."""
        if not self.moments:
            return []
        count, here, there = self.moments[-1]
        for measure, more, fewer in (
            (_chances, "more_chances", "fewer_chances"),
            (_largest, "larger", "smaller"),
            (_shown, "more_squares", "fewer_squares"),
        ):
            theirs, mine = measure(here, self.theirs), measure(here, self.mine)
            if theirs > measure(there, self.theirs):
                return [claim(more, self.theirs, theirs, moves=self.played[:count])]
            if mine < measure(there, self.mine):
                return [claim(fewer, self.mine, mine, moves=self.played[:count])]
        return []

    def _first(self, worse: Callable[[Position, Position], int]) -> Sequence[tuple[int, Position, Position]]:
        """The first moment at which the played line is worse, if it still is at the last one."""
        if not self.moments or worse(*self.moments[-1][1:]) <= 0:
            return []
        return [next(moment for moment in self.moments if worse(*moment[1:]) > 0)]

    def _joined(self, later: Position, colour: str) -> tuple[int, tuple[str, ...]]:
        """The most dolmens of a colour that have become one since, and that one."""
        old = [set(group) for group in self.before.dolmen_groups(colour)]
        counts = [
            (sum(not part.isdisjoint(group) for part in old), group) for group in later.dolmen_groups(colour)
        ]
        together, group = max(counts, default=(0, ()))
        return (together, group) if together > 1 else (0, ())


class _Compared:
    """The decision itself beside the better one, and all that the board can look like once it is answered."""

    def __init__(self, lines: _Lines) -> None:
        self.lines, self.mine, self.theirs = lines, lines.mine, lines.theirs
        self._here, self._there = (_outcomes(one) for one in (lines.after, lines.instead))

    def left_open(self) -> list[Claim]:
        """Squares for a dolmen that the opponent keeps whatever happens, and would not have had."""
        found = _always(self._here, self.theirs) - _ever(self._there, self.theirs)
        return [claim("leaves_open", self.theirs, len(found), sorted(found))] if found else []

    def not_prepared(self) -> list[Claim]:
        """Squares for a dolmen that we would have had whatever happened, and do not have."""
        found = _always(self._there, self.mine) - _ever(self._here, self.mine)
        return [claim("misses_chances", self.mine, len(found), sorted(found))] if found else []


class _Answers(_Compared):
    """An answer: whose turn it is now, and which colour the fall shows."""

    def told(self) -> list[Claim]:
        after, instead = self.lines.after, self.lines.instead
        found = []
        if not (after.is_over or instead.is_over):
            if self.lines.played[0] == "-":
                found.append(claim("places_again", self.theirs))
            elif self.lines.better[0] == "-":
                found.append(claim("must_place", self.mine))
        fallen, better = after.stones[-1], instead.stones[-1]
        if fallen.top == self.theirs and better.top == self.mine:
            found.append(claim("shows", self.theirs, squares=fallen.squares))
        return found


class _Placements(_Compared):
    """A placement: which colour its falls show, and which one it shows if it stays."""

    def told(self) -> list[Claim]:
        after, instead = self.lines.after, self.lines.instead
        shown, better = (falls(one) if one.pending else [] for one in (after, instead))
        found = []
        if not shown and better and not after.is_over:
            found.append(claim("cannot_fall", self.theirs))
        elif shown.count(self.theirs) > better.count(self.theirs):
            found.append(claim("falls_show", self.theirs, shown.count(self.theirs)))
        stone, other = after.stones[-1], instead.stones[-1]
        if stone.top == self.theirs and other.top == self.mine:
            found.append(claim("stands_theirs", self.theirs, squares=stone.squares))
        return found


def _more(here: Position, there: Position, colour: str) -> int:
    return here.score(colour) - there.score(colour)


def _chances(position: Position, colour: str) -> int:
    return len(completing(position, colour))


def _largest(position: Position, colour: str) -> int:
    return max(map(len, position.dolmen_groups(colour)), default=0)


def _shown(position: Position, colour: str) -> int:
    return sum(top == colour for top in position.tops.values())


def _new_dolmens(before: Position, after: Position, colour: str) -> list[str]:
    known = {square for group in before.dolmen_groups(colour) for square in group}
    new = [group for group in after.dolmen_groups(colour) if not known.intersection(group)]
    return [square for group in new for square in group]


def _outcomes(position: Position) -> list[Position]:
    return [position.play(text) for text in answers(position)] or [position]


def _always(outcomes: list[Position], colour: str) -> set[str]:
    return set.intersection(*(set(completing(one, colour)) for one in outcomes))


def _ever(outcomes: list[Position], colour: str) -> set[str]:
    return set().union(*(completing(one, colour) for one in outcomes))
