"""Why a placement in Caminos is good: a win prevented, the own way shorter, the other's longer."""

from __future__ import annotations

from collections import deque

from stonefield.games.caminos.board import Board
from stonefield.games.caminos.paths import joins_sides
from stonefield.games.caminos.position import Position
from stonefield.server.protocol.messages import Reason


def reasons(position: Position, text: str, after: Position) -> list[Reason]:
    """What changes on the way across, for whoever places and for the other team."""
    if text == "swap" or position.places_neutral:
        return []
    mine = position.turn
    theirs = position.game.other(mine)
    found: list[Reason] = []
    threat = _winning_squares(position, theirs)
    if threat and not _winning_squares(after, theirs):
        found.append({"code": "prevents_win", "colour": theirs, "count": None, "squares": threat})
    shorter = distance(position, mine) - distance(after, mine)
    if shorter > 0:
        found.append({"code": "extends", "colour": mine, "count": shorter, "squares": []})
    longer = distance(after, theirs) - distance(position, theirs)
    if longer > 0:
        found.append({"code": "hinders", "colour": theirs, "count": longer, "squares": []})
    return found


def distance(position: Position, colour: str) -> int:
    """How many squares a colour still has to top at least to get across, walls left aside."""
    board, tops = position.board, position.tops
    cost = {square: 0 if tops.get(board.name_of(square)) == colour else 1 for square in board.squares}
    best = len(cost)
    for side, squares in enumerate(board.sides):
        goals = {other for one, other, _ in board.links if one == side}
        starts = [board.square(name) for name in squares]
        if goals:
            best = min(best, _walk(board, cost, starts, sum(1 << goal for goal in goals)))
    return best


def _walk(board: Board, cost: dict[int, int], starts: list[int], goals: int) -> int:
    reached = {square: cost[square] for square in starts}
    queue = deque(sorted(starts, key=lambda square: cost[square]))
    best = len(cost)
    while queue:
        square = queue.popleft()
        so_far = reached[square]
        if board.side_masks[square] & goals:
            best = min(best, so_far)
        for beside in board.neighbours[square]:
            price = so_far + cost[beside]
            if price < reached.get(beside, best):
                reached[beside] = price
                if cost[beside]:
                    queue.append(beside)
                else:
                    queue.appendleft(beside)
    return best


def _winning_squares(position: Position, colour: str) -> list[str]:
    """The columns of a placement with which a colour would win, were it its turn."""
    board, letter = position.board, colour[0]
    heights = [0] * (board.files * board.ranks)
    columns = [""] * len(heights)
    for name, cubes in position.columns.items():
        square = board.square(name)
        heights[square] = len(cubes)
        columns[square] = "".join(cube[0] for cube in cubes)
    left = {
        shape
        for player in position.players
        if position.colour_of(player) == colour and player not in position.out
        for shape, count in position.supply(player).items()
        if count
    }
    for shape in position.sites.of_shape:
        if not shape or shape[0].placement.piece not in left:
            continue
        for site in shape:
            if not site.is_free(heights):
                continue
            tried = list(columns)
            for column, count in zip(site.columns, site.counts, strict=True):
                tried[column] += letter * count
            if joins_sides(board, tried, letter, site.columns):
                return [board.name_of(column) for column in site.columns]
    return []
