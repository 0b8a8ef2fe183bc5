"""The text that a record is read from, and the line and column of anything in it, both from 1."""

from __future__ import annotations

from bisect import bisect_right

from stonefield.records.limits import LONGEST_TEXT
from stonefield.records.record import RecordError


class Text:
    """A text with its line breaks normalised, which can tell the line and column of each character."""

    __slots__ = ("_starts", "content")

    def __init__(self, content: str) -> None:
        if len(content) > LONGEST_TEXT:
            raise RecordError(f"a text has at most {LONGEST_TEXT} characters, not {len(content)}", 1, 1)
        self.content = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._starts: list[int] | None = None

    def __len__(self) -> int:
        return len(self.content)

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a character."""
        if self._starts is None:
            self._starts = [0, *(i + 1 for i, character in enumerate(self.content) if character == "\n")]
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def error(self, message: str, offset: int) -> RecordError:
        """An error that says what is wrong, and where."""
        return RecordError(message, *self.place(min(offset, len(self.content))))
