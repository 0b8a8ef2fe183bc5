"""Actions of the vectorised game as move text."""

from __future__ import annotations

from stonefield.selfplay.carnac.rules import FILES, PLACEMENTS, RED, WHITE

_LETTERS = {RED: "r", WHITE: "w"}
_ANSWERS = "NESW-"


def square_name(square: int) -> str:
    """The name of a square of the canvas."""
    return f"{chr(ord('a') + square % FILES)}{square // FILES + 1}"


def text_of(action: int, turn: int) -> str:
    """The text of an action of the colour ``turn``."""
    if action >= PLACEMENTS:
        return _ANSWERS[action - PLACEMENTS]
    top = 3 - turn if action % 4 >= 2 else turn
    axis = 3 - turn if action % 2 else turn
    return square_name(action // 4) + _LETTERS[top] + _LETTERS[axis]
