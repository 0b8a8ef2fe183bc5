"""Every model of the HTTP API and the socket as one OpenAPI document, printed without starting a server.

    python -m stonefield.server.protocol.schema

The page's TypeScript types are generated from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from stonefield import __version__
from stonefield.server.protocol import (
    accounts,
    challenges,
    explorer,
    films,
    lessons,
    lobby,
    manners,
    messages,
    notifications,
    plans,
    positions,
    practice,
    previews,
    ratings,
    requests,
    reviews,
    strength,
    studies,
    study_views,
    turns,
)


def _models(named: Mapping[ModuleType, str]) -> tuple[Any, ...]:
    return tuple(getattr(module, name) for module, names in named.items() for name in names.split())


SENT = _models(
    {
        accounts: "AccountMade AccountView MyGames NameVerdict PasskeyOptions PublicAccount RecoveryCodes "
        "SessionList SignedIn TakenAlong",
        challenges: "ChallengeList ChallengeMade ChallengeView",
        explorer: "ExplorerView",
        lessons: "LessonList LessonVerdict LessonView",
        lobby: "LobbyServerMessage LobbyView",
        manners: "ActList ChatView MannersView ReportFile ReportList ReportMade",
        messages: "ServerMessage",
        notifications: "Confirmed MessagesView NewFeed",
        plans: "PlanView",
        positions: "EditedPosition PlayedLine",
        practice: "DailyPuzzle EndgameMoved EndgameView LearnerMade LearnerView NextPuzzle PuzzleList "
        "PuzzleSolution PuzzleTried PuzzleView PuzzleVotes PuzzleWhy StormView",
        previews: "Oembed",
        ratings: "AccountGames AccountStatistics RatedMatch RatingHistory",
        requests: "Addresses Catalogue Health Problem RecordFormats RulesPage Seated Showcase Texts",
        reviews: "ReviewView",
        strength: "CountedGame Strengths",
        turns: "Turns VacationView",
        study_views: "Moment StudyList StudyMade StudyServerMessage",
    }
)
"""What the server sends, over HTTP and the socket."""
RECEIVED = _models(
    {
        accounts: "AccountSettings Along NewAccount NewAccountPasskey NewName NewPasskey NewPassword "
        "PasskeyName PasskeySignIn Proof RecoverySignIn SignIn",
        challenges: "AcceptChallenge NewChallenge",
        films: "NewFilm",
        lessons: "LessonTry",
        lobby: "LobbyClientMessage NewSeek PairUp TakeSeek",
        manners: "Avoidance HearChoice MannersChoice NewAct NewLine NewReport",
        messages: "Action ClientMessage",
        notifications: "LinkUse MailSignIn MailWishes NewChat NewDevice NewMail NewWebhook RecoveryWish",
        plans: "NewPlan",
        positions: "LineToPlay MomentToSee PositionEdit",
        practice: "LateTry NewStorm PuzzleReport PuzzleTry PuzzleVote StormTry",
        requests: "Join NewGame NewImport",
        turns: "NewVacation",
        studies: "NewReview NewStudy StudyAction StudyClientMessage StudyImport",
    }
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
