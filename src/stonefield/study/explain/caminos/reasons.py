"""Why a placement in Caminos is good: what it prevents, threatens, joins, cuts, covers, and the way to go."""

from __future__ import annotations

from collections.abc import Sequence

from stonefield.games.caminos.board import Board
from stonefield.games.caminos.position import Position
from stonefield.study.explain.caminos.board import covered, groups, lengthened, names, parted, winning_squares
from stonefield.study.explain.claims import Claim, claim


def reasons(position: Position, line: Sequence[str], after: Position) -> list[Claim]:
    """What changes on the way across, for the side that places and for the other team; weightiest first."""
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


def _ways(position: Position, after: Position, mine: str, theirs: str) -> list[Claim]:
    """Our way across that is shorter now, and theirs that is longer."""
    shorter, longer = -lengthened(position, after, mine), lengthened(position, after, theirs)
    found = [claim("extends", mine, shorter)] if shorter > 0 else []
    return [*found, claim("hinders", theirs, longer)] if longer > 0 else found


def _barred(position: Position, after: Position, mine: str, theirs: str) -> list[Claim]:
    """Whose way a neutral bar makes longer."""
    ours, others = (lengthened(position, after, colour) for colour in (mine, theirs))
    if others > ours:
        return [claim("hinders", theirs, others)]
    return [claim("balanced", mine)] if others == ours else []


def _threats(position: Position, after: Position, mine: str, theirs: str) -> list[Claim]:
    found = []
    threat = winning_squares(position, theirs)
    if threat and not winning_squares(after, theirs):
        found.append(claim("prevents_win", theirs, squares=threat))
    threat = winning_squares(after, mine)
    if threat:
        found.append(claim("threatens", mine, squares=threat))
    return found


def _linked(position: Position, after: Position, mine: str) -> list[Claim]:
    """Groups of ours that the piece has joined."""
    joined, group = parted(after, position, mine)
    return [claim("links", mine, joined, group)] if joined else []


def _cut(position: Position, after: Position, theirs: str) -> list[Claim]:
    """A group of theirs that the piece has cut into parts."""
    parts, group = parted(position, after, theirs)
    return [claim("cuts", theirs, parts, group)] if parts else []


def _covered(position: Position, after: Position, mine: str, theirs: str) -> list[Claim]:
    """Squares that showed their colour and show ours now."""
    squares = covered(position, after, theirs, mine)
    return [claim("covers", theirs, len(squares), squares)] if squares else []


def _reached(position: Position, after: Position, mine: str) -> list[Claim]:
    """A side of the board that a group of ours has reached with this piece."""
    board, before, now = position.board, position.stacks, after.stacks
    placed = {square for square in board.squares if before[square] != now[square]}
    old = list(groups(position, mine))
    for group in groups(after, mine):
        if group.isdisjoint(placed):
            continue
        had = {square for part in old if not part.isdisjoint(group) for square in part}
        if _sides(board, group) & ~_sides(board, had):
            squares = {square for square in placed & group if board.side_masks[square]}
            return [claim("reaches", mine, squares=names(position, squares))]
    return []


def _led_on(position: Position, line: Sequence[str], mine: str) -> list[Claim]:
    """Our way across at the end of the line, if it is shorter than now."""
    end = position
    for text in line:
        end = end.play(text)
    shorter = -lengthened(position, end, mine)
    return [claim("leads_on", mine, shorter)] if shorter > 0 else []


def _sides(board: Board, squares: set[int]) -> int:
    sides = 0
    for square in squares:
        sides |= board.side_masks[square]
    return sides
