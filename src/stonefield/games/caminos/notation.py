"""The text of a position, such as ``caminos square classic 2y g2 L3T4S4O2/L4T4S4O2 yL:a1*3,b1``.

The fields: the game, the board, the piece set, the number of players with the colour that begins (and ``n``
for ``neutral``, ``p`` for ``points``, ``s`` for ``swap``), the colour and the player on turn, what each seat
has left (``x`` before a seat that is out), and the pieces on the table, ``-`` if there are none. A piece is
its colour, its letter and its columns; ``+1`` after a column says how far above the board it begins there.
The pieces are listed by name, so that equal positions have equal texts, or in the order of placing; both are
read, the latter without a search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from stonefield.games.caminos.board import Board, square_name
from stonefield.games.caminos.moves import COLOURS, NEUTRAL
from stonefield.games.caminos.pieces import Cube, PieceSet
from stonefield.games.caminos.setup import Piece, Setup
from stonefield.games.errors import Span
from stonefield.games.game import InvalidPosition, StonefieldError, UnreadablePosition
from stonefield.games.reading import Field, Word, read_fields, shorten, split

_FIELDS = (
    Field(re.compile("caminos"), "no_game", "that this is Caminos", {"games": "caminos"}),
    Field(re.compile(r"\S+"), "board_text", "which board it is", {"example": "square, octagon"}),
    Field(re.compile(r"\S+"), "set_text", "which pieces are played with", {"example": "classic"}),
    Field(re.compile("([24])([yg])(n?)(p?)(s?)"), "rules_text", "who play and who began", {"example": "2y"}),
    Field(re.compile("([yg])([0-3])"), "turn_text", "who is on turn", {"example": "g2"}),
    Field(re.compile(r"\S+"), "hands_text", "what is left", {"example": "L3T4S4O2/L4T4S4O2"}),
    Field(re.compile(r"\S+"), "piece_text", "what is on the table", {}),
)
_BOARD, _SET, _RULES, _TURN, _HANDS = _FIELDS[1:6]
_PIECE = re.compile(r"([ygn])([A-Z]):([a-z0-9*,+]++)", re.ASCII)
_COLUMN = re.compile(r"([a-z]\d{1,2})(?:\*([1-3]))?(?:\+([12]))?", re.ASCII)
_COUNT = re.compile(r"([A-Z])(\d{1,2})", re.ASCII)
_HAND = re.compile(r"(x?)(-|(?:[A-Z]\d{1,2})++)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Fields:
    """What a position's text says, each part readable; whether play can lead there is another question."""

    setup: Setup
    turn: str
    player: int
    hands: tuple[tuple[int, ...], ...]
    out: frozenset[int]
    pieces: tuple[Piece, ...]
    turn_span: Span
    """Where in the text it says who is on turn."""
    piece_spans: tuple[Span, ...]
    """Where in the text each piece is named."""


def write(
    setup: Setup,
    seat: int,
    player: int,
    hands: Sequence[Sequence[int]],
    out: frozenset[int],
    pieces: Iterable[Piece],
    *,
    ordered: bool = False,
) -> str:
    """The text of a position, its pieces in the order given if that is to leave a trace, else by name."""
    rules = f"{setup.players}{setup.first[0]}" + "n" * setup.neutral + "p" * setup.points + "s" * setup.swap
    letters = [shape.letter for shape in setup.pieces.shapes]
    left = [
        "x" * (place in out)
        + ("".join(f"{letter}{count}" for letter, count in zip(letters, hand, strict=True) if count) or "-")
        for place, hand in enumerate(hands)
    ]
    written = [_write_piece(piece) for piece in pieces]
    listed = ";".join(written if ordered else sorted(written))
    turn = f"{setup.colour_of_seat(seat)[0]}{player}"
    return f"caminos {setup.board} {setup.pieces} {rules} {turn} {'/'.join(left)} {listed or '-'}"


def _write_piece(piece: Piece) -> str:
    columns: dict[tuple[int, int], list[int]] = {}
    for file, rank, level in sorted(piece.cubes):
        columns.setdefault((file, rank), []).append(level)
    return f"{piece.colour[0]}{piece.shape}:" + ",".join(
        square_name(*column)
        + (f"*{len(levels)}" if len(levels) > 1 else "")
        + (f"+{levels[0]}" if levels[0] else "")
        for column, levels in columns.items()
    )


def read(text: str) -> Fields:
    """What ``text`` says lies on the table."""
    _, board, pieces, rules, turn, hands, table = read_fields(
        text,
        _FIELDS,
        example="caminos square classic 2y g2 L3T4S4O2/L4T4S4O2 yL:a1*3,b1",
        order="board, pieces, rules, who is on turn, what is left, the table",
    )
    players, first, neutral, points, swap = rules.groups()
    with _blaming(_BOARD, board):
        on = Board.read(board[0])
    with _blaming(_SET, pieces):
        played_with = PieceSet.read(pieces[0])
    try:
        setup = Setup(on, played_with, int(players), _colour(first), bool(neutral), bool(points), bool(swap))
    except StonefieldError as error:
        raise InvalidPosition(str(error), "setup", span=rules.span()) from None
    words = list(split(table, ";"))
    listed = tuple(_read_piece(setup, word) for word in words)
    counts, out = _read_hands(setup, hands)
    spans = tuple(word.span for word in words)
    return Fields(setup, _colour(turn[1]), int(turn[2]), counts, out, listed, turn.span(), spans)


def wrong_turn(fields: Fields, reason: str) -> UnreadablePosition:
    """The player who is to decide does not fit the game."""
    word = f"{fields.turn[0]}{fields.player}"
    return UnreadablePosition(reason, _TURN.code, span=fields.turn_span, word=word, **_TURN.values)


@contextmanager
def _blaming(field: Field, word: re.Match[str]) -> Iterator[None]:
    """What cannot be read is a fault of this word."""
    try:
        yield
    except StonefieldError as error:
        raise UnreadablePosition(
            str(error), field.code, span=word.span(), word=shorten(word[0]), **field.values
        ) from None


def _colour(letter: str) -> str:
    return next(colour for colour in (*COLOURS, NEUTRAL) if colour[0] == letter)


def _read_piece(setup: Setup, listed: Word) -> Piece:
    word, span = listed.text, listed.span
    match = _PIECE.fullmatch(word)
    columns = [_COLUMN.fullmatch(column) for column in match[3].split(",")] if match else []
    if match is None or not all(columns):
        raise UnreadablePosition(
            f"`{shorten(word)}`: a piece on the table reads like yL:a1*3,b1+1",
            "piece_text",
            span=span,
            word=shorten(word),
        )
    colour, letter = _colour(match[1]), match[2]
    cubes = _read_cubes(setup.board, [column for column in columns if column], listed)
    shape = setup.pieces.index.get(letter, -1)
    if shape < 0 or (colour == NEUTRAL) != (shape == len(setup.pieces.shapes)):
        raise InvalidPosition(
            f"`{word}`: {colour} has no piece {letter}",
            "no_such_piece",
            span=span,
            colour=colour,
            shape=letter,
        )
    piece = Piece(letter, colour, None, frozenset(cubes))
    body = _moved_to_corner(piece.cubes)
    if len(piece.cubes) != len(cubes) or body not in setup.pieces.all_shapes[shape].turnings:
        raise InvalidPosition(
            f"`{word}`: {letter} cannot be turned to fill these columns",
            "cannot_turn",
            span=span,
            word=word,
            shape=letter,
        )
    written = _write_piece(piece)
    if written != word:
        raise UnreadablePosition(
            f"`{word}`: this is written {written}", "piece_order", span=span, word=word, written=written
        )
    return piece


def _read_cubes(board: Board, columns: Iterable[re.Match[str]], listed: Word) -> list[Cube]:
    cubes: list[Cube] = []
    for column in columns:
        try:
            rank, file = divmod(board.square(column[1]), board.files)
        except StonefieldError as error:
            raise InvalidPosition(str(error), "off_board", span=listed.span, word=listed.text) from None
        base = int(column[3] or 0)
        cubes += [(file, rank, level) for level in range(base, base + int(column[2] or 1))]
    return cubes


def _moved_to_corner(cubes: frozenset[Cube]) -> frozenset[Cube]:
    """The cubes moved to file and rank 0; their levels stay, for a piece must touch the board."""
    low_file, low_rank = min(cube[0] for cube in cubes), min(cube[1] for cube in cubes)
    return frozenset((file - low_file, rank - low_rank, level) for file, rank, level in cubes)


def _read_hands(setup: Setup, hands: re.Match[str]) -> tuple[tuple[tuple[int, ...], ...], frozenset[int]]:
    def refused(reason: str) -> UnreadablePosition:
        return UnreadablePosition(
            reason, _HANDS.code, span=hands.span(), word=shorten(hands[0]), **_HANDS.values
        )

    words = [_HAND.fullmatch(word) for word in hands[0].split("/")]
    if len(words) != setup.players or not all(words):
        raise refused(
            f"`{shorten(hands[0])}`: what {setup.players} seats have left reads like L4T4/L4T3, - is nothing"
        )
    letters = [shape.letter for shape in setup.pieces.shapes]
    counts: list[tuple[int, ...]] = []
    for word in words:
        assert word is not None
        named = _COUNT.findall(word[2])
        hand = [0] * len(letters)
        for letter, count in named:
            place = setup.pieces.index.get(letter, len(letters))
            if place < len(letters):
                hand[place] = int(count)
        written = (
            "".join(f"{letter}{count}" for letter, count in zip(letters, hand, strict=True) if count) or "-"
        )
        if written != word[2]:
            raise refused(f"`{word[0]}`: what a seat has left names {', '.join(letters)} once, in order")
        counts.append(tuple(hand))
    return tuple(counts), frozenset(place for place, word in enumerate(words) if word and word[1])
