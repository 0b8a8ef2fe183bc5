"""What is worked out when the folder for browsers is built: it takes more than the standard library."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

FILE = "baked.json"


@cache
def baked(name: str) -> Any:
    """``models``: the JSON schemas of what a page says; ``catalogue``: the games that there are, as JSON."""
    return _all()[name]


@cache
def _all() -> dict[str, Any]:
    file = files(__package__) / FILE
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else bake()
    return found


def bake() -> dict[str, Any]:
    """All of it. Only where everything is installed that a server needs."""
    # Not above: a browser has none of this.
    from pydantic import TypeAdapter

    from stonefield.games.plugin import BUILT_IN
    from stonefield.server.protocol import lessons, messages, positions, practice, requests
    from stonefield.server.protocol.encoding import to_json
    from stonefield.server.web.catalogue import list_games

    models: dict[str, Any] = {
        "Action": messages.Action,
        "ClientMessage": messages.ClientMessage,
        **{
            model.__name__: model
            for model in (
                *(requests.NewGame, requests.NewImport),
                *(positions.PositionEdit, positions.LineToPlay, positions.MomentToSee),
                *(lessons.LessonTry, practice.PuzzleTry, practice.NewStorm, practice.StormTry),
                *(practice.PuzzleVote, practice.PuzzleReport, practice.LearnerView),
            )
        },
    }
    catalogue = json.loads(to_json(list_games()))
    # Games of installed packages are not in the folder.
    catalogue["games"] = [game for game in catalogue["games"] if game["name"] in BUILT_IN]
    return {
        "models": {name: TypeAdapter(model).json_schema() for name, model in models.items()},
        "catalogue": catalogue,
    }
