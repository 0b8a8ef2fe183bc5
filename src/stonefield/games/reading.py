"""Reading the text of a position word by word, so that a fault can say at which of them it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stonefield.games.errors import Span, UnreadablePosition

_WORD = re.compile(r"\S++")


class Field(NamedTuple):
    """One word of a position's text: how it is written, and what to say of another one."""

    form: re.Pattern[str]
    code: str
    says: str
    """What the word says, in English."""
    values: dict[str, str | int]
    """What the fault names besides the word, such as an example."""


class Word(NamedTuple):
    """A part of a text, and where it begins, from 0."""

    text: str
    at: int

    @property
    def span(self) -> Span:
        return self.at, self.at + len(self.text)


def read_fields(text: str, fields: Sequence[Field], *, example: str, order: str) -> list[re.Match[str]]:
    """Each word of a text as a match of its field; the first that does not fit is refused with its place."""
    reads = f"`{shorten(text)}`: a position reads like `{example}` ({order})"
    words = list(_WORD.finditer(text))
    found = []
    for word, field in zip(words, fields, strict=False):
        match = field.form.fullmatch(text, word.start(), word.end())
        if match is None:
            raise UnreadablePosition(
                f"{reads}, and `{shorten(word[0])}` does not say {field.says}",
                field.code,
                span=word.span(),
                word=shorten(word[0]),
                **field.values,
            )
        found.append(match)
    if len(words) < len(fields):
        end = len(text.rstrip())
        raise UnreadablePosition(reads, "ends_early", span=(end, end), example=example)
    if len(words) > len(fields):
        extra = words[len(fields)]
        raise UnreadablePosition(
            f"{reads}, and nothing after it", "too_long", span=extra.span(), word=shorten(extra[0])
        )
    return found


def split(match: re.Match[str], separator: str) -> Iterator[Word]:
    """The parts of a word that lists things; ``-`` lists none."""
    at = match.start()
    for part in [] if match[0] == "-" else match[0].split(separator):
        yield Word(part, at)
        at += len(part) + len(separator)


def shorten(text: str) -> str:
    """A text as it is quoted: cut where it is long."""
    return text if len(text) <= 60 else text[:57] + "..."
