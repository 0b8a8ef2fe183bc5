"""Carnac counted by eye: dolmens, squares that would complete or join them, falls and answers."""

from __future__ import annotations

from collections.abc import Mapping

from stonefield.games.carnac import Position

from .flooding import flood

SMALLEST = 3
Tops = Mapping[str, str]


def dolmens(tops: Tops, colour: str) -> list[frozenset[str]]:
    """The groups of at least three squares that show a colour."""
    return [group for group in flood(tops, colour) if len(group) >= SMALLEST]


def count(tops: Tops, colour: str) -> int:
    return len(dolmens(tops, colour))


def largest(tops: Tops, colour: str) -> int:
    return max(map(len, dolmens(tops, colour)), default=0)


def shown(tops: Tops, colour: str) -> int:
    return sum(top == colour for top in tops.values())


def completing(position: Position, tops: Tops, colour: str) -> set[str]:
    """The empty squares on which one more symbol of a colour makes one dolmen more."""
    had = count(tops, colour)
    empty = [square for square in position.board.names if square not in tops]
    return {square for square in empty if count({**tops, square: colour}, colour) > had}


def joining(position: Position, tops: Tops, colour: str) -> set[str]:
    """The empty squares on which one more symbol of a colour makes fewer dolmens of several."""
    had = count(tops, colour)
    empty = [square for square in position.board.names if square not in tops]
    return {square for square in empty if count({**tops, square: colour}, colour) < had}


def waits(position: Position) -> bool:
    """Whether the last megalith is still to be answered."""
    return not position.is_over and position.phase == "answer"


def ground(position: Position) -> Tops:
    """The board seen from above, without the megalith that waits."""
    left = position.stones[:-1] if waits(position) else position.stones
    return {square: stone.top for stone in left for square in stone.squares}


def answers(position: Position) -> dict[str, Position]:
    """What each answer to the megalith that waits leads to; nothing where none waits."""
    if not waits(position):
        return {}
    return {text: position.play(text) for text in map(str, position.legal_moves()) if text != "swap"}


def settled_after(position: Position) -> list[Position]:
    """All that the position can be once nothing waits."""
    return list(answers(position).values()) or [position]


def falls(position: Position) -> dict[str, str]:
    """The colour that each fall of the megalith that waits would show, by direction."""
    found = {}
    for text, after in answers(position).items():
        if text != "-":
            new = set(after.tops) - set(position.tops)
            (colour,) = {after.tops[square] for square in new}
            found[text] = colour
    return found


def last_squares(position: Position) -> set[str]:
    """Where the megalith lies or stands that was placed last."""
    return set(position.stones[-1].squares)


def new_dolmens(before: Tops, after: Tops, colour: str) -> set[str]:
    """The squares of the dolmens that have no square of an older one."""
    old = set().union(*dolmens(before, colour))
    return set().union(*(group for group in dolmens(after, colour) if not group & old))
