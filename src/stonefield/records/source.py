"""The text that a record is read from, and the line and column of anything in it, both from 1."""

from __future__ import annotations

from bisect import bisect_right

from stonefield.games.game import Position
from stonefield.records.limits import LONGEST_TEXT, MOST_OWN_SETUPS
from stonefield.records.record import RecordError


class Text:
    """A text with its line breaks normalised, which can tell the line and column of each character."""

    __slots__ = ("_own_setups", "_starts", "content")

    def __init__(self, content: str) -> None:
        if len(content) > LONGEST_TEXT:
            raise RecordError(f"a text has at most {LONGEST_TEXT} characters, not {len(content)}", 1, 1)
        self.content = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._starts: list[int] | None = None
        self._own_setups: set[tuple[str, ...]] = set()

    def __len__(self) -> int:
        return len(self.content)

    def admit(self, start: Position) -> Position:
        """The start of one of its games, if there are not too many own boards and pieces."""
        given = start.options
        loaded = [option for option in start.game.options if option.load]
        own = tuple(given[option.name] for option in loaded if given[option.name] not in option.choices)
        if own:
            self._own_setups.add(own)
        if len(self._own_setups) > MOST_OWN_SETUPS:
            raise RecordError(f"a text has at most {MOST_OWN_SETUPS} own boards and piece sets")
        return start

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a character."""
        if self._starts is None:
            self._starts = [0, *(i + 1 for i, character in enumerate(self.content) if character == "\n")]
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def error(self, message: str, offset: int) -> RecordError:
        """An error that says what is wrong, and where."""
        return RecordError(message, *self.place(min(offset, len(self.content))))
