"""Every model of the HTTP API and the socket as one OpenAPI document, printed without starting a server.

    python -m stonefield.server.protocol.schema

The page's TypeScript types are generated from it.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from stonefield import __version__
from stonefield.server.protocol.explorer import ExplorerView
from stonefield.server.protocol.films import NewFilm
from stonefield.server.protocol.lessons import LessonList, LessonTry, LessonVerdict, LessonView
from stonefield.server.protocol.messages import Action, ClientMessage, ServerMessage
from stonefield.server.protocol.positions import EditedPosition, PositionEdit
from stonefield.server.protocol.practice import (
    DailyPuzzle,
    EndgameMoved,
    EndgameView,
    LearnerMade,
    LearnerView,
    NewStorm,
    NextPuzzle,
    PuzzleList,
    PuzzleReport,
    PuzzleSolution,
    PuzzleTried,
    PuzzleTry,
    PuzzleView,
    PuzzleVote,
    PuzzleVotes,
    PuzzleWhy,
    StormTry,
    StormView,
)
from stonefield.server.protocol.requests import (
    Addresses,
    Catalogue,
    Health,
    Join,
    NewGame,
    NewImport,
    Problem,
    RecordFormats,
    RulesPage,
    Seated,
    Showcase,
    Texts,
)
from stonefield.server.protocol.reviews import ReviewView
from stonefield.server.protocol.strength import CountedGame, Strengths
from stonefield.server.protocol.studies import (
    NewReview,
    NewStudy,
    StudyAction,
    StudyClientMessage,
    StudyImport,
)
from stonefield.server.protocol.study_views import StudyList, StudyMade, StudyServerMessage

SENT: tuple[Any, ...] = (
    Addresses,
    Catalogue,
    CountedGame,
    DailyPuzzle,
    EditedPosition,
    EndgameMoved,
    EndgameView,
    ExplorerView,
    Health,
    LearnerMade,
    LearnerView,
    LessonList,
    LessonVerdict,
    LessonView,
    NextPuzzle,
    Problem,
    PuzzleList,
    PuzzleSolution,
    PuzzleTried,
    PuzzleView,
    PuzzleVotes,
    PuzzleWhy,
    RecordFormats,
    ReviewView,
    RulesPage,
    Seated,
    ServerMessage,
    Showcase,
    StormView,
    Strengths,
    StudyList,
    StudyMade,
    StudyServerMessage,
    Texts,
)
"""What the server sends, over HTTP and the socket."""

RECEIVED: tuple[Any, ...] = (
    Action,
    ClientMessage,
    Join,
    LessonTry,
    NewFilm,
    NewGame,
    NewImport,
    NewReview,
    NewStorm,
    NewStudy,
    PositionEdit,
    PuzzleReport,
    PuzzleTry,
    PuzzleVote,
    StormTry,
    StudyAction,
    StudyClientMessage,
    StudyImport,
)
"""What it takes."""


class _WithoutDefaults(GenerateJsonSchema):
    """A field with a default may be left out; generators of types would take it for one that may not."""

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def components() -> dict[str, Any]:
    """The schema of each model, by its name."""
    wanted: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        *((model.__name__, "serialization", TypeAdapter(model)) for model in SENT),
        *((model.__name__, "validation", TypeAdapter(model)) for model in RECEIVED),
    ]
    found, definitions = TypeAdapter.json_schemas(
        wanted, ref_template="#/components/schemas/{model}", schema_generator=_WithoutDefaults
    )
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
