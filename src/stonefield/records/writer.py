"""Writes records in our text format; reading the text again gives equal records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stonefield.games.game import Position
from stonefield.records.record import Line, Ply, Record, is_placement, is_set_up, tag_of

WIDTH = 80

_IN_COMMENT = str.maketrans({"\\": r"\\", "{": r"\{", "}": r"\}", "\r": r"\r"})
_IN_TAG = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})


def write(records: Record | Iterable[Record]) -> str:
    """One record or several as text."""
    several = (records,) if isinstance(records, Record) else records
    return "\n".join(_game(record) for record in several)


def start_tags(start: Position) -> dict[str, str]:
    """The tags that set a game up: the game, every option, and the position if it is not the beginning."""
    tags = {"Game": start.game.name}
    for option in start.game.options:
        value = start.options[option.name]
        tags[tag_of(option.name)] = str(value).lower() if isinstance(value, bool) else str(value)
    if is_set_up(start):
        tags["Position"] = start.ordered_text
    return tags


def clock_text(clock: float) -> str:
    """A clock as it is read: ``0:04:59``, with thousandths where there are some."""
    seconds, thousandths = divmod(round(clock * 1000), 1000)
    minutes, seconds = divmod(seconds, 60)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}{fraction}"


def _game(record: Record) -> str:
    tags = {**start_tags(record.start), **record.tags}
    head = "".join(f'[{name} "{value.translate(_IN_TAG)}"]\n' for name, value in tags.items())
    words = (*_line(record.line, 0), record.result)
    return f"{head}\n{_wrapped(words)}\n"


def _line(line: Line, placed: int) -> Iterator[str]:
    if line.comment:
        yield _comment(line.comment)
    for index, ply in enumerate(line):
        before = placed
        placed += is_placement(ply.move)
        yield _move(ply, placed, first=index == 0)
        if ply.clock is not None:
            yield f"{{[%clk {clock_text(ply.clock)}]}}"
        if ply.comment:
            yield _comment(ply.comment)
        for variation in ply.variations:
            first, *others = _line(variation, before)
            words = [f"({first}", *others]
            words[-1] += ")"
            yield from words


def _move(ply: Ply, placed: int, *, first: bool) -> str:
    """A placement has its number before it; a line that begins with an answer says what is answered."""
    if is_placement(ply.move):
        return f"{placed}. {ply.move}{ply.mark}"
    number = f"{placed}... " if first and placed else ""
    return f"{number}{ply.move}{ply.mark}"


def _comment(text: str) -> str:
    return "{" + text.translate(_IN_COMMENT).replace("[%clk", r"\[%clk") + "}"


def _wrapped(words: Iterable[str]) -> str:
    """The words in lines that are not longer than need be; comments keep the line breaks they have."""
    parts: list[str] = []
    column = 0
    for word in words:
        first_line, _, _ = word.partition("\n")
        if parts and column + 1 + len(first_line) > WIDTH:
            parts.append("\n")
            column = 0
        elif parts:
            parts.append(" ")
            column += 1
        parts.append(word)
        column = len(word) - word.rfind("\n") - 1 if "\n" in word else column + len(word)
    return "".join(parts)
