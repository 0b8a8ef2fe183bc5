"""What is asked with the server's methods and paths, what is answered, and by which function."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from stonefield.server.protocol.encoding import to_json
from stonefield.server.protocol.problems import Refusal

MOST_RATING = 4_000
"""No player or puzzle is wished for that is stronger."""
JSON, SVG = "application/json", "image/svg+xml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One request."""

    method: str
    path: str
    query: Mapping[str, Sequence[str]] = field(default_factory=dict)
    body: Any = None
    token: str | None = None
    now: int
    """Milliseconds since 1970."""

    def one(self, name: str, default: str = "") -> str:
        """A word of the query, which may be given once."""
        found = self.query.get(name, ())
        if len(found) > 1:
            raise Refusal("invalid", f"query.{name}: one value, not {len(found)}")
        return found[0] if found else default

    def chosen(self, name: str, *choices: str) -> str:
        """A word of the query that is one of a few; the first of them if it is left out."""
        found = self.one(name, choices[0])
        if found not in choices:
            raise Refusal("invalid", f"query.{name}: one of {', '.join(choices)}")
        return found

    def number(self, name: str, least: int, most: int) -> int | None:
        """A whole number of the query; None if it is left out."""
        found = self.one(name)
        return whole(found, f"query.{name}", least, most) if found else None


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered: text, and what it is."""

    text: str
    status: int = 200
    media_type: str = JSON


def whole(text: str, name: str, least: int, most: int) -> int:
    """A whole number within limits."""
    if not re.fullmatch(r"[0-9]{1,15}", text) or not least <= int(text) <= most:
        raise Refusal("invalid", f"{name}: a whole number from {least} to {most}")
    return int(text)


def encoded(answer: object, status: int = 200) -> Answer:
    """An answer as JSON."""
    return Answer(to_json(answer).decode(), status)


Here = TypeVar("Here")
Answering = Callable[..., Answer]
"""Takes where it answers, the request and what the path names."""


class Paths:
    """Which function answers which path."""

    def __init__(self) -> None:
        self._known: list[tuple[str, re.Pattern[str], Answering]] = []

    def at(self, method: str, path: str) -> Callable[[Answering], Answering]:
        """Let a function answer a path such as ``/api/games/{game}``."""
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]{1,128})", path.replace(".", r"\.")))

        def known(function: Answering) -> Answering:
            self._known.append((method, pattern, function))
            return function

        return known

    def find(self, ask: Ask) -> tuple[Answering, Mapping[str, str]]:
        """The function that answers, and what the path names; or Refusal."""
        fitting = [
            (method, function, found.groupdict())
            for method, pattern, function in self._known
            if (found := pattern.fullmatch(ask.path))
        ]
        for method, function, names in fitting:
            if method == ask.method:
                return function, names
        if fitting:
            raise Refusal("method_not_allowed", f"{ask.path} is answered, but not with {ask.method}")
        raise Refusal("not_found", f"{ask.path[:100]}: only a server answers this")
