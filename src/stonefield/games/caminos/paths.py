"""Paths: which columns connect, whether a colour joins two sides, and how many points a path gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from stonefield.games.caminos.board import Board

# A column is the colours of its cubes from the board up, a letter each: "ygg".


def connect(one: str, other: str, colour: str) -> bool:
    """Whether two neighbouring columns, both topped by ``colour``, meet along the wall between them."""
    low, high = (one, other) if len(one) <= len(other) else (other, one)
    return all(cube == colour for cube in high[len(low) :])


def joins_sides(board: Board, columns: Sequence[str], colour: str, starts: Iterable[int]) -> bool:
    """Whether a path of ``colour`` through one of the starting squares joins two sides that count."""
    reached: set[int] = set()
    for start in starts:
        if start in reached or columns[start][-1:] != colour:
            continue
        touched = 0
        reached.add(start)
        frontier = [start]
        while frontier:
            square = frontier.pop()
            touched |= board.side_masks[square]
            for beside in board.neighbours[square]:
                if (
                    beside not in reached
                    and columns[beside][-1:] == colour
                    and connect(columns[square], columns[beside], colour)
                ):
                    reached.add(beside)
                    frontier.append(beside)
        if board.joining[touched]:
            return True
    return False


def shortest(
    board: Board, columns: Sequence[str], colour: str, *, opposite: Iterable[bool] = (False, True)
) -> tuple[int, tuple[int, ...]] | None:
    """The cheapest path of ``colour`` and its points, or None.

    A path's points are the top faces and wall faces walked. ``opposite`` says which pairs of sides count:
    those exactly opposite each other, those next to the opposite one, or both.
    """
    kinds = tuple(opposite)
    best: tuple[int, tuple[int, ...]] | None = None
    for side in range(len(board.sides)):
        goals = {other for one, other, kind in board.links if one == side and kind in kinds}
        found = _from_side(board, columns, colour, side, sum(1 << goal for goal in goals))
        if found and (best is None or found < best):
            best = found
    if best and best[1][0] > best[1][-1]:
        return best[0], best[1][::-1]
    return best


def scoring(board: Board, columns: Sequence[str], colour: str) -> tuple[int, tuple[int, ...]] | None:
    """The path that scores, and its score: the cheapest; joining opposite sides of eight counts double."""
    if len(board.sides) == 4:
        return shortest(board, columns, colour)
    beside = shortest(board, columns, colour, opposite=(False,))
    across = shortest(board, columns, colour, opposite=(True,))
    if across and (beside is None or 2 * across[0] >= beside[0]):
        return 2 * across[0], across[1]
    return beside


def points(board: Board, columns: Sequence[str], colour: str) -> int:
    """What a winning path scores."""
    found = scoring(board, columns, colour)
    return found[0] if found else 0


def _from_side(
    board: Board, columns: Sequence[str], colour: str, side: int, goals: int
) -> tuple[int, tuple[int, ...]] | None:
    """Dijkstra's search from the squares of one side to the first square of the goal sides."""
    queue: list[tuple[int, tuple[int, ...]]] = []
    for name in board.sides[side]:
        square = board.square(name)
        if columns[square][-1:] == colour:
            heappush(queue, (1, (square,)))
    done: set[int] = set()
    while queue:
        points, path = heappop(queue)
        square = path[-1]
        if square in done:
            continue
        done.add(square)
        if board.side_masks[square] & goals:
            return points, path
        here = columns[square]
        for beside in board.neighbours[square]:
            there = columns[beside]
            if beside not in done and there[-1:] == colour and connect(here, there, colour):
                heappush(queue, (points + 1 + abs(len(here) - len(there)), (*path, beside)))
    return None
