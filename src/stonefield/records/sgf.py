"""SGF, the Smart Game Format: a tree of nodes with their places, whatever the properties mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from stonefield.records.source import Text

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_TO_ESCAPE = re.compile(r"[\\\]]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
DEEPEST = 120
"""Deeper than any record gets: a branch for every decision of a game, and 50 variations in each other."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a node: ``GM[Carnac]``; ``offset`` is where its value begins."""

    name: str
    value: str
    offset: int


@dataclass(slots=True)
class Branch:
    """Nodes one after the other, then the branches that follow them."""

    nodes: list[tuple[Property, ...]] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    offset: int = 0


def read_sgf(text: Text) -> list[Branch]:
    """The game trees of a collection."""
    trees = []
    offset = _skip(text, 0)
    if offset == len(text):
        raise text.error("there is no game in this text", 0)
    while offset < len(text):
        tree, offset = _branch(text, offset, 0)
        trees.append(tree)
    return trees


def written(name: str, value: str) -> str:
    """A property as text: ``GM[Carnac]``."""
    return f"{name}[{_TO_ESCAPE.sub(lambda found: chr(92) + found[0], value)}]"


def _branch(text: Text, offset: int, depth: int) -> tuple[Branch, int]:
    content = text.content
    if content[offset] != "(":
        raise text.error("a game in SGF begins with `(;`", offset)
    if depth > DEEPEST:
        raise text.error(f"branches lie in each other at most {DEEPEST} deep", offset)
    branch = Branch(offset=offset)
    offset = _skip(text, offset + 1)
    while offset < len(text):
        if content[offset] == ";" and not branch.branches:
            node, offset = _node(text, offset)
            branch.nodes.append(node)
        elif content[offset] == "(" and branch.nodes:
            inner, offset = _branch(text, offset, depth + 1)
            branch.branches.append(inner)
        elif content[offset] == ")" and branch.nodes:
            return branch, _skip(text, offset + 1)
        else:
            raise text.error(f"`{content[offset]}` does not belong here", offset)
    raise text.error("the text ends here, but `)` is missing", offset)


def _node(text: Text, offset: int) -> tuple[tuple[Property, ...], int]:
    content = text.content
    properties: list[Property] = []
    offset = _skip(text, offset + 1)
    while name := _NAME.match(content, offset):
        offset = _skip(text, name.end())
        value = _VALUE.match(content, offset)
        if value is None:
            raise text.error(f"`{name[0]}`: a property is written {name[0]}[value]", name.start())
        while value:
            properties.append(Property(name[0], _ESCAPE.sub(r"\1", value[1]), value.start(1)))
            offset = _skip(text, value.end())
            value = _VALUE.match(content, offset)
    return tuple(properties), offset


def _skip(text: Text, offset: int) -> int:
    while offset < len(text) and text.content[offset].isspace():
        offset += 1
    return offset
