"""A JSON text and what it holds; every refusal names line and column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from stonefield.records.limits import DEEPEST_JSON
from stonefield.records.record import RecordError
from stonefield.records.source import Text

_ARRAY = re.compile(r"\[\s*+[{\]]")
_BLANK = " \t\n\r"


def is_json(content: str) -> bool:
    """Whether a text looks like JSON: an object, or an array of objects. A tag begins with ``[`` as well."""
    return content.startswith("{") or _ARRAY.match(content) is not None


def read_document(content: str) -> JsonNode:
    """The whole of a JSON text, once it is known to be sound: not too deep, and no half characters in it."""
    text = Text(content)
    try:
        value = json.loads(text.content, object_pairs_hook=_distinct, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise text.error(f"this is no JSON: {error.msg}", error.pos) from error
    except RecursionError:
        raise text.error(_TOO_DEEP, 0) from None
    except ValueError as error:
        raise text.error(f"this JSON cannot be read: {error}", 0) from error
    document = JsonNode(text, value)
    _check(document)
    return document


class JsonNode:
    """A value in a JSON text, which knows the way to itself."""

    __slots__ = ("_parent", "_step", "source", "value")

    def __init__(self, text: Text, value: Any, parent: JsonNode | None = None, step: str | int = 0) -> None:
        self.value, self.source, self._parent, self._step = value, text, parent, step

    def __getitem__(self, step: str | int) -> JsonNode:
        return JsonNode(self.source, self.value[step], self, step)

    def error(self, message: str) -> RecordError:
        """An error that says what is wrong with this value, and where it stands."""
        return self.source.error(message, _find(self.source.content, self._path()))

    def typed(self, kind: type | tuple[type, ...], what: str) -> Any:
        """The value, which has to be of a kind (true and false are no numbers)."""
        wanted = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(self.value, wanted) or (isinstance(self.value, bool) and bool not in wanted):
            name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self._path())
            raise self.error(f"{name.lstrip('.') or 'the whole'} has to be {what}")
        if isinstance(self.value, _Ambiguous):
            raise self.error(f"`{self.value.twice}` is there twice in this object")
        return self.value

    def text(self) -> str:
        """The value, which has to be a text."""
        found: str = self.typed(str, "a text")
        return found

    def optional_text(self, name: str) -> str:
        """The text in a field, empty if there is no such field."""
        return self[name].text() if name in self.value else ""

    def items(self) -> Iterator[JsonNode]:
        """What an array holds."""
        for index in range(len(self.typed(list, "an array"))):
            yield self[index]

    def object(self, name: str) -> dict[str, JsonNode]:
        """The fields of the object in a field; none if there is no such field."""
        if name not in self.value:
            return {}
        inner = self[name]
        return {field: inner[field] for field in inner.typed(dict, "an object")}

    def fields(self, may: set[str], must: set[str]) -> dict[str, Any]:
        """The fields of an object, which has all that it must, some that it may, and no other."""
        fields: dict[str, Any] = self.typed(dict, "an object")
        for name in fields:
            if name not in may | must:
                raise self[name].error(f"`{name}`: no field of this name is known here")
        for name in sorted(must):
            if name not in fields:
                raise self.error(f"`{name}` is missing here")
        return fields

    def _path(self) -> list[str | int]:
        path: list[str | int] = []
        node = self
        while node._parent is not None:
            path.append(node._step)
            node = node._parent
        return path[::-1]


class _Ambiguous(dict[str, Any]):
    """An object of which JSON would keep one of two fields of the same name."""

    twice: str


_TOO_DEEP = f"this JSON lies deeper in itself than any record does ({DEEPEST_JSON} levels)"


def _check(document: JsonNode) -> None:
    """Go through all values, without recursion."""
    waiting = [(document, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST_JSON:
            raise node.error(_TOO_DEEP)
        texts = node.value if isinstance(node.value, dict) else (node.value,)
        if not all(_can_be_encoded(text) for text in texts if isinstance(text, str)):
            raise node.error("half a character, which no file can hold")
        if isinstance(node.value, _Ambiguous):
            continue  # A reader that wants it is refused; there is no path to what is within.
        if isinstance(node.value, dict):
            waiting += ((node[name], depth + 1) for name in node.value)
        elif isinstance(node.value, list):
            waiting += ((node[index], depth + 1) for index in range(len(node.value)))


def _can_be_encoded(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(fields := dict(pairs)) == len(pairs):
        return fields
    ambiguous = _Ambiguous(fields)
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            ambiguous.twice = name
            break
        seen.add(name)
    return ambiguous


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"`{name}` is no number of JSON")


def _find(content: str, path: list[str | int]) -> int:
    """Where the value lies that ``path`` leads to, in a text that has been read before.

    All that stands before it is read once more, so this is for errors only.
    """
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
    while content[offset] in _BLANK:
        offset += 1
    return offset
