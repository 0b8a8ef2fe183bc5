"""Caminos counted by eye: groups by their walls, squares a path still needs, and placements that win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from stonefield.games.caminos import Position
from stonefield.games.game import IllegalMove

from .flooding import beside, flood

HIGHEST = 3
NEVER = 999


def groups(position: Position, colour: str) -> list[frozenset[str]]:
    """The squares of a colour that are connected, with no wall of another colour between them."""
    columns = position.columns

    def connected(one: str, other: str) -> bool:
        return walkable(columns[one], columns[other], colour)

    return flood(position.tops, colour, connected)


def walkable(one: Sequence[str], other: Sequence[str], colour: str) -> bool:
    """Whether no wall of another colour is between two columns."""
    low, high = sorted((one, other), key=len)
    return all(cube == colour for cube in high[len(low) :])


def sides_of(position: Position, squares: frozenset[str] | set[str]) -> set[int]:
    """The sides of the board that a set of squares touches, by their numbers."""
    return {number for number, side in enumerate(position.board.sides) if set(side) & set(squares)}


def may_join(position: Position) -> list[tuple[int, int]]:
    """The pairs of sides that a path may join: opposite ones; of eight, also next to the opposite one."""
    around = len(position.board.sides)
    half = around // 2
    far = {half} if around == 4 else {half - 1, half, half + 1}
    return [(one, other) for one in range(around) for other in range(one, around) if other - one in far]


def has_path(position: Position, colour: str) -> bool:
    """Whether one of the groups joins two sides that count."""
    touched = [sides_of(position, group) for group in groups(position, colour)]
    return any({one, other} <= sides for sides in touched for one, other in may_join(position))


@lru_cache(maxsize=4096)
def needed(position: Position, colour: str) -> int:
    """The fewest squares still to be topped for a way across, walls left aside; NEVER if there is none.

    Every square is made cheaper by its neighbours again and again until nothing changes (Bellman-Ford).
    """
    tops, heights, board = position.tops, position.heights, position.board
    price = {square: 0 if tops.get(square) == colour else 1 for square in board.names}
    for square in board.names:
        if price[square] and heights[square] >= HIGHEST:
            price[square] = NEVER
    best = NEVER
    for one, other in may_join(position):
        cost = {square: price[square] if square in board.sides[one] else NEVER for square in board.names}
        changed = True
        while changed:
            changed = False
            for square in board.names:
                near = min((cost[name] for name in beside(square) if name in cost), default=NEVER)
                if near + price[square] < cost[square]:
                    cost[square] = near + price[square]
                    changed = True
        best = min(best, *(cost[square] for square in board.sides[other]))
    return best


@lru_cache(maxsize=1024)
def cubes(position: Position, colour: str) -> int:
    """The fewest cubes of a colour that would make a path, walls counted; NEVER if no number does.

    Every column is tried at every height, again and again until no path to it gets cheaper (Bellman-Ford).
    """
    columns, board = position.columns, position.board
    raised = {
        (square, more): (*columns[square], *[colour] * more)
        for square in board.names
        for more in range(HIGHEST - len(columns[square]) + 1)
    }
    topped = {place: cubes for place, cubes in raised.items() if cubes and cubes[-1] == colour}
    steps = [
        ((square, more), (name, other))
        for square, more in topped
        for name in beside(square)
        for other in range(HIGHEST + 1)
        if (name, other) in topped and walkable(topped[square, more], topped[name, other], colour)
    ]
    best = NEVER
    for one, other in may_join(position):
        cost = {place: place[1] if place[0] in board.sides[one] else NEVER for place in topped}
        changed = True
        while changed:
            changed = False
            for here, there in steps:
                if cost[here] + there[1] < cost[there]:
                    cost[there] = cost[here] + there[1]
                    changed = True
        best = min([best, *(cost[place] for place in topped if place[0] in board.sides[other])])
    return best


@lru_cache(maxsize=2048)
def winning(position: Position, colour: str) -> dict[str, frozenset[str]]:
    """The columns of each placement with which a colour would win at once, were it its turn, by its text."""
    asked = _with_turn(position, colour)
    moves = asked.legal_moves() if asked else ()
    return {str(move): frozenset(move.squares) for move in moves if asked and wins(asked, str(move), colour)}


def wins(position: Position, move: str, colour: str) -> bool:
    """Whether a decision makes the path that wins; an illegal one does not."""
    try:
        outcome = position.play(move).outcome
    except IllegalMove:
        return False
    return outcome is not None and outcome.winner == colour and outcome.reason == "path"


def is_fork(position: Position, colour: str) -> bool:
    """Whether a colour wins with its next placement whatever the opponent places now."""
    threats = list(winning(position, colour))
    opponent = position.game.other(colour)
    if not threats or position.turn != opponent or winning(position, opponent):
        return False
    return all(_any_left(position.play(reply), colour, threats) for reply in position.legal_moves())


def _any_left(position: Position, colour: str, threats: list[str]) -> bool:
    """Whether one of the threats wins still, or anything else does."""
    asked = _with_turn(position, colour)
    if asked is None:
        return False
    return any(wins(asked, threat, colour) for threat in threats) or bool(winning(position, colour))


def _with_turn(position: Position, colour: str) -> Position | None:
    """The same table with a colour to place; None where it may not."""
    if position.is_over or position.places_neutral:
        return None
    if position.turn == colour and position.setup.players == 2:
        return position
    players = [player for player in position.players if player not in position.out]
    seats = [position.seat_of(player) for player in players if position.colour_of(player) == colour]
    return position.holding(seats[0]) if seats else None


def covered(before: Position, after: Position, old: str, new: str) -> set[str]:
    """The squares that showed one colour and show another now."""
    was, now = before.tops, after.tops
    return {square for square in was if was[square] == old and now[square] == new}


def placed(before: Position, after: Position) -> set[str]:
    """The squares on which something was placed."""
    was, now = before.heights, after.heights
    return {square for square in was if was[square] != now[square]}


def largest(position: Position, colour: str) -> int:
    return max(map(len, groups(position, colour)), default=0)


def parts(position: Position, colour: str) -> int:
    """How many groups a colour has."""
    return len(groups(position, colour))


def touched(position: Position, colour: str) -> int:
    """How many sides of the board show a colour."""
    return len(sides_of(position, {square for square, top in position.tops.items() if top == colour}))
