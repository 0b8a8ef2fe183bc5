"""Why a placement in Caminos is good: what it prevents, threatens, joins, cuts, covers, and the way to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.board import (
    covered,
    groups,
    lengthened,
    names,
    parted,
    placed,
    sides,
    winning_squares,
)
from stonefield.study.explain.caminos.worth import EVEN, worth
from stonefield.study.explain.claims import Claim, claim
from stonefield.study.explain.lines import trail
from stonefield.study.explain.ranking import DECISIVE

LITTLE = 0.01
"""The least worth of a hint's reason."""


def reasons(
    position: Position, line: Sequence[str], after: Position, played: Sequence[str] = ()
) -> list[Claim]:
    """What changes on the way across, for the side that places and for the other team.

    Beside the line that was played, a reason is worth what its decision does not do as well.
    """
    if line[0] == "swap":
        return []
    found = _done(position, line, after)
    if played and played[0] != "swap":
        instead = position.play(played[0])
        found = [*_prevented(position, after, instead), *_more(found, _done(position, played, instead))]
    else:
        found = [*_prevented(position, after, position), *found]
        # A hint says what there is to say; a review leaves out what explains nothing.
        found = [replace(one, worth=max(one.worth, LITTLE)) for one in found]
    return [one if one.moves else replace(one, moves=(line[0],)) for one in found]


def _prevented(position: Position, after: Position, otherwise: Position) -> Iterator[Claim]:
    """A win of the opponent's that is there otherwise: where nothing is done, or in what was played."""
    theirs = position.game.other(position.turn)
    threat = winning_squares(otherwise, theirs)
    if threat and not winning_squares(after, theirs):
        yield claim("prevents_win", theirs, squares=threat, worth=DECISIVE)


def _more(found: list[Claim], instead: list[Claim]) -> Iterator[Claim]:
    """The claims that are not made as well of the decision that was played; their worth is the difference."""
    done = {one.code: one for one in instead}
    for one in found:
        other = done.get(one.code)
        if other is None:
            yield one
        elif one.worth > other.worth:
            yield replace(one, worth=one.worth - other.worth)


def _done(position: Position, line: Sequence[str], after: Position) -> list[Claim]:
    """What the first move of a line does."""
    mine, theirs = position.turn, position.game.other(position.turn)
    if position.places_neutral:
        return _barred(position, after, mine, theirs)
    ways = _ways(position, after, mine, theirs)
    found = [*_threats(position, after, mine), *ways]
    found += [*_linked(position, after, mine), *_cut(position, after, theirs)]
    found += _covered(position, after, mine, theirs)
    found += _reached(position, after, mine)
    if not ways:
        found += _led_on(position, line, mine)
    return found


def _ways(position: Position, after: Position, mine: str, theirs: str) -> list[Claim]:
    """Our way across that is shorter now, and theirs that is longer."""
    shorter, longer = -lengthened(position, after, mine), lengthened(position, after, theirs)
    found = [claim("extends", mine, shorter, worth=worth("way", shorter, position))] if shorter > 0 else []
    return (
        [*found, claim("hinders", theirs, longer, worth=worth("way", longer, position))]
        if longer > 0
        else found
    )


def _barred(position: Position, after: Position, mine: str, theirs: str) -> list[Claim]:
    """Whose way a neutral bar makes longer."""
    ours, others = (lengthened(position, after, colour) for colour in (mine, theirs))
    if others > ours:
        return [claim("hinders", theirs, others, worth=worth("way", others - ours, position))]
    return [claim("balanced", mine, worth=EVEN)] if others == ours else []


def _threats(position: Position, after: Position, mine: str) -> list[Claim]:
    threat = winning_squares(after, mine)
    return [claim("threatens", mine, squares=threat, worth=worth("threat", 1, position))] if threat else []


def _linked(position: Position, after: Position, mine: str) -> list[Claim]:
    """Groups of ours that the piece has joined."""
    joined, group = parted(after, position, mine)
    return (
        [claim("links", mine, joined, group, worth=worth("joined", joined - 1, position))] if joined else []
    )


def _cut(position: Position, after: Position, theirs: str) -> list[Claim]:
    """A group of theirs that the piece has cut into parts."""
    parts, group = parted(position, after, theirs)
    return [claim("cuts", theirs, parts, group, worth=worth("joined", parts - 1, position))] if parts else []


def _covered(position: Position, after: Position, mine: str, theirs: str) -> list[Claim]:
    """Squares that showed their colour and show ours now."""
    squares = covered(position, after, theirs, mine)
    value = worth("largest", len(squares), position)
    return [claim("covers", theirs, len(squares), squares, worth=value)] if squares else []


def _reached(position: Position, after: Position, mine: str) -> list[Claim]:
    """A side of the board that a group of ours has reached with this piece."""
    new = placed(position, after)
    old = list(groups(position, mine))
    for group in groups(after, mine):
        if group.isdisjoint(new):
            continue
        had = {square for part in old if not part.isdisjoint(group) for square in part}
        if sides(position, group) & ~sides(position, had):
            squares = {square for square in new & group if sides(position, [square])}
            return [
                claim("reaches", mine, squares=names(position, squares), worth=worth("sides", 1, position))
            ]
    return []


def _led_on(position: Position, line: Sequence[str], mine: str) -> list[Claim]:
    """Our way across at the end of the line, if it is shorter than now."""
    shorter = -lengthened(position, trail(position, line)[-1], mine)
    value = worth("way", shorter, position)
    return [claim("leads_on", mine, shorter, moves=line, worth=value)] if shorter > 0 else []
