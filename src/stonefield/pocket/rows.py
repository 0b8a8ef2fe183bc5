"""What a page keeps for us: texts by key, each with its edition. A browser's database is behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class Unread(Exception):
    """A row that is not known here yet: the page has to be asked for it."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class Row:
    """A text as it is kept."""

    text: str
    edition: int
    """How often the row was written: a page writes only over the edition that was read."""


class Rows:
    """The rows that are known here, with what is to be written."""

    def __init__(self) -> None:
        self._known: dict[str, Row | None] = {}
        self._written: dict[str, int] = {}
        """The editions that were read of the rows to be written."""

    def take(self, rows: Mapping[str, Any]) -> None:
        """Know what the page has; None: there is no such row."""
        for key, row in rows.items():
            self._known[key] = None if row is None else Row(row["text"], row["edition"])

    def read(self, key: str) -> str | None:
        """The text of a row, None if there is none; or Unread."""
        if key not in self._known:
            raise Unread(key)
        row = self._known[key]
        return None if row is None else row.text

    def write(self, key: str, text: str | None) -> None:
        """Keep a text, None: delete the row. A row has been read before, or is new by its name."""
        row = self._known.get(key)
        edition = row.edition if row else 0
        self._written.setdefault(key, edition)
        self._known[key] = None if text is None else Row(text, edition + 1)

    def written(self) -> list[dict[str, Any]]:
        """What the page has to write before it tells anyone, all or nothing; the list begins anew."""
        found = []
        for key, after in self._written.items():
            row = self._known[key]
            text, edition = (row.text, row.edition) if row else (None, 0)
            found.append({"key": key, "after": after, "edition": edition, "text": text})
        self._written.clear()
        return found

    def forget(self) -> None:
        """What was to be written is not; all is read again."""
        self._written.clear()
        self._known.clear()
