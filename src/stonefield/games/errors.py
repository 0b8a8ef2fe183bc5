"""What a person can put right: no move, no legal move, no position, no such option."""

from __future__ import annotations

from typing import TypeAlias

LONGEST_MESSAGE = 600

Span: TypeAlias = tuple[int, int]
"""A part of a text: from and to, counted from 0."""


class StonefieldError(ValueError):
    """Something a person can put right; its text names the thing, the place and the way out.

    What a text quotes may come from anywhere: it is cut to a length that can be shown, and half a character
    (a lone surrogate) is written as its escape, so that every text can be encoded.
    """

    def __init__(self, message: str = "") -> None:
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[: LONGEST_MESSAGE // 2]} … {message[-LONGEST_MESSAGE // 2 :]}"
        super().__init__(message.encode("utf-8", "backslashreplace").decode())


class InvalidMove(StonefieldError):
    """The text is no move of this game at all."""


class IllegalMove(StonefieldError):
    """The text is a move, but not one that may be played here."""


class InvalidPosition(StonefieldError):
    """The text describes no position (`UnreadablePosition`), or one that cannot be.

    ``code`` names what is wrong and ``values`` the things it is about, to be said in other languages;
    ``span`` is the part of the text that is wrong, if that can be said.
    """

    def __init__(
        self, message: str = "", code: str = "unreadable", *, span: Span | None = None, **values: str | int
    ) -> None:
        super().__init__(message)
        self.code, self.span, self.values = code, span, values


class UnreadablePosition(InvalidPosition):
    """The text describes no position at all."""


class InvalidOption(StonefieldError):
    """A game cannot be set up like this."""
