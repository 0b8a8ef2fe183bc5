"""The text that a record is read from, and the line and column of anything in it, both from 1."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence

from stonefield.records.record import RecordError

_BLANK = " \t\n\r"


class Text:
    """A text with its line breaks normalised, which can tell the line and column of each character."""

    __slots__ = ("_starts", "content")

    def __init__(self, content: str) -> None:
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


def find_in_json(content: str, path: Sequence[str | int]) -> int:
    """Where the value lies that ``path`` leads to in a JSON text (which has been read before)."""
    decoder = json.JSONDecoder()
    offset = _skip(content, 0)
    for step in path:
        offset = _skip(content, offset + 1)
        for index in range(len(content)):
            key: object = index
            if isinstance(step, str):
                key, offset = decoder.raw_decode(content, offset)
                offset = _skip(content, _skip(content, offset) + 1)
            if key == step:
                break
            _, offset = decoder.raw_decode(content, offset)
            offset = _skip(content, _skip(content, offset) + 1)
    return offset


def _skip(content: str, offset: int) -> int:
    while offset < len(content) and content[offset] in _BLANK:
        offset += 1
    return offset
