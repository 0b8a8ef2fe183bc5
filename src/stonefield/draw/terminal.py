"""A position as text: a board of boxes, readable in 80 columns, with colours where the terminal has them."""

from __future__ import annotations

from collections.abc import Mapping

from stonefield.draw.picture import Cell, Square, picture_of
from stonefield.games.game import Position

# Box-drawing characters by the lines that meet in them: 1 north, 2 east, 4 south, 8 west.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_STYLES = {"red": "97;41", "white": "30;107", "yellow": "30;103", "green": "97;42", "neutral": "97;44"}
_OTHER_STYLE = "97;100"
_CELL = 3


def text(position: Position, *, colour: bool = False, width: int = 80) -> str:
    """A position drawn with characters; on a terminal too narrow for boxes, with two characters a square."""
    cells = picture_of(position.game.name).cells(position)
    size = position.board.files, position.board.ranks
    if 4 + size[0] * (_CELL + 1) > width:
        return _narrow(cells, size, colour)
    return _boxes(cells, size, colour)


def _boxes(cells: Mapping[Square, Cell], size: tuple[int, int], colour: bool) -> str:
    files, ranks = size
    lines = []
    for rank in range(ranks, -1, -1):
        lines.append("   " + _border(cells, files, rank, colour))
        if rank:
            lines.append(f"{rank:2} " + _row(cells, files, rank - 1, colour))
    lines.append("   " + "".join(f"  {chr(ord('a') + file)} " for file in range(files)))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _border(cells: Mapping[Square, Cell], files: int, rank: int, colour: bool) -> str:
    """The line between two ranks."""
    line = ""
    for file in range(files + 1):
        meeting = (
            1 * _divided(cells, (file - 1, rank), (file, rank))
            + 2 * _divided(cells, (file, rank - 1), (file, rank))
            + 4 * _divided(cells, (file - 1, rank - 1), (file, rank - 1))
            + 8 * _divided(cells, (file - 1, rank - 1), (file - 1, rank))
        )
        line += _CORNERS[meeting]
        if file < files:
            above, below = cells.get((file, rank)), cells.get((file, rank - 1))
            if _divided(cells, (file, rank - 1), (file, rank)):
                line += "─" * _CELL
            elif above and below and above.block is not None:
                line += _painted(" " * _CELL, above, colour)
            else:
                line += " " * _CELL
    return line


def _row(cells: Mapping[Square, Cell], files: int, rank: int, colour: bool) -> str:
    """The squares of a rank and what is between them."""
    line = ""
    for file in range(files + 1):
        west, cell = cells.get((file - 1, rank)), cells.get((file, rank))
        if _divided(cells, (file - 1, rank), (file, rank)):
            line += "│"
        elif west and cell and cell.block is not None:
            line += _painted(" ", cell, colour)
        else:
            line += " "
        if file < files:
            line += _painted(cell.text, cell, colour) if cell else " " * _CELL
    return line


def _divided(cells: Mapping[Square, Cell], one: Square, other: Square) -> bool:
    """Whether a line runs between two squares: around every block, and around the board."""
    first, second = cells.get(one), cells.get(other)
    if first is None or second is None:
        return first is not second
    return first.block != second.block


def _narrow(cells: Mapping[Square, Cell], size: tuple[int, int], colour: bool) -> str:
    files, ranks = size
    lines = []
    for rank in range(ranks - 1, -1, -1):
        line = f"{rank + 1:2} "
        for file in range(files):
            cell = cells.get((file, rank), Cell("   "))
            # What stands keeps its closing bracket, which tells it from what lies.
            line += _painted(cell.text[1:], cell, colour)
        lines.append(line.rstrip())
    lines.append("   " + "".join(f"{chr(ord('a') + file)} " for file in range(files)).rstrip())
    return "\n".join(lines) + "\n"


def _painted(characters: str, cell: Cell, colour: bool) -> str:
    if not colour or cell.colour is None:
        return characters
    bold = "1;" if characters.strip().isupper() or "*" in characters else ""
    return f"\x1b[{bold}{_STYLES.get(cell.colour, _OTHER_STYLE)}m{characters}\x1b[0m"
