"""What Carnac's explanations look at on the board: answers, falls, and squares where dolmens come to be."""

from __future__ import annotations

from stonefield.games.carnac.position import SMALLEST_DOLMEN, Position


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
