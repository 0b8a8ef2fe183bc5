"""A position as eight words, on which the compiled engine works; plain Python, so a browser has it too."""

from __future__ import annotations

from stonefield.games.carnac import Position
from stonefield.games.carnac.moves import COLOURS

_WORD = 8
"""Bytes"""


def words_of(position: Position) -> tuple[int, ...]:
    """What ``arrays`` says that a state is made of."""
    sets = [0, 0]
    for square, colour in position.tops.items():
        sets[COLOURS.index(colour)] |= 1 << position.board.square(square)
    pending, faces = 0, 0
    if position.pending is not None:
        pending = position.pending.index + 1
        faces = position.pending.top_index + 2 * position.pending.axis_index
    boards = (*two_words(sets[0]), *two_words(sets[1]))
    return *boards, position.stock, COLOURS.index(position.turn), pending, faces


def two_words(bits: int) -> tuple[int, int]:
    """A set of squares as two words."""
    return bits & (1 << 64) - 1, bits >> 64


def packed(position: Position) -> bytes:
    """A state as it is in the memory of a module."""
    return b"".join(word.to_bytes(_WORD, "little") for word in words_of(position))
