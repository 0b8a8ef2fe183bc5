"""Which format a text is in, by what it says, and any of them read; the formats that can be written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from stonefield.records.abstractplay import read_abstractplay, read_abstractplay_moves
from stonefield.records.boardspace import read_boardspace
from stonefield.records.export import to_abstractplay, to_boardspace
from stonefield.records.json_form import from_json, to_json
from stonefield.records.reader import read_all
from stonefield.records.record import Record
from stonefield.records.writer import write

_MOVES = re.compile(r"\s*(?:[0-9]+[.)]+\s*)?[12]{2}-[A-Na-n][0-9]")
_OURS = re.compile(r'"format"\s*:')
_ABSTRACTPLAY = re.compile(r'"(?:header|stack)"\s*:')

READERS: dict[str, Callable[[str], tuple[Record, ...]]] = {
    "stones": read_all,
    "json": from_json,
    "boardspace": read_boardspace,
    "abstractplay": read_abstractplay,
    "abstractplay moves": read_abstractplay_moves,
}


class Form(NamedTuple):
    """A format to write: one record or several as text, and how files in it are named."""

    write: Callable[[Record | Iterable[Record]], str]
    ending: str
    media_type: str


FORMS = {
    "text": Form(write, ".stones", "text/plain"),
    "json": Form(to_json, ".json", "application/json"),
    "boardspace": Form(to_boardspace, ".sgf", "application/x-go-sgf"),
    "abstractplay": Form(to_abstractplay, ".abstractplay.json", "application/json"),
}


def form_of(name: str) -> str:
    """The format of a file by the ending of its name, the longest that fits; ``text`` if none does."""
    endings = sorted(FORMS, key=lambda form: -len(FORMS[form].ending))
    return next((form for form in endings if name.lower().endswith(FORMS[form].ending)), "text")


def detect(text: str) -> str:
    """The name of the format a text seems to be in: one of ``READERS``, ``stones`` if nothing else fits."""
    content = text.removeprefix("\ufeff").lstrip()
    if content.startswith("("):
        return "boardspace"
    if content.startswith("{") or re.match(r"\[\s*[{\]]", content):
        ours, theirs = _OURS.search(content), _ABSTRACTPLAY.search(content)
        return "abstractplay" if theirs and not ours else "json"
    if _MOVES.match(content):
        return "abstractplay moves"
    return "stones"


def read_any(text: str) -> tuple[Record, ...]:
    """The games in a text, whatever format it is in."""
    return READERS[detect(text)](text)
