"""One key for positions that differ only by a turn or a mirroring of the board, and their moves."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from stonefield.games.game import Move, Position, Symmetry

RECOLOURING = "colours"
"""The symmetry that exchanges colours; who owns what stays as it is here."""
_IDENTITY = Symmetry("identity", lambda position: position, lambda move: move)
_SQUARE = re.compile(r"\w+ ([0-9]+)x\1 ")


@dataclass(frozen=True, slots=True)
class Located:
    """A position as the explorer knows it: turned so that its text comes first, and the ways there."""

    position: Position
    turned: Position
    key: int
    """64 bits of a hash, with a sign."""
    ways: tuple[Symmetry, ...]
    """All symmetries that lead to the turned position; several where it is symmetrical itself."""

    def move(self, move: Move) -> str:
        """A move of the position as it is played in the turned one; equal moves become one."""
        return min(str(way.move(move)) for way in self.ways)

    def back(self, *moves: str) -> list[str]:
        """Moves of the turned position as they are played in this one."""
        here = str(self.position)
        way = next(way for way in turns(self.turned) if str(way.position(self.turned)) == here)
        return [str(way.move(self.turned.read(move))) for move in moves]


def locate(position: Position) -> Located:
    """Where a position is found, whichever way the board is turned."""
    turned = [(str(found), found, way) for way in turns(position) for found in [way.position(position)]]
    text, first, _ = min(turned, key=lambda one: one[0])
    ways = tuple(way for other, _, way in turned if other == text)
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return Located(position, first, int.from_bytes(digest, "big", signed=True), ways)


def turns(position: Position) -> tuple[Symmetry, ...]:
    """The symmetries of the board, the identity among them; a game need not name any."""
    found = tuple(way for way in position.game.symmetries(position) if way.name != RECOLOURING)
    return found or (_IDENTITY,)


def had_other_keys(start: str) -> bool:
    """Whether games from a start position were once stored with other keys.

    Boards that are named by their sizes had no quarter turns.
    """
    return _SQUARE.match(start) is not None
