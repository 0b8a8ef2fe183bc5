"""Holds everything that a server sends in a test against its model."""

from __future__ import annotations

import json
from functools import cache

import httpx
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from pydantic_core import to_json

from stonefield.server.app import ROUTERS
from stonefield.server.protocol.messages import Accepted, SceneMessage
from stonefield.server.protocol.schema import SENT
from stonefield.server.protocol.study_views import ChapterMessage, StudyAccepted, StudyState
from stonefield.server.protocol.views import State

_PARTS = (Accepted, SceneMessage, State, ChapterMessage, StudyAccepted, StudyState)
_NAMED = {model.__name__: model for model in (*SENT, *_PARTS)}
_REF = "#/components/schemas/"


_adapter = cache(TypeAdapter)
"""Of a model, made when it is first asked for: all of them take a second and a half."""


def _model_of(route: APIRoute) -> type | None:
    """What a path says in the OpenAPI document that it answers."""
    content = route.responses[route.status_code or 200]["content"].get("application/json", {})
    return _NAMED[content["schema"]["$ref"].removeprefix(_REF)] if "schema" in content else None


_ANSWERS = [
    (route.methods, route.path_regex, _model_of(route))
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, APIRoute)
]


def check_message(text: str | bytes, union: str = "ServerMessage") -> None:
    """A message of a game's socket, or of a study's."""
    _adapter(_NAMED[union]).validate_json(text)


def check_answer(answer: httpx.Response) -> None:
    """An answer of the API; pictures, records and the page itself have no model."""
    request = answer.request
    if not request.url.path.startswith("/api/") or answer.status_code in (204, 304):
        return
    content = answer.read()
    if answer.is_error:
        _adapter(_NAMED["Problem"]).validate_json(content)
        return
    for methods, path, model in _ANSWERS:
        if request.method in methods and path.match(request.url.path):
            # The first path that fits is the one that has answered.
            if model is not None:
                _adapter(model).validate_json(content)
            return


def sent(model: object, value: object):
    """What a page gets of a value, once it is known to be of its model."""
    text = to_json(value)
    _adapter(model).validate_json(text)
    return json.loads(text)
