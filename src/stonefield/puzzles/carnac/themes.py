"""The themes of a solution in Carnac, each by a rule over the plain rules of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stonefield.games.carnac import Position
from stonefield.games.carnac.moves import COLOURS
from stonefield.puzzles.puzzle import own_decisions

THEMES = (
    "join",
    "cut",
    "leave",
    "block",
    "dolmen",
    "show",
    "give",
    "threat",
    "last",
    "size",
    "tempo",
    "quiet",
    "save",
)
"""join: the opponent's dolmens grow together. cut: a place where own dolmens could be joined is closed.
leave: the megalith is left standing. block: it is placed so that it cannot fall. dolmen: a new one is made.
show: a fall that shows the own colour, give: one that shows the opponent's. threat: left standing, a
placement would change the number of dolmens. last: the last megalith decides. size: as many dolmens on both
sides under best play, and the sizes decide. tempo: the opponent has to place, and no dolmen has changed.
quiet: a placement that changes no dolmen where it stands. save: a draw is all there is."""


def themes_of(start: Position, line: Sequence[str], score: int) -> tuple[str, ...]:
    """What the decisions of the side to move do; ``score`` is the exact one, see ``scoring``."""
    found = set()
    if score == 0:
        found.add("save")
    elif abs(score) == 1:
        found.add("size")
    for position, move in own_decisions(start, line):
        found |= set(themes_of_decision(position, move))
    return tuple(theme for theme in THEMES if theme in found)


def gives_up_a_dolmen(before: Position, move: str) -> bool:
    """Whether the side that decides has fewer dolmens after it."""
    own = before.turn
    return len(_dolmens(before, _tops(before.play(move)), own)) < len(_dolmens(before, _tops(before), own))


def themes_of_decision(before: Position, move: str) -> Iterator[str]:
    """What one decision does."""
    after = before.play(move)
    own = before.turn
    other = COLOURS[1 - COLOURS.index(own)]
    answers = before.pending is not None
    # A megalith that waits for its answer counts as not there, on both sides of the comparison.
    earlier, later = _tops(before), _tops(after)
    made = len(_dolmens(before, later, own)) - len(_dolmens(before, earlier, own))
    joined = len(_dolmens(before, earlier, other)) - len(_dolmens(before, later, other))
    waits = after.pending is not None
    if joined > 0:
        yield "join"
    if made > 0:
        yield "dolmen"
    if made >= 0 and _joints(before, later, own) < _joints(before, earlier, own):
        yield "cut"
    if move == "-":
        yield "leave"
    elif answers:
        yield "show" if _shown(earlier, later) == own else "give"
    if not answers and not waits and not after.is_over:
        yield "block"
    if not answers and after.stock == 0:
        yield "last"
    if made == 0 and joined == 0 and not waits and not after.is_over and after.turn != own:
        yield "tempo"
    if not answers and not after.is_over:
        if _dolmen_count(before, earlier) == _dolmen_count(before, after.tops):
            yield "quiet"
        elif waits:
            yield "threat"


def _shown(earlier: Mapping[str, str], later: Mapping[str, str]) -> str:
    """The colour that a fallen megalith shows."""
    return next(colour for square, colour in later.items() if square not in earlier)


def _tops(position: Position) -> dict[str, str]:
    tops = dict(position.tops)
    if position.pending is not None:
        del tops[position.pending.square]
    return tops


def _dolmen_count(position: Position, tops: Mapping[str, str]) -> list[int]:
    return [len(_dolmens(position, tops, colour)) for colour in COLOURS]


def _dolmens(position: Position, tops: Mapping[str, str], colour: str) -> list[set[str]]:
    """The dolmens of a colour, as sets of squares."""
    left = {square for square, top in tops.items() if top == colour}
    found = []
    while left:
        group: set[str] = set()
        border = [left.pop()]
        while border:
            square = border.pop()
            group.add(square)
            for near in _next_to(position, square):
                if near in left:
                    left.remove(near)
                    border.append(near)
        if len(group) >= 3:
            found.append(group)
    return found


def _joints(position: Position, tops: Mapping[str, str], colour: str) -> int:
    """Empty squares that touch two dolmens of a colour or more."""
    dolmens = _dolmens(position, tops, colour)
    count = 0
    for index in range(position.board.size):
        square = position.board.name_of(index)
        if square not in tops:
            near = set(_next_to(position, square))
            count += sum(bool(near & dolmen) for dolmen in dolmens) >= 2
    return count


def _next_to(position: Position, square: str) -> Iterator[str]:
    board = position.board
    rank, file = divmod(board.square(square), board.files)
    for east, north in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= file + east < board.files and 0 <= rank + north < board.ranks:
            yield board.name_of((rank + north) * board.files + file + east)
