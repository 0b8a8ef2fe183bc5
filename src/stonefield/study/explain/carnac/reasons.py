"""Why a decision in Carnac is good: what it gains, joins, keeps apart, denies and prepares.

A placement may still be tilted. So what is said of it holds after every answer, or the sentence names the
answer it is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stonefield.games.carnac.position import Position
from stonefield.study.explain.carnac.board import answers, bridges, completing, falls
from stonefield.study.explain.claims import Claim, claim

SHORTEST_LINE = 3
"""Moves of a line that is worth speaking about."""


def reasons(position: Position, line: Sequence[str], after: Position) -> list[Claim]:
    """What the first move of the line changes from above, for the side that decides; weightiest first."""
    if line[0] == "swap":
        return []
    mine, theirs = position.turn, position.game.other(position.turn)
    change = _Change(position, after, mine, theirs)
    found = [*change.gained(), *change.joined(), *change.blocked(), *change.kept_apart()]
    found += change.answered(line[0]) if position.pending else change.offered()
    if not any(one.code in ("gains", "joins") for one in found):
        found += [*change.enlarged(), *change.prepared()]
    found += _expected(position, line, mine, theirs)
    if position.pending and line[0] != "-":
        found += [*change.shown(), claim("takes_turn", mine)]
    return found


class _Change:
    """A decision, and all that the board can look like once the megalith has been answered."""

    def __init__(self, before: Position, after: Position, mine: str, theirs: str) -> None:
        self.before, self.after, self.mine, self.theirs = before, after, mine, theirs
        self.had = before.score(mine)
        self.outcomes = [after.play(text) for text in answers(after)] or [after]

    def gained(self) -> list[Claim]:
        more = min(one.score(self.mine) for one in self.outcomes) - self.had
        new = self._always(self._new_dolmens(one) for one in self.outcomes)
        return [claim("gains", self.mine, more, new)] if more > 0 else []

    def joined(self) -> list[Claim]:
        """Their dolmens that have grown together and count as one."""
        old = [set(group) for group in self.before.dolmen_groups(self.theirs)]
        if max(one.score(self.theirs) for one in self.outcomes) >= len(old):
            return []
        for group in self.outcomes[0].dolmen_groups(self.theirs):
            together = sum(not part.isdisjoint(group) for part in old)
            if together > 1:
                return [claim("joins", self.theirs, together, group)]
        return []

    def blocked(self) -> list[Claim]:
        """Squares where one more of their symbols would have made a dolmen, taken by ours."""
        threats = completing(self.before, self.theirs)
        taken = self._always(
            [square for square in threats if one.tops.get(square) == self.mine] for one in self.outcomes
        )
        return [claim("blocks", self.theirs, len(taken), taken)] if taken else []

    def kept_apart(self) -> list[Claim]:
        """Squares where two of our dolmens could have been joined, taken by theirs."""
        wanted = bridges(self.before, self.mine)
        taken = self._always(
            [square for square in wanted if one.tops.get(square) == self.theirs] for one in self.outcomes
        )
        return [claim("keeps_apart", self.mine, len(taken), taken)] if taken else []

    def enlarged(self) -> list[Claim]:
        """One of our dolmens that is larger whatever the answer, with its least size."""
        for dolmen in map(set, self.before.dolmen_groups(self.mine)):
            now = [
                next((group for group in one.dolmen_groups(self.mine) if dolmen.issubset(group)), ())
                for one in self.outcomes
            ]
            least = min(now, key=len)
            if len(least) > len(dolmen) and all(one.score(self.mine) >= self.had for one in self.outcomes):
                return [claim("enlarges", self.mine, len(least), least)]
        return []

    def prepared(self) -> list[Claim]:
        """Squares where one more symbol of ours now completes a dolmen, and did not before."""
        known = completing(self.before, self.mine)
        new = self._always(
            [square for square in completing(one, self.mine) if square not in known] for one in self.outcomes
        )
        return [claim("prepares", self.mine, len(new), new)] if new else []

    def answered(self, text: str) -> list[Claim]:
        """What the answer spares us, compared with the other answers."""
        possible = [self.before.play(answer) for answer in answers(self.before)]
        found = []
        fewer = possible[-1].score(self.theirs) - self.after.score(self.theirs)
        if fewer > 0:
            found.append(claim("denies", self.theirs, fewer))
        if text == "-" and all(colour == self.theirs for colour in falls(self.before)):
            found.append(claim("falls_theirs", self.theirs))
        chances = [len(completing(one, self.theirs)) for one in possible]
        if len(completing(self.after, self.theirs)) == min(chances) < max(chances):
            found.append(claim("leaves_least", self.theirs, min(chances)))
        return [*found, claim("keeps_turn", self.theirs)] if text == "-" else found

    def offered(self) -> list[Claim]:
        """What the opponent can do with the megalith just placed."""
        if self.after.pending is None:
            return [] if self.after.is_over else [claim("cannot_fall", self.theirs)]
        *tilted, left = self.outcomes
        tilted_least = min(one.score(self.mine) for one in tilted)
        found = []
        if left.score(self.mine) > self.had >= tilted_least:
            found.append(claim("if_left_gains", self.mine, squares=self._new_dolmens(left)))
        if tilted_least > self.had >= left.score(self.mine):
            found.append(claim("if_tilted_gains", self.mine))
        shown = falls(self.after)
        if all(colour == self.mine for colour in shown):
            found.append(claim("falls_mine", self.mine, len(shown)))
        elif 2 * shown.count(self.mine) > len(shown):
            found.append(claim("falls_mostly_mine", self.mine, shown.count(self.mine)))
        stands = self.after.pending.square
        if stands in completing(self.before, self.theirs) and left.tops[stands] == self.mine:
            found.append(claim("if_left_blocks", self.theirs, squares=[stands]))
        return found

    def shown(self) -> list[Claim]:
        """Two more squares show our colour."""
        stone = self.after.stones[-1]
        return [claim("shows", self.mine, squares=stone.squares)] if stone.top == self.mine else []

    def _new_dolmens(self, outcome: Position) -> list[str]:
        known = {square for group in self.before.dolmen_groups(self.mine) for square in group}
        new = [group for group in outcome.dolmen_groups(self.mine) if not known.intersection(group)]
        return [square for group in new for square in group]

    def _always(self, found: Iterable[Sequence[str]]) -> list[str]:
        """The squares that are found in all outcomes."""
        first, *others = found
        return [square for square in first if all(square in other for other in others)]


def _expected(position: Position, line: Sequence[str], mine: str, theirs: str) -> list[Claim]:
    """What the search's best line leads to: a dolmen with this megalith, any new one, or none of theirs."""
    if len(line) < SHORTEST_LINE:
        return []
    known = set(position.dolmen_groups(mine))
    number = len(position.stones) - (position.pending is not None)
    end = position
    for text in line:
        end = end.play(text)
    for group in end.dolmen_groups(mine):
        if group not in known and not set(end.stones[number].squares).isdisjoint(group):
            return [claim("grows_into", mine, len(group), group)]
    more = end.score(mine) - position.score(mine)
    if more > 0:
        return [claim("leads_to", mine, more)]
    if more == 0 and end.score(theirs) <= position.score(theirs):
        return [claim("holds", theirs, len(line))]
    return []
