"""Actions of the vectorised game as move text, and back."""

from __future__ import annotations

from stonefield.learn.field import FILES, PLACEMENTS, RED, WHITE

_LETTERS = {RED: "r", WHITE: "w"}
_COLOURS = {"r": RED, "w": WHITE}
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


def action_of(text: str, turn: int) -> int:
    """The action that a move's text stands for when ``turn`` decides."""
    if text.upper() in _ANSWERS:
        return PLACEMENTS + _ANSWERS.index(text.upper())
    square = (int(text[1:-2]) - 1) * FILES + ord(text[0]) - ord("a")
    return 4 * square + 2 * (_COLOURS[text[-2]] != turn) + (_COLOURS[text[-1]] != turn)
