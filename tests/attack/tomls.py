"""TOML documents that are almost right: good ones with something replaced, left out, doubled or cut."""

from __future__ import annotations

import copy
import json
import tomllib
from importlib.resources import files
from typing import Any

from hypothesis import strategies as st

from stonefield.course.courses import course_of, taught

NUMBERS = (0, -1, 1, 10**30, 1.5, float("inf"), float("nan"), True, False)
TEXTS = (
    "",
    "x",
    "\0",
    "#" * 300,
    "a1",
    "a1-a16",
    "z99",
    "red",
    "me",
    "carnac 5x5 28 r r1 -",
    "caminos",
    "own.toml",
)
NAMES = (
    "name",
    "rows",
    "steps",
    "right",
    "claim",
    "not",
    "any",
    "every",
    "min",
    "letter",
    "x",
    "",
    "\0",
    "é",
)


def documents(folder: str = "stonefield.games.caminos") -> dict[str, str]:
    """The boards and piece sets that are shipped, by their files' names."""
    kept = files(folder).joinpath("data")
    return {file.name: file.read_text("utf-8") for file in kept.iterdir() if file.name.endswith(".toml")}


def lessons() -> dict[str, tuple[str, str]]:
    """The lessons that are shipped: game and text by file."""
    found = {}
    for game in taught():
        course = course_of(game)
        assert course is not None
        for file in course.folder.iterdir():
            if file.name.endswith(".toml"):
                found[f"{game}/{file.name}"] = (game, file.read_text("utf-8"))
    return found


def written(value: Any) -> str:
    """A value as TOML has it, tables in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, float):
        return str(value)
    return json.dumps(value)


def document(table: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {written(value)}\n" for key, value in table.items())


VALUES = st.recursive(
    st.sampled_from(NUMBERS) | st.sampled_from(TEXTS) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=4,
)


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """A document with one to three things in it that are otherwise."""
    table = copy.deepcopy(tomllib.loads(text))
    for _ in range(draw(st.integers(1, 3))):
        _spoil(draw, table)
    return document(table)


def _spoil(draw: st.DrawFn, value: Any) -> None:
    """Walk down somewhere and change what is there."""
    while True:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not places:
            return
        place = draw(st.sampled_from(places))
        if isinstance(value[place], dict | list) and value[place] and draw(st.booleans()):
            value = value[place]
            continue
        kind = draw(st.sampled_from(("replaced", "replaced", "left out", "doubled", "renamed")))
        if kind == "left out":
            del value[place]
        elif kind == "doubled" and isinstance(value, list):
            value.append(value[place])
        elif kind == "renamed" and isinstance(value, dict):
            value[draw(st.sampled_from(NAMES))] = value.pop(place)
        else:
            value[place] = draw(VALUES)
        return


@st.composite
def cut(draw: st.DrawFn, text: str) -> bytes:
    """The bytes of a document with some of them replaced by others."""
    source = text.encode()
    start, length = draw(st.integers(0, len(source))), draw(st.integers(0, 40))
    put_in = draw(
        st.binary(max_size=12)
        | st.sampled_from(
            (b"[" * 3_000, b"{a=" * 2_000, b"9" * 5_000, b"a" + b".a" * 5_000 + b"=1\n", b'"""', b"''' ")
        )
    )
    return source[:start] + put_in + source[start + length :]
