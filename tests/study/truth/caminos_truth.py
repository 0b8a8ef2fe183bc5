"""What is said of decisions in Caminos, as questions to the board."""

from __future__ import annotations

from collections.abc import Callable

from stonefield.games.caminos import Position

from .caminos_board import (
    NEVER,
    covered,
    cubes,
    groups,
    is_fork,
    largest,
    may_join,
    needed,
    parts,
    placed,
    sides_of,
    touched,
    winning,
)
from .truth import Truth, winner

Measure = Callable[[Position, str], int]
MORE, FEWER = 1, -1


class CaminosTruth(Truth):
    """Paths, threats, ways across, groups and squares."""

    # Two lines compared

    def nearer(self) -> bool:
        return self._counted(needed, self.theirs, FEWER)

    def farther(self) -> bool:
        return self._counted(needed, self.mine, MORE)

    def larger_group(self) -> bool:
        return self._counted(largest, self.theirs, MORE)

    def smaller_group(self) -> bool:
        return self._counted(largest, self.mine, FEWER)

    def fewer_groups(self) -> bool:
        return self._counted(parts, self.theirs, FEWER)

    def more_groups(self) -> bool:
        return self._counted(parts, self.mine, MORE)

    def fewer_cubes(self) -> bool:
        return self._counted(cubes, self.theirs, FEWER)

    def more_cubes(self) -> bool:
        return self._counted(cubes, self.mine, MORE)

    def more_sides(self) -> bool:
        return self._counted(touched, self.theirs, MORE)

    def fewer_sides(self) -> bool:
        return self._counted(touched, self.mine, FEWER)

    def nearer_now(self) -> bool:
        return self.nearer() and self._is_now()

    def farther_now(self) -> bool:
        return self.farther() and self._is_now()

    def larger_group_now(self) -> bool:
        return self.larger_group() and self._is_now()

    def smaller_group_now(self) -> bool:
        return self.smaller_group() and self._is_now()

    def fewer_groups_now(self) -> bool:
        return self.fewer_groups() and self._is_now()

    def more_groups_now(self) -> bool:
        return self.more_groups() and self._is_now()

    def _is_now(self) -> bool:
        """Right after both decisions or the answers to them; it does not say that it stays so."""
        self.comparison = None
        return 1 <= len(self.claim.moves) == len(self.claim.instead) <= 2

    def _counted(self, measure: Measure, colour: str, sign: int) -> bool:
        """Whether both numbers are right, and differ as the sentence says."""
        self.comparison = measure, colour, sign
        here, there = measure(self.here, colour), measure(self.there, colour)
        counted = (self.claim.count, self.claim.other) == (here, there) and NEVER not in (here, there)
        return self.is_about(colour) and counted and sign * (here - there) > 0

    def no_way(self) -> bool:
        here, there = needed(self.here, self.mine), needed(self.there, self.mine)
        return self.is_about(self.mine) and here == NEVER and self.claim.other == there < NEVER

    def keeps_way(self) -> bool:
        here, there = needed(self.here, self.theirs), needed(self.there, self.theirs)
        return self.is_about(self.theirs) and there == NEVER and self.claim.count == here < NEVER

    # Paths and threats

    def line_wins(self) -> bool:
        return self._wins_by(self.theirs)

    def misses_path(self) -> bool:
        return self._wins_by(self.mine)

    def _wins_by(self, colour: str) -> bool:
        """The line ends with a path on the squares, after that many pieces; the other line without one."""
        pieces, position = 0, self.before
        for move in self.claim.moves:
            pieces += position.turn == colour
            position = position.play(move)
        path = any(self.squares <= group for group in groups(position, colour))
        joined = any({*pair} <= sides_of(position, self.squares) for pair in may_join(position))
        won = winner(position) == colour != winner(self.there)
        return self.is_about(colour) and path and joined and won and self.claim.count == pieces

    def line_threatens(self) -> bool:
        return self._threatens_to_win(self.theirs) and not winning(self.there, self.theirs)

    def misses_threat(self) -> bool:
        return self._threatens_to_win(self.mine) and not winning(self.there, self.mine)

    def forks(self) -> bool:
        return self._forks_alone(self.theirs)

    def misses_fork(self) -> bool:
        return self._forks_alone(self.mine)

    def _threatens_to_win(self, colour: str) -> bool:
        """A piece on the squares would win, one of that many, once the opponent has placed elsewhere."""
        threats = winning(self.here, colour)
        named = self.squares in threats.values() and self.claim.count == len(threats)
        return self.is_about(colour) and named and self.here.turn != colour

    def _forks_alone(self, colour: str) -> bool:
        """Nothing prevents the win here, and something does in the other line."""
        fork = self._threatens_to_win(colour) and is_fork(self.here, colour)
        return fork and not is_fork(self.there, colour)

    def threatens(self) -> bool:
        return self.is_about(self.mine) and self.squares in winning(self.here, self.mine).values()

    def prevents_win(self) -> bool:
        """Otherwise, after what was played or if nothing is done, the opponent wins with a piece there."""
        otherwise = self.after(self.against[:1])
        threat = self.squares in winning(otherwise, self.theirs).values()
        return self.is_about(self.theirs) and threat and not winning(self.decided, self.theirs)

    # What a placement or the answer to it does

    def extends(self) -> bool:
        return self._shorter(self.before, self.here, self.mine)

    def leads_on(self) -> bool:
        return self._shorter(self.before, self.here, self.mine)

    def line_extends(self) -> bool:
        answer = self._is_answered() and self.squares == placed(self._unanswered, self.here)
        return answer and self._shorter(self._unanswered, self.here, self.theirs)

    def hinders(self) -> bool:
        return self._longer(self.before, self.here, self.theirs)

    def line_hinders(self) -> bool:
        answer = self._is_answered() and self.squares == placed(self._unanswered, self.here)
        return answer and self._longer(self._unanswered, self.here, self.mine)

    def balanced(self) -> bool:
        mine, theirs = (needed(self.here, one) - needed(self.before, one) for one in (self.mine, self.theirs))
        return self.is_about(self.mine) and self.before.places_neutral and mine == theirs

    def _shorter(self, before: Position, after: Position, colour: str) -> bool:
        was, now = needed(before, colour), needed(after, colour)
        return self.is_about(colour) and NEVER > was > now and was - now == self.claim.count

    def _longer(self, before: Position, after: Position, colour: str) -> bool:
        was, now = needed(before, colour), needed(after, colour)
        return self.is_about(colour) and NEVER > now > was and now - was == self.claim.count

    def links(self) -> bool:
        return self._parted(self.here, self.before, self.mine)

    def line_links(self) -> bool:
        return self._is_answered() and self._parted(self.here, self._unanswered, self.theirs)

    def cuts(self) -> bool:
        return self._parted(self.before, self.here, self.theirs)

    def line_cuts(self) -> bool:
        return self._is_answered() and self._parted(self._unanswered, self.here, self.mine)

    def _parted(self, whole: Position, parts: Position, colour: str) -> bool:
        """The squares are one group in one position, and belong to several in the other."""
        several = [group for group in groups(parts, colour) if group & self.squares]
        one = frozenset(self.squares) in groups(whole, colour)
        return self.is_about(colour) and one and len(several) == self.claim.count > 1

    def covers(self) -> bool:
        return self._covered(self.before, self.theirs, self.mine)

    def line_covers(self) -> bool:
        return self._is_answered() and self._covered(self._unanswered, self.mine, self.theirs)

    def _covered(self, before: Position, old: str, new: str) -> bool:
        squares = covered(before, self.here, old, new)
        return self.is_about(old) and self.squares == squares and self.claim.count == len(squares) > 0

    def reaches(self) -> bool:
        """The new piece takes squares at a side that its group had not reached."""
        new = placed(self.before, self.here)
        found = [group for group in groups(self.here, self.mine) if self.squares <= group]
        group = found[0] if found else frozenset()
        old = [part for part in groups(self.before, self.mine) if part & group]
        had = sides_of(self.before, frozenset().union(*old))
        fresh = sides_of(self.here, self.squares) - had
        at_sides = all(sides_of(self.here, {square}) for square in self.squares)
        return self.is_about(self.mine) and self.squares <= new & group and at_sides and bool(fresh)

    def _is_answered(self) -> bool:
        """Whether the last decision of the line is the opponent's answer."""
        return len(self.claim.moves) > 1 and self._unanswered.turn == self.theirs

    @property
    def _unanswered(self) -> Position:
        return self.after(self.claim.moves[:-1])
