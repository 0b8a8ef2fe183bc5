"""What Carnac's lessons may ask of a decision: how a megalith stands and falls, and the dolmens."""

from __future__ import annotations

from typing import TypeAlias

from stonefield.course.facts import ME, MINE, NOBODY, THEIRS, THEM, Fact, Facts, Groups, Squares
from stonefield.course.facts import Seen as AnySeen
from stonefield.games.carnac.moves import TILTS, Answer, Placement
from stonefield.games.carnac.position import Position
from stonefield.study.explain.carnac.board import bridges, completing

Seen: TypeAlias = AnySeen[Position]

_WHOSE = (MINE, THEIRS)
_KINDS = ("place", "tilt", "leave", "swap")
_DIRECTIONS = ("north", "east", "south", "west")


def _kind(seen: Seen) -> str | None:
    match seen.move:
        case None:
            return None
        case Placement():
            return "place"
        case Answer():
            return "leave" if seen.move.direction is None else "tilt"
    return "swap"


def _direction(seen: Seen) -> str | None:
    tilts = isinstance(seen.move, Answer) and seen.move.direction is not None
    return _DIRECTIONS[TILTS.index(seen.move)] if tilts and isinstance(seen.move, Answer) else None


def _square(seen: Seen) -> str | None:
    if isinstance(seen.move, Placement):
        return seen.move.square
    return seen.before.pending.square if seen.before.pending else None


def _shows(seen: Seen) -> str | None:
    """The colour of the megalith that was decided about."""
    return seen.whose(seen.after.stones[-1].top) if seen.move and seen.after.stones else None


def _squares(seen: Seen) -> Squares | None:
    return frozenset(seen.after.stones[-1].squares) if seen.move and seen.after.stones else None


def _axis(seen: Seen) -> str | None:
    return seen.whose(seen.move.axis) if isinstance(seen.move, Placement) else None


def _falls(seen: Seen, whose: str | None = None) -> int:
    """How many ways the megalith that waits can fall, all or those that show a colour."""
    if seen.after.pending is None:
        return 0
    tops = [seen.after.play(m).stones[-1].top for m in seen.after.legal_moves() if m in TILTS]
    return sum(whose in (None, seen.whose(top)) for top in tops)


def _gain(seen: Seen, colour: str) -> int:
    return seen.after.score(colour) - seen.before.score(colour)


def _groups(seen: Seen, colour: str) -> Groups:
    return tuple(map(frozenset, seen.after.dolmen_groups(colour)))


def _largest(seen: Seen, colour: str) -> int:
    return max(seen.after.dolmens(colour), default=0)


def _joins(seen: Seen, colour: str) -> bool:
    """Whether two dolmens that a colour had are one now."""
    before = seen.before.dolmen_groups(colour)
    return any(sum(not group.isdisjoint(dolmen) for dolmen in before) > 1 for group in _groups(seen, colour))


def _ahead(seen: Seen) -> str:
    """Who would win if it ended now: first the number of dolmens, then their sizes."""
    mine, theirs = seen.after.dolmens(seen.me), seen.after.dolmens(seen.them)
    if mine == theirs:
        return NOBODY
    return ME if (len(mine), mine) > (len(theirs), theirs) else THEM


FACTS: Facts = {
    "kind": Fact("what kind of decision it is", str, _kind, _KINDS),
    "direction": Fact("where a megalith is tilted to", str, _direction, _DIRECTIONS),
    "square": Fact("where the megalith is placed, or stood before its answer", str, _square),
    "squares": Fact("where the megalith stands or lies after the decision", frozenset, _squares),
    "shows": Fact("the colour the megalith shows from above after the decision", str, _shows, _WHOSE),
    "axis": Fact("the colour that a placed megalith shows to the east and west", str, _axis, _WHOSE),
    "falls": Fact("how many ways the placed megalith can fall", int, _falls),
    "falls_mine": Fact("how many of them show the learner's colour", int, lambda seen: _falls(seen, MINE)),
    "falls_theirs": Fact("how many show the opponent's", int, lambda seen: _falls(seen, THEIRS)),
    "left": Fact("megaliths left in the stockpile", int, lambda seen: seen.after.stock),
    "gain": Fact("dolmens that the learner has more than before", int, lambda seen: _gain(seen, seen.me)),
    "their_gain": Fact(
        "dolmens that the opponent has more than before", int, lambda seen: _gain(seen, seen.them)
    ),
    "my_dolmens": Fact("the squares of each dolmen", tuple, lambda seen: _groups(seen, seen.me)),
    "their_dolmens": Fact("the opponent's dolmens", tuple, lambda seen: _groups(seen, seen.them)),
    "my_largest": Fact("squares in the largest dolmen", int, lambda seen: _largest(seen, seen.me)),
    "their_largest": Fact("squares in the opponent's largest", int, lambda seen: _largest(seen, seen.them)),
    "joins_mine": Fact("joins dolmens of the learner's", bool, lambda seen: _joins(seen, seen.me)),
    "joins_theirs": Fact("joins dolmens of the opponent's", bool, lambda seen: _joins(seen, seen.them)),
    "my_bridges": Fact(
        "empty squares where the learner's colour would join dolmens of theirs",
        frozenset,
        lambda seen: frozenset(bridges(seen.after, seen.me)),
    ),
    "their_bridges": Fact(
        "empty squares where the opponent's colour would join dolmens of the opponent's",
        frozenset,
        lambda seen: frozenset(bridges(seen.after, seen.them)),
    ),
    "my_openings": Fact(
        "empty squares where the learner's colour would make a new dolmen",
        frozenset,
        lambda seen: frozenset(completing(seen.after, seen.me)),
    ),
    "their_openings": Fact(
        "empty squares where the opponent's colour would make a new dolmen",
        frozenset,
        lambda seen: frozenset(completing(seen.after, seen.them)),
    ),
    "ahead": Fact("who would win if the game ended now", str, _ahead, (ME, THEM, NOBODY)),
}
