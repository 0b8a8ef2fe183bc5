"""What Caminos' explanations look at on the board: groups, and pieces that would win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from stonefield.engine.caminos import ways
from stonefield.games.caminos.paths import connect, joins_sides, shortest
from stonefield.games.caminos.position import Position
from stonefield.games.caminos.sites import Site

distance = lru_cache(maxsize=512)(ways.distance)
"""How many squares a colour still has to top at least: each position is asked about several times."""


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


def parted(whole: Position, split: Position, colour: str) -> tuple[int, list[str]]:
    """A group of a colour in one position that is several in the other: how many, and its squares."""
    pieces = list(groups(split, colour))
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


def placed(before: Position, after: Position) -> set[int]:
    """The squares on which something was placed."""
    return {square for square in before.board.squares if before.stacks[square] != after.stacks[square]}


def sides(position: Position, squares: Iterable[int]) -> int:
    """The sides of the board that squares belong to, a bit each."""
    found = 0
    for square in squares:
        found |= position.board.side_masks[square]
    return found


def touched(position: Position, colour: str) -> int:
    """How many sides of the board a colour touches."""
    topped = (square for square in position.board.squares if position.stacks[square].endswith(colour[0]))
    return sides(position, topped).bit_count()


def lengthened(before: Position, after: Position, colour: str) -> int:
    """How many more squares a colour needs to get across; 0 if there was no way for it or is none."""
    was, now = distance(before, colour), distance(after, colour)
    return 0 if was is None or now is None else now - was


def cubes(position: Position, colour: str) -> int | None:
    """The fewest cubes of a colour that would complete a path, walls counted; None if none ever can.

    Whether there are pieces of the right shape is left aside.
    """
    built = [_built(stack, colour[0]) for stack in position.stacks]
    firsts = {one for one, other, _ in position.board.links if one < other}
    found = [_fewest(position, built, colour[0], side) for side in sorted(firsts)]
    return min((count for count in found if count is not None), default=None)


@lru_cache(maxsize=4096)
def _built(stack: str, letter: str) -> tuple[str, ...]:
    """The column with more and more cubes of a colour on it, as far as it shows the colour then."""
    columns = (stack + letter * more for more in range(ways.HIGHEST - len(stack) + 1))
    return tuple(column for column in columns if column.endswith(letter))


_meet = lru_cache(maxsize=4096)(connect)


def _fewest(position: Position, built: list[tuple[str, ...]], letter: str, side: int) -> int | None:
    """The fewest cubes for a path from a side to one that it may be joined with: Dijkstra's search."""
    board, stacks = position.board, position.stacks
    goals = sum(1 << other for one, other, _ in board.links if one == side)
    queue: list[tuple[int, int, str]] = []
    for square in map(board.square, board.sides[side]):
        for column in built[square]:
            heappush(queue, (len(column) - len(stacks[square]), square, column))
    done: set[tuple[int, str]] = set()
    while queue:
        count, square, column = heappop(queue)
        if board.side_masks[square] & goals:
            return count
        if (square, column) in done:
            continue
        done.add((square, column))
        for beside in board.neighbours[square]:
            for other in built[beside]:
                if (beside, other) not in done and _meet(column, other, letter):
                    heappush(queue, (count + len(other) - len(stacks[beside]), beside, other))
    return None


def largest(position: Position, colour: str) -> int:
    """The squares of a colour's largest group."""
    return max(map(len, groups(position, colour)), default=0)


def parts(position: Position, colour: str) -> int:
    """Into how many groups a colour's squares fall."""
    return sum(1 for _ in groups(position, colour))


def winning_squares(position: Position, colour: str) -> list[str]:
    """The columns of a placement with which a colour would win, were it its turn."""
    site = next(winning_sites(position, colour), None)
    return [position.board.name_of(column) for column in site.columns] if site else []


def winning_sites(position: Position, colour: str) -> Iterator[Site]:
    """Each placement with which a colour would win, were it its turn; none once the game is over."""
    missing = None if position.is_over else distance(position, colour)
    if missing is None:
        return
    within, joining = _within_reach(position, colour), position.board.joining
    for site in _free_sites(position, colour):
        if len(site.counts) >= missing:
            touched = 0
            for column in site.columns:
                touched |= within[column]
            if joining[touched] and wins_at(position, colour, site):
                yield site


def _within_reach(position: Position, colour: str) -> list[int]:
    """For each square the sides that a colour might touch with a piece on it, a bit each.

    They are the square's own, and those of the colour's groups on it and beside it: a piece joins no others.
    """
    board = position.board
    touched = [0] * len(position.stacks)
    for group in groups(position, colour):
        found = sides(position, group)
        for square in group:
            touched[square] = found
    within = list(touched)
    for square in board.squares:
        within[square] |= board.side_masks[square]
        for beside in board.neighbours[square]:
            within[square] |= touched[beside]
    return within


def wins_at(position: Position, colour: str, site: Site) -> bool:
    """Whether a colour would win by a placement on a free site."""
    return joins_sides(position.board, _tried(position, colour, site), colour[0], site.columns)


def is_fork(position: Position, colour: str, wins: Sequence[Site]) -> bool:
    """Whether one of a colour's winning placements is left whatever the opponent, whose turn it is, places.

    A placement that touches neither a win's own columns nor the path it makes leaves it as it is, so only
    those that touch every win are tried.
    """
    opponent = position.game.other(colour)
    if not wins or position.setup.players != 2 or position.is_over or position.turn != opponent:
        return False
    if next(winning_sites(position, opponent), None):
        return False
    needed = [_needed(position, colour, site) for site in wins]
    for site in _free_sites(position, opponent):
        columns = set(site.columns)
        if not any(columns.isdisjoint(one) for one in needed):
            after = position.play(site.placement)
            if not any(winning_sites(after, colour)):
                return False
    return True


def _needed(position: Position, colour: str, site: Site) -> set[int]:
    """The columns of a winning placement and of the path that it makes."""
    path = shortest(position.board, _tried(position, colour, site), colour[0])
    return set(site.columns).union(path[1] if path else ())


def _tried(position: Position, colour: str, site: Site) -> list[str]:
    """The columns of the board with a piece of a colour on a free site."""
    tried = list(position.stacks)
    for column, count in zip(site.columns, site.counts, strict=True):
        tried[column] += colour[0] * count
    return tried


def _free_sites(position: Position, colour: str) -> Iterator[Site]:
    """Each site on which a colour could place a piece that it has left, were it its turn."""
    heights = tuple(map(len, position.stacks))
    left = {
        shape
        for player in position.players
        if position.colour_of(player) == colour and player not in position.out
        for shape, count in position.supply(player).items()
        if count
    }
    for shape in position.setup.pieces.shapes:
        if shape.letter in left:
            yield from position.sites.free(position.setup.pieces.index[shape.letter], heights)


def names(position: Position, squares: set[int]) -> list[str]:
    return [position.board.name_of(square) for square in sorted(squares)]
