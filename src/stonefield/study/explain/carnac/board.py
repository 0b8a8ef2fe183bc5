"""What Carnac's explanations look at on the board: answers, falls, and squares where dolmens come to be."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.games.carnac.moves import COLOURS
from stonefield.games.carnac.position import SMALLEST_DOLMEN, Position


def ground(position: Position) -> Position:
    """The board without the megalith that waits: it counts for no side until it is answered."""
    if position.pending is None:
        return position
    red, white = (bits & ~(1 << position.pending.index) for bits in position.bits)
    turn = COLOURS.index(position.turn)
    return Position(position.setup, position.stones[:-1], None, turn, position.is_swapped, red, white)


def falls(position: Position) -> list[str]:
    """The colour that each fall of the megalith that waits would show."""
    return [position.play(text).stones[-1].top for text in answers(position)[:-1]]


def answers(position: Position) -> list[str]:
    """The falls of the megalith that waits, and last to leave it standing."""
    moves = position.legal_moves() if position.pending else ()
    return [text for text in map(str, moves) if text != "swap"]


def completing(position: Position, colour: str) -> list[str]:
    """Each empty square that would complete a new dolmen of a colour."""
    found = []
    for square, groups in _touching(position, colour).items():
        size = 1 + sum(map(len, groups))
        if size >= SMALLEST_DOLMEN and all(len(group) < SMALLEST_DOLMEN for group in groups):
            found.append(square)
    return found


def bridges(position: Position, colour: str) -> list[str]:
    """Each empty square that would join two dolmens of a colour."""
    return [
        square
        for square, groups in _touching(position, colour).items()
        if sum(len(group) >= SMALLEST_DOLMEN for group in groups) > 1
    ]


def chances(position: Position, colour: str) -> int:
    """How many empty squares would complete a new dolmen of a colour."""
    return len(completing(position, colour))


def largest(position: Position, colour: str) -> int:
    """The size of a colour's largest dolmen."""
    return max(position.dolmens(colour), default=0)


def shown(position: Position, colour: str) -> int:
    """How many squares show a colour."""
    return position.bits[position.game.colours.index(colour)].bit_count()


def new_dolmens(before: Position, after: Position, colour: str) -> list[str]:
    """The squares of the dolmens that have nothing of the old ones."""
    known = {square for group in before.dolmen_groups(colour) for square in group}
    new = [group for group in after.dolmen_groups(colour) if not known.intersection(group)]
    return [square for group in new for square in group]


def dolmens_in(position: Position, squares: Sequence[str]) -> int:
    """How many dolmens the squares are."""
    groups = [group for colour in position.game.colours for group in position.dolmen_groups(colour)]
    return sum(set(group).issubset(squares) for group in groups)


def joined(before: Position, after: Position, colour: str) -> tuple[int, tuple[str, ...]]:
    """The most dolmens of a colour that have become one since, and that one; 0 if none have."""
    old = [set(group) for group in before.dolmen_groups(colour)]
    counts = [
        (sum(not part.isdisjoint(group) for part in old), group) for group in after.dolmen_groups(colour)
    ]
    together, group = max(counts, default=(0, ()))
    return (together, group) if together > 1 else (0, ())


def _touching(position: Position, colour: str) -> dict[str, set[frozenset[str]]]:
    """The groups of a colour beside each empty square that has any."""
    board, tops = position.board, position.tops
    bits = sum(1 << board.square(name) for name, top in tops.items() if top == colour)
    touching: dict[str, set[frozenset[str]]] = {}
    for group in (frozenset(board.squares_in(group)) for group in board.groups(bits)):
        for square in group:
            for beside in _beside(board.files, board.ranks, square):
                if beside not in tops:
                    touching.setdefault(beside, set()).add(group)
    return dict(sorted(touching.items()))


def _beside(files: int, ranks: int, name: str) -> list[str]:
    file, rank = ord(name[0]) - ord("a"), int(name[1:]) - 1
    around = ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1))
    return [f"{chr(ord('a') + x)}{y + 1}" for x, y in around if 0 <= x < files and 0 <= y < ranks]
