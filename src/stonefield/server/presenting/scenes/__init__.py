"""Positions made ready for a page: scenes to draw, what may be decided, and the end explained.

What is special to a game is in a module of its own here; everything else in the server is common to all.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from stonefield.games.game import Position
from stonefield.server.presenting.scenes import caminos, carnac

_OF_GAME: dict[str, ModuleType] = {"carnac": carnac, "caminos": caminos}


def known_games() -> tuple[str, ...]:
    """The games that can be shown."""
    return tuple(_OF_GAME)


def letters(rules: str) -> dict[str, str]:
    """How the colours of a game are written in its moves."""
    found: dict[str, str] = _OF_GAME[rules].LETTERS
    return found


def board(position: Position) -> dict[str, Any]:
    """The board as a `BoardView`."""
    found: dict[str, Any] = _OF_GAME[position.game.name].board(position)
    return found


def scene(positions: list[Position], ply: int) -> dict[str, Any]:
    """The position after ``ply`` decisions as a `Scene`."""
    position = positions[ply]
    found: dict[str, Any] = _OF_GAME[position.game.name].scene(
        positions[ply - 1] if ply else None, position, ply
    )
    return found


def legal(position: Position) -> dict[str, Any]:
    """What may be decided, as a `Legal`."""
    found: dict[str, Any] = _OF_GAME[position.game.name].legal(position)
    return found


def phase(position: Position) -> str:
    """What kind of decision comes next."""
    found: str = _OF_GAME[position.game.name].phase(position)
    return found


def out(position: Position) -> frozenset[int]:
    """The players who have dropped out."""
    found: frozenset[int] = getattr(position, "out", frozenset())
    return found


def describe_move(before: Position, text: str, after: Position) -> dict[str, Any]:
    """What a move list shows of a decision beside its text: stone, squares, top, axis."""
    found: dict[str, Any] = _OF_GAME[before.game.name].describe_move(before, text, after)
    return found


def score(position: Position, reason: str) -> dict[str, Any]:
    """The end explained, as a `ScoreView`; ``reason`` is the ending's."""
    found: dict[str, Any] = _OF_GAME[position.game.name].score(position, reason)
    return found
