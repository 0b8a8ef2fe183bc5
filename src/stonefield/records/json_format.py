"""Records as JSON: the same content as the text, for programs. docs/records.md describes the fields."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from stonefield.games.game import Position, StonefieldError, find_game, parse
from stonefield.records.record import DEEPEST, Line, Ply, Record, RecordError, is_set_up
from stonefield.records.source import Text, find_in_json

FORMAT = "stonefield"
VERSION = 1

Path = tuple[str | int, ...]


def is_json(content: str) -> bool:
    """Whether a text looks like JSON: an object, or an array of objects. A tag begins with ``[`` as well."""
    return content.startswith("{") or re.match(r"\[\s*[{\]]", content) is not None


def to_json(records: Record | Iterable[Record]) -> str:
    """One record as a JSON object, several as an array of them."""
    content = _record(records) if isinstance(records, Record) else [_record(record) for record in records]
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def from_json(text: str) -> tuple[Record, ...]:
    """The games in a JSON text, at least one."""
    document = Document(text)
    content = document.content
    if isinstance(content, list):
        if not content:
            raise document.error("there is no game in this array", ())
        return tuple(_Reader(document, (index,)).record() for index in range(len(content)))
    return (_Reader(document, ()).record(),)


class Document:
    """A JSON text and what it holds; every refusal names line and column."""

    def __init__(self, content: str) -> None:
        self.text = Text(content)
        try:
            self.content: Any = json.loads(
                self.text.content, object_pairs_hook=_distinct, parse_constant=_no_constant
            )
        except json.JSONDecodeError as error:
            raise self.text.error(f"this is no JSON: {error.msg}", error.pos) from error
        except RecursionError:
            raise self.text.error("this JSON lies deeper in itself than any record does", 0) from None
        except ValueError as error:
            raise self.text.error(f"this JSON cannot be read: {error}", 0) from error

    def error(self, message: str, path: Path) -> RecordError:
        """An error that says what is wrong with the value at ``path``."""
        return self.text.error(message, find_in_json(self.text.content, path))

    def at(self, path: Path) -> Any:
        """The value at ``path``."""
        value = self.content
        for step in path:
            value = value[step]
        return value

    def typed(self, path: Path, kind: type | tuple[type, ...], what: str) -> Any:
        """The value at ``path``, which has to be of a kind (true and false are no numbers)."""
        value = self.at(path)
        wanted = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
            raise self.error(f"{_shown(path)} has to be {what}", path)
        if isinstance(value, _Ambiguous):
            raise self.error(f"`{value.twice}` is there twice in this object", path)
        return value


class _Ambiguous(dict[str, Any]):
    """An object of which JSON would keep one of two fields of the same name."""

    twice: str


class _Reader:
    def __init__(self, document: Document, path: Path) -> None:
        self.document, self.path = document, path

    def record(self) -> Record:
        path = self.path
        fields = self.fields(
            path, {"format", "version", "game", "options", "position", "tags", "comment"}, _MUST
        )
        if fields["format"] != FORMAT:
            raise self.document.error(f'format has to be "{FORMAT}"', (*path, "format"))
        if self.document.typed((*path, "version"), int, "a number") != VERSION:
            raise self.document.error(
                f"this is version {VERSION}; a newer one needs a newer program", (*path, "version")
            )
        start = self.start(fields)
        tags = {name: self.text((*path, "tags", name)) for name in self.object((*path, "tags"), fields)}
        line, positions = self.line(path, start, 0)
        result = self.text((*path, "result"))
        try:
            return Record.of_played(start, line, positions, result, tags)
        except RecordError as error:
            raise self.document.error(str(error), (*path, "result")) from error

    def start(self, fields: Mapping[str, Any]) -> Position:
        path: Path = (*self.path, "game")
        try:
            game = find_game(self.text(path))
            known = {option.name: option for option in game.options}
            options = {}
            for name, value in self.object((*self.path, "options"), fields).items():
                path = (*self.path, "options", name)
                if name not in known:
                    raise self.document.error(
                        f"`{name}`: {game.name} has the options {', '.join(known)}", path
                    )
                options[name] = known[name].check(value)
            if fields.get("position") is None:
                return game.start(**options)
            path = (*self.path, "position")
            position = parse(self.text(path))
            expected = {"game": game.name, **{name: position.options.get(name) for name in options}}
            if {"game": position.game.name, **options} != expected:
                raise self.document.error("the position is not of this game and these options", path)
            return position
        except RecordError:
            raise
        except StonefieldError as error:
            raise self.document.error(str(error), path) from error

    def line(self, path: Path, position: Position, depth: int) -> tuple[Line, list[Position]]:
        """A line, and the positions it leads through."""
        if depth > DEEPEST:
            raise self.document.error(f"variations lie in each other at most {DEEPEST} deep", path)
        plies, positions = [], [position]
        for index in range(len(self.document.typed((*path, "line"), list, "an array"))):
            ply, position = self.ply((*path, "line", index), positions[-1], depth)
            plies.append(ply)
            positions.append(position)
        if depth and not plies:
            raise self.document.error("a variation has at least one move", (*path, "line"))
        return Line(tuple(plies), self.optional_text(path, "comment")), positions

    def ply(self, path: Path, position: Position, depth: int) -> tuple[Ply, Position]:
        fields = self.fields(path, {"move", "mark", "comment", "clock", "variations"}, {"move"})
        variations = []
        if "variations" in fields:
            for index in range(len(self.document.typed((*path, "variations"), list, "an array"))):
                inner = (*path, "variations", index)
                self.fields(inner, {"comment", "line"}, {"line"})
                variations.append(self.line(inner, position, depth + 1)[0])
        clock = fields.get("clock")
        if clock is not None:
            clock = self.document.typed((*path, "clock"), (int, float), "a number of seconds")
        try:
            move = position.read(self.text((*path, "move")))
            mark, comment = self.optional_text(path, "mark"), self.optional_text(path, "comment")
            return Ply(str(move), mark, comment, clock, tuple(variations)), position.play(move)
        except RecordError as error:
            if error.line is not None:
                raise
            raise self.document.error(str(error), path) from error
        except StonefieldError as error:
            raise self.document.error(str(error), (*path, "move")) from error

    def fields(self, path: Path, known: set[str], must: set[str]) -> dict[str, Any]:
        fields: dict[str, Any] = self.document.typed(path, dict, "an object")
        for name in fields:
            if name not in known | must:
                raise self.document.error(f"`{name}`: no field of this name is known here", (*path, name))
        for name in sorted(must):
            if name not in fields:
                raise self.document.error(f"`{name}` is missing here", path)
        return fields

    def object(self, path: Path, fields: Mapping[str, Any]) -> dict[str, Any]:
        if path[-1] not in fields:
            return {}
        found: dict[str, Any] = self.document.typed(path, dict, "an object")
        return found

    def text(self, path: Path) -> str:
        found: str = self.document.typed(path, str, "a text")
        try:
            found.encode()
        except UnicodeEncodeError:
            raise self.document.error("half a character, which no file can hold", path) from None
        return found

    def optional_text(self, path: Path, name: str) -> str:
        return self.text((*path, name)) if name in self.document.at(path) else ""


_MUST = {"format", "version", "game", "line", "result"}


def _record(record: Record) -> dict[str, Any]:
    start = record.start
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": start.game.name,
        "options": dict(start.options),
        **({"position": str(start)} if is_set_up(start) else {}),
        "tags": dict(record.tags),
        **_line(record.line),
        "result": record.result,
    }


def _line(line: Line) -> dict[str, Any]:
    comment = {"comment": line.comment} if line.comment else {}
    return {**comment, "line": [_ply(ply) for ply in line]}


def _ply(ply: Ply) -> dict[str, Any]:
    said = {
        "mark": ply.mark or None,
        "comment": ply.comment or None,
        "clock": ply.clock,
        "variations": [_line(variation) for variation in ply.variations] or None,
    }
    return {"move": ply.move, **{name: value for name, value in said.items() if value is not None}}


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(fields := dict(pairs)) == len(pairs):
        return fields
    names = [name for name, _ in pairs]
    ambiguous = _Ambiguous(pairs)
    ambiguous.twice = next(name for name in names if names.count(name) > 1)
    return ambiguous


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"`{name}` is no number of JSON")


def _shown(path: Path) -> str:
    name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return name.lstrip(".") or "the whole"
