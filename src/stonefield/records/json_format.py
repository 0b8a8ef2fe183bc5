"""Records as JSON: the same content as the text, for programs. docs/records.md describes the fields."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from stonefield.games.game import Position, StonefieldError, find_game, parse
from stonefield.records.json_document import JsonNode, read_document
from stonefield.records.limits import DEEPEST
from stonefield.records.record import Line, Ply, Record, RecordError, is_set_up

FORMAT = "stonefield"
VERSION = 1


def to_json(records: Record | Iterable[Record]) -> str:
    """One record as a JSON object, several as an array of them."""
    content = _record(records) if isinstance(records, Record) else [_record(record) for record in records]
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def from_json(text: str) -> tuple[Record, ...]:
    """The games in a JSON text, at least one."""
    document = read_document(text)
    if not isinstance(document.value, list):
        return (_record_of(document),)
    if not document.value:
        raise document.error("there is no game in this array")
    return tuple(_record_of(game) for game in document.items())


def _record_of(node: JsonNode) -> Record:
    node.fields({"options", "position", "tags", "comment"}, _MUST)
    if node["format"].value != FORMAT:
        raise node["format"].error(f'format has to be "{FORMAT}"')
    if node["version"].typed(int, "a number") != VERSION:
        raise node["version"].error(f"this is version {VERSION}; a newer one needs a newer program")
    start = _start(node)
    tags = {name: value.text() for name, value in node.object("tags").items()}
    line, positions = _line_of(node, start, 0)
    try:
        return Record.of_played(start, line, positions, node["result"].text(), tags)
    except RecordError as error:
        raise error if error.line is not None else node["result"].error(str(error)) from error


def _start(node: JsonNode) -> Position:
    place = node["game"]
    try:
        game = find_game(place.text())
        known = {option.name: option for option in game.options}
        options = {}
        for name, place in node.object("options").items():
            if name not in known:
                raise place.error(f"`{name}`: {game.name} has the options {', '.join(known)}")
            options[name] = known[name].check(place.value)
        if node.value.get("position") is None:
            return node.source.admit(game.start(**options))
        place = node["position"]
        position = parse(place.text())
        expected = {"game": game.name, **{name: position.options.get(name) for name in options}}
        if {"game": position.game.name, **options} != expected:
            raise place.error("the position is not of this game and these options")
        return node.source.admit(position)
    except RecordError as error:
        raise error if error.line is not None else place.error(str(error)) from error
    except StonefieldError as error:
        raise place.error(str(error)) from error


def _line_of(node: JsonNode, position: Position, depth: int) -> tuple[Line, list[Position]]:
    """A line, and the positions it leads through."""
    if depth > DEEPEST:
        raise node.error(f"variations lie in each other at most {DEEPEST} deep")
    plies, positions = [], [position]
    for inner in node["line"].items():
        ply, position = _ply_of(inner, positions[-1], depth)
        plies.append(ply)
        positions.append(position)
    if depth and not plies:
        raise node["line"].error("a variation has at least one move")
    return Line(tuple(plies), node.optional_text("comment")), positions


def _ply_of(node: JsonNode, position: Position, depth: int) -> tuple[Ply, Position]:
    fields = node.fields({"mark", "comment", "clock", "variations"}, {"move"})
    variations = []
    for inner in node["variations"].items() if "variations" in fields else ():
        inner.fields({"comment"}, {"line"})
        variations.append(_line_of(inner, position, depth + 1)[0])
    clock = fields.get("clock")
    if clock is not None:
        clock = node["clock"].typed((int, float), "a number of seconds")
    try:
        move = position.read(node["move"].text())
        mark, comment = node.optional_text("mark"), node.optional_text("comment")
        return Ply(str(move), mark, comment, clock, tuple(variations)), position.play(move)
    except RecordError as error:
        if error.line is not None:
            raise
        raise node.error(str(error)) from error
    except StonefieldError as error:
        raise node["move"].error(str(error)) from error


_MUST = {"format", "version", "game", "line", "result"}


def _record(record: Record) -> dict[str, Any]:
    start = record.start
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": start.game.name,
        "options": dict(start.options),
        **({"position": start.ordered_text} if is_set_up(start) else {}),
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
