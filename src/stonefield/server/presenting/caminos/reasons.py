"""Why a placement in Caminos is good: what it prevents, threatens, joins, cuts, covers, and the way to go."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from stonefield.games.caminos.board import Board
from stonefield.games.caminos.paths import connect, joins_sides
from stonefield.games.caminos.position import Position
from stonefield.server.protocol.messages import Reason


def reasons(position: Position, line: Sequence[str], after: Position) -> list[Reason]:
    """What changes on the way across, for whoever places and for the other team; weightiest first."""
    if line[0] == "swap":
        return []
    mine, theirs = position.turn, position.game.other(position.turn)
    if position.places_neutral:
        return _barred(position, after, mine, theirs)
    ways = _ways(position, after, mine, theirs)
    found = [*_threats(position, after, mine, theirs), *ways]
    found += [*_linked(position, after, mine), *_cut(position, after, theirs)]
    found += _covered(position, after, mine, theirs)
    found += _reached(position, after, mine)
    if not ways:
        found += _led_on(position, line, mine)
    return found


def distance(position: Position, colour: str) -> int:
    """How many squares a colour still has to top at least to get across, walls left aside."""
    board, stacks = position.board, position.stacks
    cost = {square: 0 if stacks[square].endswith(colour[0]) else 1 for square in board.squares}
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


def _ways(position: Position, after: Position, mine: str, theirs: str) -> list[Reason]:
    """Our way across that is shorter now, and theirs that is longer."""
    shorter = distance(position, mine) - distance(after, mine)
    longer = distance(after, theirs) - distance(position, theirs)
    found = [_reason("extends", mine, shorter)] if shorter > 0 else []
    return [*found, _reason("hinders", theirs, longer)] if longer > 0 else found


def _barred(position: Position, after: Position, mine: str, theirs: str) -> list[Reason]:
    """Whose way a neutral bar makes longer."""
    ours = distance(after, mine) - distance(position, mine)
    others = distance(after, theirs) - distance(position, theirs)
    if others > ours:
        return [_reason("hinders", theirs, others)]
    return [_reason("balanced", mine)] if others == ours else []


def _threats(position: Position, after: Position, mine: str, theirs: str) -> list[Reason]:
    found = []
    threat = _winning_squares(position, theirs)
    if threat and not _winning_squares(after, theirs):
        found.append(_reason("prevents_win", theirs, squares=threat))
    threat = _winning_squares(after, mine)
    if threat:
        found.append(_reason("threatens", mine, squares=threat))
    return found


def _linked(position: Position, after: Position, mine: str) -> list[Reason]:
    """Groups of ours that the piece has joined."""
    old = list(_groups(position, mine))
    for group in _groups(after, mine):
        joined = sum(not part.isdisjoint(group) for part in old)
        if joined > 1:
            return [_reason("links", mine, joined, _names(position, group))]
    return []


def _cut(position: Position, after: Position, theirs: str) -> list[Reason]:
    """A group of theirs that the piece has cut into parts."""
    new = list(_groups(after, theirs))
    for group in _groups(position, theirs):
        parts = sum(not part.isdisjoint(group) for part in new)
        if parts > 1:
            return [_reason("cuts", theirs, parts, _names(position, group))]
    return []


def _covered(position: Position, after: Position, mine: str, theirs: str) -> list[Reason]:
    """Squares that showed their colour and show ours now."""
    before, now = position.stacks, after.stacks
    squares = {
        square
        for square in position.board.squares
        if before[square].endswith(theirs[0]) and now[square].endswith(mine[0])
    }
    return [_reason("covers", theirs, len(squares), _names(position, squares))] if squares else []


def _reached(position: Position, after: Position, mine: str) -> list[Reason]:
    """A side of the board that a group of ours has reached with this piece."""
    board, before, now = position.board, position.stacks, after.stacks
    placed = {square for square in board.squares if before[square] != now[square]}
    old = list(_groups(position, mine))
    for group in _groups(after, mine):
        if group.isdisjoint(placed):
            continue
        had = {square for part in old if not part.isdisjoint(group) for square in part}
        if _sides(board, group) & ~_sides(board, had):
            squares = {square for square in placed & group if board.side_masks[square]}
            return [_reason("reaches", mine, squares=_names(position, squares))]
    return []


def _led_on(position: Position, line: Sequence[str], mine: str) -> list[Reason]:
    """Our way across at the end of the line, if it is shorter than now."""
    end = position
    for text in line:
        end = end.play(text)
    shorter = distance(position, mine) - distance(end, mine)
    return [_reason("leads_on", mine, shorter)] if shorter > 0 else []


def _groups(position: Position, colour: str) -> Iterator[set[int]]:
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


def _sides(board: Board, squares: set[int]) -> int:
    sides = 0
    for square in squares:
        sides |= board.side_masks[square]
    return sides


def _winning_squares(position: Position, colour: str) -> list[str]:
    """The columns of a placement with which a colour would win, were it its turn."""
    board, letter, stacks = position.board, colour[0], position.stacks
    heights = tuple(map(len, stacks))
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
            tried = list(stacks)
            for column, count in zip(site.columns, site.counts, strict=True):
                tried[column] += letter * count
            if joins_sides(board, tried, letter, site.columns):
                return [board.name_of(column) for column in site.columns]
    return []


def _names(position: Position, squares: set[int]) -> list[str]:
    return [position.board.name_of(square) for square in sorted(squares)]


def _reason(code: str, colour: str, count: int | None = None, squares: Sequence[str] = ()) -> Reason:
    return {"code": code, "colour": colour, "count": count, "squares": list(squares)}
