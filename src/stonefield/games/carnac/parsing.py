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
from stonefield.games.carnac.setup import STOCK, Setup
from stonefield.games.errors import Span
from stonefield.games.game import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    StonefieldError,
    UnreadablePosition,
)
from stonefield.games.reading import Field, read_fields, shorten, split

_FIELDS = (
    Field(re.compile("carnac"), "no_game", "that this is Carnac", {"games": "carnac"}),
    Field(re.compile(r"\S+"), "board_text", "which board it is", {"example": "medium, 5x4"}),
    Field(
        re.compile(r"\d{1,3}", re.ASCII),
        "stock_text",
        "how many megaliths there are",
        {"low": STOCK.low or 0, "high": STOCK.high or 0},
    ),
    Field(re.compile("([rw])(t?)(s?)"), "rules_text", "which colour began", {"example": "r"}),
    Field(re.compile("([rw])([12])"), "turn_text", "who decides", {"example": "w2"}),
    Field(re.compile(r"\S+"), "stone_text", "which megaliths there are", {}),
)
_LYING = re.compile(r"([a-n]\d{1,2})([a-n]\d{1,2})([rw])", re.ASCII)


def parse(text: str) -> Position:
    """The position that ``text`` describes; nonsense is refused with a reason."""
    position = read(text)
    check(position)
    return position


def read(text: str) -> Position:
    """What ``text`` describes, if it is no more than odd: whether play can lead there is not asked."""
    _, board, stock, rules, turn, listed = read_fields(
        text,
        _FIELDS,
        example="carnac medium 28 r w2 c4rw?,d5e5w",
        order="board, stock, who began, who decides, megaliths",
    )
    setup = _read_setup(board, stock, rules)
    stones, pending = _read_stones(setup.board, listed)
    return assemble(setup, stones, pending, LETTERS.index(turn[1]), int(turn[2]))


def _read_setup(board: re.Match[str], stock: re.Match[str], rules: re.Match[str]) -> Setup:
    try:
        found = find_board(board[0])
    except StonefieldError as error:
        raise _wrong_field(error, _FIELDS[1], board) from None
    first, final_tilt, swap = rules.groups()
    try:
        return Setup(found, int(stock[0]), LETTERS.index(first), bool(final_tilt), bool(swap))
    except StonefieldError as error:
        raise _wrong_field(error, _FIELDS[2], stock) from None


def _wrong_field(error: StonefieldError, field: Field, word: re.Match[str]) -> UnreadablePosition:
    return UnreadablePosition(str(error), field.code, span=word.span(), word=shorten(word[0]), **field.values)


def _read_stones(board: Board, listed: re.Match[str]) -> tuple[list[Stone], Placement | None]:
    """The megaliths, the waiting one last."""
    words = list(split(listed, ","))
    # Whether all of it can be read comes before whether it can be.
    found = [read_stone(board, word.text.removesuffix("?"), word.span) for word in words]
    stones: list[Stone] = []
    waiting: list[tuple[Stone, Placement]] = []
    taken: set[str] = set()
    for listed_word, (stone, placement) in zip(words, found, strict=True):
        word, span = listed_word.text, listed_word.span
        again = next((square for square in stone.squares if square in taken), None)
        if again:
            raise _twice(stone, again, span)
        taken.update(stone.squares)
        if not word.endswith("?"):
            stones.append(stone)
        elif placement is None:
            raise _no_stone(word, span)
        elif waiting:
            raise InvalidPosition(
                f"`{word}`: only one megalith can wait for an answer", "several_waiting", span=span
            )
        else:
            waiting.append((stone, placement))
    if waiting:
        stones.append(waiting[0][0])
        return stones, waiting[0][1]
    return stones, None


def read_stone(board: Board, word: str, span: Span | None = None) -> tuple[Stone, Placement | None]:
    """The megalith that a word describes, at ``span`` in a text, and how it was placed if it stands."""
    lying = _LYING.fullmatch(word)
    try:
        if lying:
            top = COLOURS[LETTERS.index(lying[3])]
            return _lying(board, word, (lying[1], lying[2]), top, span), None
        placement = read_move(board, word)
    except IllegalMove as error:
        raise InvalidPosition(str(error), "off_board", span=span, word=word) from None
    except InvalidMove as error:
        raise UnreadablePosition(str(error), "stone_text", span=span, word=shorten(word)) from None
    if not isinstance(placement, Placement):
        raise _no_stone(word, span)
    return Stone((placement.square,), placement.top, placement.axis), placement


def _no_stone(word: str, span: Span | None) -> UnreadablePosition:
    return UnreadablePosition(
        f"`{word}`: a megalith reads like c4rw (standing) or d5e5w (lying)",
        "stone_text",
        span=span,
        word=word,
    )


def _twice(stone: Stone, square: str, span: Span | None = None) -> InvalidPosition:
    return InvalidPosition(f"`{stone}`: {square} is occupied twice", "twice", span=span, square=square)


def _lying(board: Board, word: str, squares: tuple[str, str], top: str, span: Span | None) -> Stone:
    """On these squares, its red end on the first."""
    low, high = sorted(map(board.square, squares))
    touch = high - low == board.files or (high - low == 1 and high % board.files)
    if not touch:
        raise InvalidPosition(
            f"`{word}`: a megalith lies on two squares that touch", "apart", span=span, word=word
        )
    return Stone(squares, top, None)


def assemble(
    setup: Setup, stones: Sequence[Stone], pending: Placement | None, turn: int, player: int
) -> Position:
    """A board with these megaliths, the waiting one last."""
    tops = [0, 0]
    for stone in stones:
        for square in stone.squares:
            bit = 1 << setup.board.square(square)
            if (tops[0] | tops[1]) & bit:
                raise _twice(stone, square)
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
