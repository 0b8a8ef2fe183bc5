"""Why a decision in Carnac is costly: dolmens given and missed, squares left open, what the megalith shows.

Two lines are compared: the one that the decision leads to, and the better one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from stonefield.games.carnac.position import Position
from stonefield.study.explain.carnac.board import (
    answers,
    chances,
    completing,
    dolmens_in,
    ground,
    joined,
    largest,
    new_dolmens,
    shown,
)
from stonefield.study.explain.carnac.lines import FEWER, MORE, Comparison, Moment, moments
from stonefield.study.explain.carnac.megalith import as_it_shows, as_placed_next
from stonefield.study.explain.carnac.worth import balance, worth
from stonefield.study.explain.claims import Claim, claim
from stonefield.study.explain.ranking import DECISIVE

_MEASURES: tuple[tuple[Callable[[Position, str], int], str, str, str], ...] = (
    (Position.score, "dolmens", "gives_dolmens", "misses_dolmens"),
    (chances, "chances", "more_chances", "fewer_chances"),
    (largest, "largest", "larger", "smaller"),
    (shown, "squares", "more_squares", "fewer_squares"),
)
"""What is counted, the feature it is, and the claims that the opponent has more and that we have less."""


_RESULT = ("dolmens", "largest")
"""The features that decide a game at its end."""
LITTLE = 0.1
"""In log odds: what is worth less explains hardly any loss."""


def costs(position: Position, played: Sequence[str], better: Sequence[str]) -> list[Claim]:
    """What the first move of a line gives away compared with that of the better line."""
    mine, theirs = position.turn, position.game.other(position.turn)
    ours, others = moments(position, played), moments(position, better)
    found: list[Claim] = []
    if ours and others:
        compared = Comparison(ours, others)
        found += [*_joined(position, compared, mine, theirs), *_counted(position, compared, mine, theirs)]
        if all(one.code not in ("gives_dolmens", "misses_dolmens") for one in found):
            found += _at_once(position, ours, others, mine, theirs)
        found += as_placed_next(ours, others, theirs)
        found += as_it_shows(position, ours[0], others[0], theirs)
        if all(one.worth < LITTLE for one in found):
            found += _right_afterwards(ours[0], others[0], mine, theirs)
    named = {one.code: one for one in _left_open(position, played[0], better[0], mine, theirs)}
    return [*named.values(), *(one for one in found if not _is_named(one, named))]


def _counted(position: Position, compared: Comparison, mine: str, theirs: str) -> Iterator[Claim]:
    """What the opponent has more of than in the better line, and what we have less of."""
    for measure, feature, more, fewer in _MEASURES:
        for code, colour, sign in ((more, theirs, MORE), (fewer, mine, FEWER)):
            found = compared.difference(measure, colour, sign)
            if found:
                here, there = found.here, found.there
                weighs = worth(feature, found.amount, here.position)
                if weighs and feature in _RESULT and _decides(here, there):
                    weighs = DECISIVE
                new = new_dolmens(ground(position), here.position, colour) if code == "gives_dolmens" else ()
                yield claim(
                    code,
                    colour,
                    measure(here.position, colour),
                    new,
                    here.moves,
                    other=measure(there.position, colour),
                    instead=there.moves,
                    worth=weighs,
                )


def _decides(here: Moment, there: Moment) -> bool:
    """Whether both lines end the game, and with another winner: dolmens and then their sizes decide it."""
    ended, other = here.position.outcome, there.position.outcome
    return ended is not None and other is not None and ended.winner != other.winner


def _right_afterwards(here: Moment, there: Moment, mine: str, theirs: str) -> Iterator[Claim]:
    """What is worse once the megalith is answered, though it may be made good later, if all in all it is."""
    if balance(here.position, mine) >= balance(there.position, mine):
        return
    for measure, feature, more, fewer in (
        (chances, "chances", "more_chances_now", "fewer_chances_now"),
        (shown, "squares", "more_squares_now", "fewer_squares_now"),
    ):
        for code, colour, sign in ((more, theirs, MORE), (fewer, mine, FEWER)):
            count, other = (measure(one.position, colour) for one in (here, there))
            yield claim(
                code,
                colour,
                count,
                (),
                here.moves,
                other=other,
                instead=there.moves,
                worth=worth(feature, sign * (count - other), here.position),
            )


def _joined(position: Position, compared: Comparison, mine: str, theirs: str) -> Iterator[Claim]:
    """Dolmens of ours that grow together in the played line only, and theirs in the better one only."""
    before = ground(position)

    def together(later: Position, colour: str) -> int:
        return joined(before, later, colour)[0]

    for code, colour, sign in (("joins_own", mine, MORE), ("misses_joining", theirs, FEWER)):
        found = compared.difference(together, colour, sign)
        if found:
            where, instead = (found.here, found.there) if sign == MORE else (found.there, found.here)
            count, group = joined(before, where.position, colour)
            yield claim(
                code,
                colour,
                count,
                group,
                where.moves,
                instead=instead.moves,
                worth=worth("dolmens", found.amount, where.position),
            )


def _at_once(
    position: Position, ours: Sequence[Moment], others: Sequence[Moment], mine: str, theirs: str
) -> Iterator[Claim]:
    """Dolmens that the megalith itself gives them, or the better one us, and that last to the line's end."""
    before = ground(position)
    for code, colour, line, instead in (
        ("gives_at_once", theirs, ours, others),
        ("misses_at_once", mine, others, ours),
    ):
        first, other = line[0], instead[0]
        new = new_dolmens(before, first.position, colour)
        count = dolmens_in(first.position, new)
        more = first.position.score(colour) - other.position.score(colour)
        lasts = line[-1].position.score(colour) >= before.score(colour) + count
        if new and more > 0 and lasts:
            yield claim(
                code,
                colour,
                count,
                new,
                first.moves,
                instead=other.moves,
                worth=worth("dolmens", more, first.position),
            )


def _left_open(position: Position, played: str, better: str, mine: str, theirs: str) -> Iterator[Claim]:
    """Squares for a dolmen that they have whatever is answered, and those that we would have had."""
    after = {text: position.play(text) for text in (played, better)}
    outcomes = {text: _outcomes(one) for text, one in after.items()}
    for code, colour, move, other in (
        ("leaves_open", theirs, played, better),
        ("misses_chances", mine, better, played),
    ):
        squares = sorted(_always(outcomes[move], colour) - _ever(outcomes[other], colour))
        if squares:
            weighs = worth("chances", len(squares), after[move])
            yield claim(code, colour, len(squares), squares, [move], instead=[other], worth=weighs)


def _is_named(counted: Claim, named: Mapping[str, Claim]) -> bool:
    """Whether the squares that a claim counts are named by another one."""
    by = named.get({"more_chances": "leaves_open", "fewer_chances": "misses_chances"}.get(counted.code, ""))
    return by is not None and by.worth >= counted.worth


def _outcomes(position: Position) -> list[Position]:
    return [position.play(text) for text in answers(position)] or [position]


def _always(outcomes: list[Position], colour: str) -> set[str]:
    return set.intersection(*(set(completing(one, colour)) for one in outcomes))


def _ever(outcomes: list[Position], colour: str) -> set[str]:
    return set().union(*(completing(one, colour) for one in outcomes))
