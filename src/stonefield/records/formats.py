"""The formats of records: ours for every game, and those of other sites, which belong to one game each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from stonefield.games.plugin import games_with, part_of
from stonefield.records.json_document import is_json
from stonefield.records.json_format import from_json, to_json
from stonefield.records.reader import read_all
from stonefield.records.record import Record
from stonefield.records.writer import write


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A way to write records down: how its texts are known, read and written, and how its files are named."""

    name: str
    recognises: Callable[[str], bool]
    """Whether a text (without blanks before it) seems to be in this format."""
    read: Callable[[str], tuple[Record, ...]]
    write: Callable[[Record | Iterable[Record]], str]
    ending: str
    media_type: str
    read_on_board: Callable[[str, str], tuple[Record, ...]] | None = None
    """Reads a text that may not name its board, with the board to take then."""


_JSON = Format(
    name="json",
    recognises=is_json,
    read=from_json,
    write=to_json,
    ending=".json",
    media_type="application/json",
)
_TEXT = Format(
    name="text",
    recognises=lambda content: True,
    read=read_all,
    write=write,
    ending=".stones",
    media_type="text/plain",
)


def formats() -> dict[str, Format]:
    """All formats by name: our text and JSON, then those of other sites."""
    found: list[Format] = [_TEXT, _JSON]
    for game in games_with("formats"):
        found += part_of(game, "formats", ())
    return {one.name: one for one in found}


def format_of(file_name: str) -> str:
    """The format of a file by its ending, the longest that fits; ``text`` if none does."""
    fitting = [found for found in formats().values() if file_name.lower().endswith(found.ending)]
    return max(fitting, key=lambda found: len(found.ending), default=_TEXT).name


def detect(text: str) -> str:
    """The name of the format a text seems to be in, ``text`` if nothing else fits."""
    content = text.removeprefix("\ufeff").lstrip()
    # The strangers first: they are known by more than ours, which take what is left.
    return next(found.name for found in reversed(formats().values()) if found.recognises(content))


def read_any(text: str) -> tuple[Record, ...]:
    """The games in a text, whatever format it is in."""
    return formats()[detect(text)].read(text)
