"""Positions from their text, such as ``carnac medium 28 r w2 c4rw?,d5e5w``.

The fields: the game, the board, the megaliths at the start, the colour that begins (with ``t`` for
``final_tilt`` and ``s`` for ``swap``), the colour and the player that decide, and the megaliths on the
board: ``c4rw`` stands (top, east and west), ``?`` waits for its answer, ``d5e5w`` lies with its red end on
d5 and shows white; ``-`` is the empty board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from stonefield.games.carnac.board import Board, find_board
from stonefield.games.carnac.moves import COLOURS, LETTERS, Placement, Stone, read_move
from stonefield.games.carnac.position import Position
from stonefield.games.carnac.setup import Setup
from stonefield.games.game import InvalidPosition, StonefieldError

_FIELDS = re.compile(r"carnac (\S++) (\d{1,3}) ([rw])(t?)(s?) ([rw])([12]) (\S++)", re.ASCII)
_LYING = re.compile(r"([a-n]\d{1,2})([a-n]\d{1,2})([rw])", re.ASCII)


def parse(text: str) -> Position:
    """The position that ``text`` describes; nonsense is refused with a reason."""
    position = read(text)
    check(position)
    return position


def read(text: str) -> Position:
    """What ``text`` describes, if it is no more than odd: whether play can lead there is not asked."""
    match = _FIELDS.fullmatch(text.strip())
    if match is None:
        raise InvalidPosition(
            f"`{_short(text)}`: a position reads like `carnac medium 28 r w2 c4rw?,d5e5w`"
            " (board, stock, who began, who decides, megaliths)"
        )
    board, stock, first, final_tilt, swap, turn, player, listed = match.groups()
    try:
        setup = Setup(find_board(board), int(stock), LETTERS.index(first), bool(final_tilt), bool(swap))
        stones, pending = _read_stones(setup.board, listed)
    except InvalidPosition:
        raise
    except StonefieldError as error:
        raise InvalidPosition(str(error), "setup") from None
    return assemble(setup, stones, pending, LETTERS.index(turn), int(player))


def _read_stones(board: Board, listed: str) -> tuple[list[Stone], Placement | None]:
    """The megaliths, the waiting one last."""
    stones: list[Stone] = []
    waiting: list[tuple[Stone, Placement]] = []
    for word in [] if listed == "-" else listed.split(","):
        stone, placement = read_stone(board, word.removesuffix("?"))
        if not word.endswith("?"):
            stones.append(stone)
        elif placement is None:
            raise _no_stone(word)
        else:
            waiting.append((stone, placement))
    if len(waiting) > 1:
        raise InvalidPosition(f"`{listed}`: only one megalith can wait for an answer", "several_waiting")
    if waiting:
        stones.append(waiting[0][0])
        return stones, waiting[0][1]
    return stones, None


def read_stone(board: Board, word: str) -> tuple[Stone, Placement | None]:
    """The megalith that a word describes, and how it was placed if it stands."""
    lying = _LYING.fullmatch(word)
    if lying:
        return _lying(board, word, lying[1], lying[2], COLOURS[LETTERS.index(lying[3])]), None
    placement = read_move(board, word)
    if not isinstance(placement, Placement):
        raise _no_stone(word)
    return Stone((placement.square,), placement.top, placement.axis), placement


def _no_stone(word: str) -> InvalidPosition:
    return InvalidPosition(
        f"`{word}`: a megalith reads like c4rw (standing) or d5e5w (lying)", "stone_text", word=word
    )


def _lying(board: Board, word: str, red_end: str, white_end: str, top: str) -> Stone:
    one, other = board.square(red_end), board.square(white_end)
    low, high = sorted((one, other))
    touch = high - low == board.files or (high - low == 1 and high % board.files)
    if not touch:
        raise InvalidPosition(f"`{word}`: a megalith lies on two squares that touch", "apart", word=word)
    return Stone((red_end, white_end), top, None)


def assemble(
    setup: Setup, stones: Sequence[Stone], pending: Placement | None, turn: int, player: int
) -> Position:
    """A board with these megaliths, the waiting one last."""
    tops = [0, 0]
    for stone in stones:
        for square in stone.squares:
            bit = 1 << setup.board.square(square)
            if (tops[0] | tops[1]) & bit:
                raise InvalidPosition(f"`{stone}`: {square} is occupied twice", "twice", square=square)
            tops[COLOURS.index(stone.top)] |= bit
    if len(stones) > setup.stock:
        raise InvalidPosition(
            f"{len(stones)} megaliths are on the board, the stock was {setup.stock}",
            "stock",
            count=len(stones),
            stock=setup.stock,
        )
    swapped = bool((player - 1) ^ turn ^ setup.first)
    return Position(setup, tuple(stones), pending, turn, swapped, *tops)


def check(position: Position) -> None:
    """Refuse a position that play cannot lead to."""
    setup, stones, pending = position.setup, position.stones, position.pending
    if position.is_swapped and (not setup.swap or not stones):
        raise InvalidPosition(
            f"player {position.player} cannot own {position.turn}: the players have not swapped colours",
            "swapped",
            colour=position.turn,
        )
    if not stones and position.turn != COLOURS[setup.first]:
        raise InvalidPosition(f"{COLOURS[setup.first]} begins", "begins", colour=COLOURS[setup.first])
    if pending is not None:
        red, white = position.bits
        square = pending.square
        if len(stones) == setup.stock and not setup.final_tilt:
            raise InvalidPosition(
                f"`{pending}?`: the last megalith is not answered without final_tilt",
                "last_waits",
                square=square,
            )
        if all((red | white) & fall.bits for fall in setup.board.falls[pending.index]):
            raise InvalidPosition(
                f"`{pending}?`: this megalith cannot be tilted in any direction", "cannot_tilt", square=square
            )


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
