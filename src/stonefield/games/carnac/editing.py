"""Setting up positions of Carnac by hand: megaliths stand or lie wherever there is room."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stonefield.games.carnac.board import FILES, Board
from stonefield.games.carnac.moves import COLOURS, Placement, Stone, placement_on
from stonefield.games.carnac.parsing import assemble, read, read_stone
from stonefield.games.carnac.position import Position
from stonefield.games.game import InvalidPosition


def put(position: Position, word: str) -> Position:
    """Another megalith, standing (``c4rw``) or lying (``d5e5w``); it waits for no answer."""
    stone, _ = read_stone(position.board, word)
    taken = next((square for square in stone.squares if square in position.tops), None)
    if taken:
        raise InvalidPosition(f"`{word}`: {taken} is occupied", "occupied", square=taken)
    return _with(position, _before_waiting(position, stone))


def remove(position: Position, square: str) -> Position:
    """Without the megalith on a square."""
    gone = _stone_on(position, square)
    waits = position.pending is not None and gone is position.stones[-1]
    kept = tuple(stone for stone in position.stones if stone is not gone)
    return _with(position, kept, None if waits else position.pending)


def turn(position: Position, square: str) -> Position:
    """A megalith turned by a quarter: a lying one about ``square``, clockwise as far as there is room."""
    stone = _stone_on(position, square)
    if stone.axis is not None:
        return _replaced(position, stone, stone._replace(axis=_other(stone.axis)))
    end = next(other for other in stone.squares if other != square)
    around = _clockwise(position.board, square)
    start = around.index(end) + 1
    free = (name for name in around[start:] + around[:start] if name and name not in position.tops)
    moved = next(free, None)
    if moved is None:
        raise InvalidPosition(f"{square}: the megalith has no room to turn", "no_room", square=square)
    squares = tuple(square if one == square else moved for one in stone.squares)
    return _replaced(position, stone, stone._replace(squares=squares))


def flip(position: Position, square: str) -> Position:
    """A megalith with the other colour on top."""
    stone = _stone_on(position, square)
    return _replaced(position, stone, stone._replace(top=_other(stone.top)))


def wait(position: Position, square: str) -> Position:
    """Let a standing megalith wait for its answer, or if it waits, no longer."""
    stone = _stone_on(position, square)
    if stone.axis is None:
        raise InvalidPosition(f"{square}: a megalith that lies waits for no answer", "lies", square=square)
    if position.pending is not None and stone is position.stones[-1]:
        return _with(position, position.stones, None)
    others = tuple(one for one in position.stones if one is not stone)
    return _with(position, (*others, stone), _placement(position, stone))


class StoneBench:
    """Megaliths in hand."""

    verbs: Mapping[str, Callable[[Position, str], Position]] = {
        "put": put,
        "remove": remove,
        "turn": turn,
        "flip": flip,
        "wait": wait,
    }

    def read(self, text: str) -> Position:
        return read(text)

    def again(self, start: Position, position: Position) -> Position:
        there = set(start.board.names)
        stones = tuple(stone for stone in position.stones if there.issuperset(stone.squares))
        kept = position.pending if stones and stones[-1] is position.stones[-1] else None
        pending = _placement(start, stones[-1]) if kept else None
        turn = position.turn if stones else start.turn
        player = start.player if turn == start.turn else 3 - start.player
        return assemble(start.setup, stones, pending, COLOURS.index(turn), player)

    def give_turn(self, position: Position, player: int) -> Position:
        colour = COLOURS.index(position.colour_of(player))
        return assemble(position.setup, position.stones, position.pending, colour, player)

    def swapped(self, position: Position, swapped: bool) -> Position:
        player = position.player if swapped == position.is_swapped else 3 - position.player
        colour = COLOURS.index(position.turn)
        return assemble(position.setup, position.stones, position.pending, colour, player)

    def hands(self, position: Position) -> Mapping[str, Position]:
        """Megaliths have no owner: whatever colour is on top, it is the same hand."""
        return {"": _with(position, position.stones, None)}


def _with(position: Position, stones: tuple[Stone, ...], *pending: Placement | None) -> Position:
    """Other megaliths, the waiting one last; on the empty board only one player can decide."""
    waits = pending[0] if pending else position.pending
    if not stones:
        return assemble(position.setup, stones, None, position.setup.first, 1)
    return assemble(position.setup, stones, waits, COLOURS.index(position.turn), position.player)


def _before_waiting(position: Position, stone: Stone) -> tuple[Stone, ...]:
    if position.pending is None:
        return (*position.stones, stone)
    return (*position.stones[:-1], stone, position.stones[-1])


def _replaced(position: Position, old: Stone, new: Stone) -> Position:
    stones = tuple(new if stone is old else stone for stone in position.stones)
    waits = position.pending is not None and old is position.stones[-1]
    return _with(position, stones, _placement(position, new) if waits else position.pending)


def _stone_on(position: Position, square: str) -> Stone:
    for stone in position.stones:
        if square in stone.squares:
            return stone
    raise InvalidPosition(f"{square}: no megalith is there", "empty", square=square)


def _clockwise(board: Board, square: str) -> list[str | None]:
    """The squares to the north, east, south and west; None beyond the edge."""
    file, rank = FILES.index(square[0]), int(square[1:])
    found: list[str | None] = []
    for east, north in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        name = f"{FILES[file + east]}{rank + north}" if 0 <= file + east < board.files else ""
        found.append(name if name in board.names else None)
    return found


def _placement(position: Position, stone: Stone) -> Placement:
    assert stone.axis is not None
    return placement_on(position.board, stone.squares[0], COLOURS.index(stone.top), COLOURS.index(stone.axis))


def _other(colour: str) -> str:
    return COLOURS[1 - COLOURS.index(colour)]
