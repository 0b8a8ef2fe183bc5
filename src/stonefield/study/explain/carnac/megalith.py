"""What the megalith of a decision comes to, as the line expects: the colour it shows, and who places next.

Of the answers that are possible only the expected one is spoken of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stonefield.games.carnac.moves import Stone
from stonefield.games.carnac.position import Position
from stonefield.study.explain.carnac.board import falls, ground, new_dolmens, shown
from stonefield.study.explain.carnac.lines import Moment
from stonefield.study.explain.carnac.worth import worth
from stonefield.study.explain.claims import Claim, claim


def as_it_shows(position: Position, here: Moment, there: Moment | None, colour: str) -> Iterator[Claim]:
    """The megalith that shows a colour once it is answered, and would not after the other decision."""
    stone = _megalith(position, here)
    if stone.top != colour or (there and _megalith(position, there).top == colour):
        return
    before = there.position if there else ground(position)
    more = _lead(here.position, colour) - _lead(before, colour)
    code, count, other = "shows", None, None
    if len(here.moves) > 1:
        code = "stands"
        if here.moves[1] != "-":
            tops = falls(position.play(here.moves[0]))
            code, count, other = "falls_show", tops.count(colour), len(tops)
            if count == other:
                code = "falls_always"
    yield claim(
        code,
        colour,
        count,
        sorted(stone.squares),
        here.moves,
        other=other,
        instead=there.moves if there else (),
        worth=worth("squares", more, here.position),
    )


def as_placed_next(line: Sequence[Moment], instead: Sequence[Moment], colour: str) -> Iterator[Claim]:
    """A dolmen that a colour gets because it places next, which it would not after the other decision."""
    if len(line) < 2 or line[0].position.turn != colour:
        return
    if instead and instead[0].position.turn == colour:
        return
    settled, later = line[0].position, line[1].position
    more = later.score(colour) - settled.score(colour)
    if more > 0:
        yield claim(
            "places_next",
            colour,
            more,
            new_dolmens(settled, later, colour),
            line[1].moves,
            instead=instead[0].moves if instead else (),
            worth=worth("dolmens", more, later),
        )


def _megalith(position: Position, moment: Moment) -> Stone:
    """The megalith that the decision was about."""
    return moment.position.stones[len(position.stones) - (position.pending is not None)]


def _lead(position: Position, colour: str) -> int:
    return shown(position, colour) - shown(position, position.game.other(colour))
