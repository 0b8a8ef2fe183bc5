"""Why a decision in Carnac is good: what it gains, joins, keeps apart, denies and prepares.

A placement may still be tilted. So what is said of it holds after every answer, or after the expected one. In
a review it is compared with the decision that was played, and in a hint with the board as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from stonefield.games.carnac.position import Position
from stonefield.study.explain.carnac.board import (
    answers,
    bridges,
    chances,
    completing,
    dolmens_in,
    falls,
    ground,
    joined,
    largest,
    new_dolmens,
    shown,
)
from stonefield.study.explain.carnac.lines import FEWER, MORE, Comparison, Moment, moments
from stonefield.study.explain.carnac.megalith import as_it_shows, as_placed_next
from stonefield.study.explain.carnac.worth import worth
from stonefield.study.explain.claims import Claim, claim

SHORTEST_LINE = 3
"""Moves of a line that is worth speaking about."""
LITTLE = 0.01
"""A hint may say what is true and weighs nothing; a review may not."""


def reasons(
    position: Position, line: Sequence[str], after: Position, played: Sequence[str] = ()
) -> list[Claim]:
    """What the first move of the line changes from above, for the side that decides."""
    change = _Change(position, line, after, played)
    found = [*change.gained(), *change.joined(), *change.blocked(), *change.kept_apart()]
    found += [*change.answered(), *change.left_or_tilted(), *change.enlarged(), *change.prepared()]
    settled = [*change.settled()]
    led_to = [one for one in change.expected() if all(one.squares != other.squares for other in settled)]
    found += [*led_to, *settled]
    if not any(one.worth > 0 for one in found):
        found += change.held_back()
    return found if played else [replace(one, worth=max(one.worth, LITTLE)) for one in found]


class _Change:
    """A decision, all that the board can look like once it is answered, and how it is expected to look."""

    def __init__(self, before: Position, line: Sequence[str], after: Position, played: Sequence[str]) -> None:
        self.before, self.line, self.after = before, line, after
        self.mine, self.theirs = before.turn, before.game.other(before.turn)
        self.ground = ground(before)
        self.had = self.ground.score(self.mine)
        self.outcomes = [after.play(text) for text in answers(after)] or [after]
        self.moments, self.played = moments(before, line), moments(before, played)
        self.here = self.moments[0] if self.moments else None
        """As the board is expected to be once the megalith is answered."""
        self.there = self.played[0] if self.played else None
        self.instead = self.there.moves if self.there else ()
        self.other = self.there.position if self.there else self.ground
        """What it is compared with."""

    def gained(self) -> Iterator[Claim]:
        more = min(one.score(self.mine) for one in self.outcomes) - self.had
        if more > 0:
            new = _always(new_dolmens(self.ground, one, self.mine) for one in self.outcomes)
            better = self.had + more - self.other.score(self.mine)
            yield self._claim("gains", self.mine, more, new, worth("dolmens", better, self.after))

    def joined(self) -> Iterator[Claim]:
        """Their dolmens that have grown together and count as one."""
        together, group = min(joined(self.ground, one, self.theirs) for one in self.outcomes)
        most = max(one.score(self.theirs) for one in self.outcomes)
        if together > 1 and most < self.ground.score(self.theirs):
            better = worth("dolmens", self.other.score(self.theirs) - most, self.after)
            yield self._claim("joins", self.theirs, together, group, better)

    def blocked(self) -> Iterator[Claim]:
        """Squares where one more of their symbols would have made a dolmen, taken by ours."""
        wanted = set(completing(self.ground, self.theirs)).intersection(completing(self.other, self.theirs))
        taken = self._taken(wanted, self.mine)
        if taken:
            yield self._claim(
                "blocks", self.theirs, len(taken), taken, worth("chances", len(taken), self.after)
            )

    def kept_apart(self) -> Iterator[Claim]:
        """Squares where two of our dolmens could have been joined, taken by theirs."""
        wanted = set(bridges(self.ground, self.mine)).intersection(bridges(self.other, self.mine))
        taken = self._taken(wanted, self.theirs)
        if taken:
            yield self._claim(
                "keeps_apart", self.mine, len(taken), taken, worth("bridges", len(taken), self.after)
            )

    def enlarged(self) -> Iterator[Claim]:
        """One of our dolmens that is larger whatever the answer, with its least size."""
        for dolmen in map(set, self.ground.dolmen_groups(self.mine)):
            now = [
                next((group for group in one.dolmen_groups(self.mine) if dolmen.issubset(group)), ())
                for one in self.outcomes
            ]
            least = min(now, key=len)
            if len(least) > len(dolmen) and all(one.score(self.mine) >= self.had for one in self.outcomes):
                better = len(least) - largest(self.other, self.mine)
                weighs = worth("largest", better, self.after)
                yield self._claim("enlarges", self.mine, len(least), least, weighs)
                return

    def prepared(self) -> Iterator[Claim]:
        """More squares than otherwise where one more symbol of ours completes a dolmen."""
        if self.here is None:
            return
        now, then = chances(self.here.position, self.mine), chances(self.other, self.mine)
        if now > then:
            known = completing(self.other, self.mine)
            new = [square for square in completing(self.here.position, self.mine) if square not in known]
            yield claim(
                "prepares",
                self.mine,
                now,
                new,
                self.here.moves,
                other=then,
                instead=self.instead,
                worth=worth("chances", now - then, self.here.position),
            )

    def answered(self) -> Iterator[Claim]:
        """What an answer spares us, compared with the answer played, or in a hint with the other answers."""
        if self.before.pending is None:
            return
        others = [(text,) for text in answers(self.before)] if not self.there else [self.instead]
        possible = [(moves, self.before.play(moves[0])) for moves in others]
        yield from self._denied(*possible[-1])
        tops = falls(self.before)
        if self.line[0] == "-" and all(colour == self.theirs for colour in tops):
            more = worth(
                "squares", shown(possible[0][1], self.theirs) - shown(self.after, self.theirs), self.after
            )
            yield self._claim("falls_theirs", self.theirs, len(tops), (), more)
        now = chances(self.after, self.theirs)
        least = min(chances(self.before.play(text), self.theirs) for text in answers(self.before))
        moves, worst = max(possible, key=lambda one: chances(one[1], self.theirs))
        if now == least < chances(worst, self.theirs):
            more = chances(worst, self.theirs) - now
            yield claim(
                "leaves_least",
                self.theirs,
                now,
                (),
                self.line[:1],
                other=now + more,
                instead=moves,
                worth=worth("chances", more, self.after),
            )

    def _denied(self, instead: Sequence[str], other: Position) -> Iterator[Claim]:
        """Dolmens that the other answer would leave them."""
        now, then = self.after.score(self.theirs), other.score(self.theirs)
        if now < then:
            weighs = worth("dolmens", then - now, self.after)
            yield claim(
                "denies", self.theirs, now, (), self.line[:1], other=then, instead=instead, worth=weighs
            )

    def left_or_tilted(self) -> Iterator[Claim]:
        """A dolmen that depends on the answer, if the answer is the expected one."""
        if self.after.pending is None or self.here is None:
            return
        *tilted, left = (one.score(self.mine) for one in self.outcomes)
        stays = self.here.moves[1] == "-"
        code = None
        if stays and left > self.had >= min(tilted):
            code = "if_left_gains"
        if not stays and min(tilted) > self.had >= left:
            code = "if_tilted_gains"
        if code:
            new = new_dolmens(self.ground, self.here.position, self.mine)
            more = self.here.position.score(self.mine) - self.other.score(self.mine)
            weighs = worth("dolmens", more, self.here.position)
            yield replace(self._claim(code, self.mine, None, new, weighs), moves=self.here.moves)
        stands = self.after.pending.square
        wanted = set(completing(self.ground, self.theirs)).intersection(completing(self.other, self.theirs))
        if stays and stands in wanted and self.after.tops[stands] == self.mine:
            blocks = self._claim("if_left_blocks", self.theirs, 1, [stands], worth("chances", 1, self.after))
            yield replace(blocks, moves=self.here.moves)

    def settled(self) -> Iterator[Claim]:
        """What the megalith shows once it is answered, and who places next."""
        if self.here is not None:
            yield from as_it_shows(self.before, self.here, self.there, self.mine)
            yield from as_placed_next(self.moments, self.played, self.mine)

    def expected(self) -> Iterator[Claim]:
        """What the search's line leads to: a dolmen with this megalith, or any new one."""
        if not self.moments or len(self.moments[-1].moves) < SHORTEST_LINE:
            return
        end = self.moments[-1]
        new = new_dolmens(self.ground, end.position, self.mine)
        more = end.position.score(self.mine) - self.had
        better = more
        if self.played:
            found = Comparison(self.moments, self.played).difference(Position.score, self.mine, MORE)
            better = found.amount if found else 0
        gained = min(one.score(self.mine) for one in self.outcomes) - self.had
        grown = self._grown(end)
        if more > max(0, gained) or gained <= 0:
            # Otherwise the decision itself gains them, which is said already.
            if grown:
                yield self._at(end, "grows_into", self.mine, len(grown), grown, better)
            elif more == dolmens_in(end.position, new) > 0:
                yield self._at(end, "leads_to", self.mine, more, new, better)
        mine, theirs = (end.position.score(colour) for colour in (self.mine, self.theirs))
        if mine > theirs and not self.played:
            yield claim("leads", self.mine, mine, (), end.moves, other=theirs)

    def held_back(self) -> Iterator[Claim]:
        """None of theirs along the line, where the played one gives them some.

        It says only what does not happen, and what does is a cost of the played decision already: so it is
        told in a review that has no other reason, and never in a hint.
        """
        if not self.played or not self.moments or len(self.moments[-1].moves) < SHORTEST_LINE:
            return
        end = self.moments[-1]
        spared = Comparison(self.moments, self.played).difference(Position.score, self.theirs, FEWER)
        none = not any(new_dolmens(self.ground, one.position, self.theirs) for one in self.moments)
        if spared and none and end.position.score(self.mine) >= self.had:
            yield self._at(end, "holds", self.theirs, len(end.moves), (), spared.amount)

    def _grown(self, end: Moment) -> tuple[str, ...]:
        """The new dolmen that the megalith of this decision is part of."""
        known = set(self.ground.dolmen_groups(self.mine))
        number = len(self.before.stones) - (self.before.pending is not None)
        squares = end.position.stones[number].squares
        for group in end.position.dolmen_groups(self.mine):
            if group not in known and not set(squares).isdisjoint(group):
                return group
        return ()

    def _at(
        self, end: Moment, code: str, colour: str, count: int, squares: Sequence[str], more: int
    ) -> Claim:
        instead = self.played[-1].moves if self.played else ()
        weighs = worth("dolmens", more, end.position)
        return claim(code, colour, count, squares, end.moves, instead=instead, worth=weighs)

    def _claim(
        self, code: str, colour: str, count: int | None, squares: Sequence[str], weighs: float
    ) -> Claim:
        """What holds whatever is answered."""
        return claim(code, colour, count, squares, self.line[:1], instead=self.instead, worth=weighs)

    def _taken(self, wanted: set[str], colour: str) -> list[str]:
        return sorted(
            _always([square for square in wanted if one.tops.get(square) == colour] for one in self.outcomes)
        )


def _always(found: Iterable[Sequence[str]]) -> list[str]:
    """The squares that are found in all outcomes."""
    first, *others = found
    return [square for square in first if all(square in other for other in others)]
