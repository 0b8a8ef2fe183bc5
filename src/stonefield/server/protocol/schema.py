"""Every model of the HTTP API and the socket as one OpenAPI document, printed without starting a server.

    python -m stonefield.server.protocol.schema

The page's TypeScript types are generated from it.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from stonefield import __version__
from stonefield.server.protocol.messages import AnyAction, ClientMessage, ServerMessage
from stonefield.server.protocol.requests import (
    Catalogue,
    Health,
    Join,
    NewGame,
    NewImport,
    Problem,
    RecordFormats,
    RulesPage,
    Seated,
)
from stonefield.server.protocol.views import Legal, Scene

SENT: dict[str, Any] = {
    "Catalogue": Catalogue,
    "Health": Health,
    "Legal": Legal,
    "Problem": Problem,
    "RecordFormats": RecordFormats,
    "RulesPage": RulesPage,
    "Scene": Scene,
    "Seated": Seated,
    "ServerMessage": ServerMessage,
}
"""What the server sends, over HTTP and the socket."""

RECEIVED: dict[str, Any] = {
    "Action": AnyAction,
    "ClientMessage": ClientMessage,
    "Join": Join,
    "NewGame": NewGame,
    "NewImport": NewImport,
}
"""What it takes."""


def components() -> dict[str, Any]:
    """The schema of each model, by its name."""
    wanted: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        *((name, "serialization", TypeAdapter(model)) for name, model in SENT.items()),
        *((name, "validation", TypeAdapter(model)) for name, model in RECEIVED.items()),
    ]
    found, definitions = TypeAdapter.json_schemas(wanted, ref_template="#/components/schemas/{model}")
    unions = {name: schema for (name, _), schema in found.items() if "$ref" not in schema}
    return {**definitions["$defs"], **unions}


def document() -> dict[str, Any]:
    """The models as an OpenAPI document; the running server's has the paths too."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Stonefield", "version": __version__},
        "paths": {},
        "components": {"schemas": components()},
    }


if __name__ == "__main__":
    print(json.dumps(document(), indent=1, sort_keys=True, ensure_ascii=False))
