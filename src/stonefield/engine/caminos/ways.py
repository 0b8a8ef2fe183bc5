"""The shortest way across that each team still has to build: the squares it has to top, walls left aside."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from stonefield.engine.outlook import Way
from stonefield.games.caminos.board import Board
from stonefield.games.caminos.position import Position

HIGHEST = 3
"""Nothing rises above it, so a foreign top there is in the way for good."""


def way_across(position: Position, colour: str) -> Way | None:
    """A way from one side to one it may be joined with that misses as few squares as possible, if any."""
    board, letter = position.board, colour[0]
    cost = {
        square: 0 if stack.endswith(letter) else 1
        for square, stack in ((square, position.stacks[square]) for square in board.squares)
        if len(stack) < HIGHEST or stack.endswith(letter)
    }
    ways = sorted(_ways(board, cost), key=lambda way: (sum(cost[square] for square in way), len(way)))
    if not ways:
        return None
    missing = [square for square in ways[0] if cost[square]]
    return Way(tuple(map(board.name_of, ways[0])), tuple(map(board.name_of, missing)))


def distance(position: Position, colour: str) -> int | None:
    """How many squares a colour still has to top at least to get across; None if it never can."""
    way = way_across(position, colour)
    return None if way is None else len(way.missing)


def _ways(board: Board, cost: dict[int, int]) -> Iterator[list[int]]:
    """A shortest way from each side that has one."""
    for side, squares in enumerate(board.sides):
        goals = sum(1 << goal for goal in {other for one, other, _ in board.links if one == side})
        way = _walk(board, cost, [board.square(name) for name in squares], goals)
        if way:
            yield way


def _walk(board: Board, cost: dict[int, int], side: list[int], goals: int) -> list[int]:
    """From a side to any of the goals, breadth first with free squares before others; empty if blocked."""
    starts = sorted((square for square in side if square in cost), key=lambda square: cost[square])
    reached = {square: cost[square] for square in starts}
    came_from: dict[int, int | None] = dict.fromkeys(starts)
    queue = deque(starts)
    best, end = len(board.squares) + 1, None
    while queue:
        square = queue.popleft()
        so_far = reached[square]
        if board.side_masks[square] & goals and so_far < best:
            best, end = so_far, square
        for beside in board.neighbours[square]:
            if beside in cost and so_far + cost[beside] < reached.get(beside, best):
                reached[beside] = so_far + cost[beside]
                came_from[beside] = square
                if cost[beside]:
                    queue.append(beside)
                else:
                    queue.appendleft(beside)
    way = []
    while end is not None:
        way.append(end)
        end = came_from[end]
    return way[::-1]
