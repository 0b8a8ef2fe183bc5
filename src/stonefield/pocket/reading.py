"""Requests and messages of a page, read by the same models as on a server: by their JSON schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, TypeAlias

from stonefield.pocket.baked import baked
from stonefield.server.protocol.problems import Refusal

Schema: TypeAlias = Mapping[str, Any]


class Said(SimpleNamespace):
    """A request or message, with the fields that its model has."""


class Fault(Exception):
    """What does not fit, and where."""


_TYPES: dict[str, tuple[str, tuple[type, ...]]] = {
    "string": ("a text", (str,)),
    "integer": ("a whole number", (int,)),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", (bool,)),
    "array": ("a list", (list,)),
    "object": ("an object", (dict,)),
    "null": ("null", (type(None),)),
}


def parse_json(text: str) -> Any:
    """JSON as a value, or Refusal."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise Refusal("unreadable", f"no JSON: {error}") from None


def read(model: str, value: object) -> Any:
    """A value as the model of this name has it, or Refusal."""
    schema = baked("models")[model]
    try:
        return _read(value, schema, schema.get("$defs", {}), "")
    except Fault as fault:
        raise Refusal("invalid", str(fault)) from None


def _read(value: Any, schema: Schema, known: Schema, place: str) -> Any:
    if "$ref" in schema:
        return _read(value, known[schema["$ref"].rpartition("/")[2]], known, place)
    if "discriminator" in schema:
        return _read_kind(value, schema, known, place)
    if choices := schema.get("anyOf"):
        return _read_any(value, choices, known, place)
    if "const" in schema or "enum" in schema:
        allowed = schema.get("enum", [schema.get("const")])
        if not any(value == one and type(value) is type(one) for one in allowed):
            raise _fault(place, f"one of {', '.join(map(str, allowed))}")
        return value
    if (name := schema.get("type")) is not None:
        wanted, types = _TYPES[name]
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise _fault(place, wanted)
    if isinstance(value, str):
        _check(len(value), schema.get("minLength"), schema.get("maxLength"), place, "characters")
        if "pattern" in schema and not re.search(schema["pattern"], value):
            raise _fault(place, f"a text like {schema['pattern']}")
    elif isinstance(value, list):
        _check(len(value), schema.get("minItems"), schema.get("maxItems"), place, "entries")
        return [_read(one, schema.get("items", {}), known, f"{place}.{n}") for n, one in enumerate(value)]
    elif isinstance(value, dict):
        return _read_object(value, schema, known, place)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        # Infinities and NaN, which Python reads in JSON, are within no limits.
        _check(value, schema.get("minimum"), schema.get("maximum"), place, "")
    return value


def _read_object(value: dict[str, Any], schema: Schema, known: Schema, place: str) -> Any:
    fields: Schema | None = schema.get("properties")
    if fields is None:
        _check(len(value), None, schema.get("maxProperties"), place, "entries")
        for name in value:
            _read(name, schema.get("propertyNames", {}), known, f"{place}.{name[:40]}")
        of_each = schema.get("additionalProperties", {})
        return {name: _read(one, of_each, known, f"{place}.{name[:40]}") for name, one in value.items()}
    for name in value:
        if name not in fields:
            raise _fault(f"{place}.{name[:40]}", "nothing: there is no such field")
    found = {}
    for name, field in fields.items():
        if name in value:
            found[name] = _read(value[name], field, known, f"{place}.{name}")
        elif name in schema.get("required", ()):
            raise _fault(f"{place}.{name}", "given: it is missing")
        else:
            # A default that a function makes is an empty object or list.
            found[name] = field.get("default", {"object": {}, "array": []}.get(field.get("type")))
    return Said(**found)


def _read_kind(value: Any, schema: Schema, known: Schema, place: str) -> Any:
    told = schema["discriminator"]
    name, kinds = told["propertyName"], told["mapping"]
    kind = value.get(name) if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise _fault(f"{place}.{name}", f"one of {', '.join(kinds)}")
    return _read(value, {"$ref": kinds[kind]}, known, place)


def _read_any(value: Any, choices: list[Schema], known: Schema, place: str) -> Any:
    faults: list[Fault] = []
    for choice in choices:
        try:
            return _read(value, choice, known, place)
        except Fault as fault:
            faults.append(fault)
    # What comes nearest complains about something inside.
    raise max(faults, key=lambda fault: len(str(fault).partition(":")[0]))


def _check(number: float, least: float | None, most: float | None, place: str, what: str) -> None:
    for limit, fits, words in (
        (least, least is None or number >= least, "at least"),
        (most, most is None or number <= most, "at most"),
    ):
        if not fits:
            raise _fault(place, f"{words} {limit:g} {what}".rstrip())


def _fault(place: str, wanted: str) -> Fault:
    return Fault(f"{place.removeprefix('.')}: should be {wanted}" if place else f"should be {wanted}")
