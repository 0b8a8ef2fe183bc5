"""What Caminos' explanations look at on the board: groups, and pieces that would win."""

from __future__ import annotations

from collections.abc import Iterator

from stonefield.engine.caminos.ways import distance
from stonefield.games.caminos.paths import connect, joins_sides
from stonefield.games.caminos.position import Position
from stonefield.games.caminos.sites import Site


def groups(position: Position, colour: str) -> Iterator[set[int]]:
    """The squares of a colour that are connected with one another, wall by wall."""
    board, stacks, letter = position.board, position.stacks, colour[0]
    left = {square for square in board.squares if stacks[square].endswith(letter)}
    while left:
        group = {left.pop()}
        frontier = list(group)
        while frontier:
            square = frontier.pop()
            for beside in board.neighbours[square]:
                if beside in left and connect(stacks[square], stacks[beside], letter):
                    left.remove(beside)
                    group.add(beside)
                    frontier.append(beside)
        yield group


def parted(whole: Position, parts: Position, colour: str) -> tuple[int, list[str]]:
    """A group of a colour in one position that is several in the other: how many, and its squares."""
    pieces = list(groups(parts, colour))
    for group in groups(whole, colour):
        count = sum(not piece.isdisjoint(group) for piece in pieces)
        if count > 1:
            return count, names(whole, group)
    return 0, []


def covered(before: Position, after: Position, old: str, new: str) -> list[str]:
    """The squares that showed one colour and show the other now."""
    squares = {
        square
        for square in before.board.squares
        if before.stacks[square].endswith(old[0]) and after.stacks[square].endswith(new[0])
    }
    return names(before, squares)


def lengthened(before: Position, after: Position, colour: str) -> int:
    """How many more squares a colour needs to get across; 0 if there was no way for it or is none."""
    was, now = distance(before, colour), distance(after, colour)
    return 0 if was is None or now is None else now - was


def winning_squares(position: Position, colour: str) -> list[str]:
    """The columns of a placement with which a colour would win, were it its turn."""
    site = next(winning_sites(position, colour), None)
    return [position.board.name_of(column) for column in site.columns] if site else []


def winning_sites(position: Position, colour: str) -> Iterator[Site]:
    """Each placement with which a colour would win, were it its turn."""
    heights = tuple(map(len, position.stacks))
    left = {
        shape
        for player in position.players
        if position.colour_of(player) == colour and player not in position.out
        for shape, count in position.supply(player).items()
        if count
    }
    for letter, shape in position.setup.pieces.index.items():
        if letter in left:
            free = position.sites.free(shape, heights)
            yield from (site for site in free if wins_at(position, colour, site))


def wins_at(position: Position, colour: str, site: Site) -> bool:
    """Whether a colour would win by a placement on a free site."""
    tried, letter = list(position.stacks), colour[0]
    for column, count in zip(site.columns, site.counts, strict=True):
        tried[column] += letter * count
    return joins_sides(position.board, tried, letter, site.columns)


def names(position: Position, squares: set[int]) -> list[str]:
    return [position.board.name_of(square) for square in sorted(squares)]
