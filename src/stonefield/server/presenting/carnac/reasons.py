"""Why a decision in Carnac is good: dolmens gained, enlarged, joined, blocked."""

from __future__ import annotations

from stonefield.games.carnac.position import SMALLEST_DOLMEN, Position
from stonefield.server.protocol.messages import Reason


def reasons(position: Position, text: str, after: Position) -> list[Reason]:
    """What changes from above, seen by whoever decides."""
    if text == "swap":
        return []
    mine = position.turn
    theirs = position.game.other(mine)
    found = [*_gained(position, after, mine), *_joined(position, after, theirs)]
    found += _blocked(position, after, theirs)
    if not found:
        found = _enlarged(position, after, mine)
    if text == "-" and not found:
        found = [{"code": "keeps_turn", "colour": theirs, "count": None, "squares": []}]
    return found


def _gained(before: Position, after: Position, mine: str) -> list[Reason]:
    more = after.score(mine) - before.score(mine)
    if more <= 0:
        return []
    known = {square for group in before.dolmen_groups(mine) for square in group}
    new = [group for group in after.dolmen_groups(mine) if not known.intersection(group)]
    squares = [square for group in new for square in group]
    return [{"code": "gains", "colour": mine, "count": more, "squares": squares}]


def _joined(before: Position, after: Position, theirs: str) -> list[Reason]:
    fewer = before.score(theirs) - after.score(theirs)
    if fewer <= 0:
        return []
    old = [set(group) for group in before.dolmen_groups(theirs)]
    for group in after.dolmen_groups(theirs):
        together = sum(not part.isdisjoint(group) for part in old)
        if together > 1:
            return [{"code": "joins", "colour": theirs, "count": together, "squares": list(group)}]
    return []


def _enlarged(before: Position, after: Position, mine: str) -> list[Reason]:
    known = set(before.dolmen_groups(mine))
    for group in after.dolmen_groups(mine):
        if group not in known:
            return [{"code": "enlarges", "colour": mine, "count": len(group), "squares": list(group)}]
    return []


def _blocked(before: Position, after: Position, theirs: str) -> list[Reason]:
    """A square where one more of their symbols would have made a dolmen now shows something else."""
    shown = after.tops
    for square, group in _threats(before, theirs).items():
        if square in shown and shown[square] != theirs:
            return [{"code": "blocks", "colour": theirs, "count": None, "squares": [square, *group]}]
    return []


def _threats(position: Position, colour: str) -> dict[str, list[str]]:
    """Each empty square that would complete a new dolmen of a colour, with the squares it would join."""
    tops, board = position.tops, position.board
    threats = {}
    for name in board.names:
        if name in tops:
            continue
        group = _group(position, name, colour)
        dolmens = any(set(group).intersection(dolmen) for dolmen in position.dolmen_groups(colour))
        if len(group) >= SMALLEST_DOLMEN - 1 and not dolmens:
            threats[name] = group
    return threats


def _group(position: Position, start: str, colour: str) -> list[str]:
    """The squares of a colour that a symbol of that colour on ``start`` would be connected with."""
    tops, board = position.tops, position.board
    reached, frontier = [start], [start]
    while frontier:
        for name in _beside(board.files, board.ranks, frontier.pop()):
            if tops.get(name) == colour and name not in reached:
                reached.append(name)
                frontier.append(name)
    return reached[1:]


def _beside(files: int, ranks: int, name: str) -> list[str]:
    file, rank = ord(name[0]) - ord("a"), int(name[1:]) - 1
    around = ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1))
    return [f"{chr(ord('a') + x)}{y + 1}" for x, y in around if 0 <= x < files and 0 <= y < ranks]
