"""Studies as values, for the tests that need no server."""

from __future__ import annotations

import pytest

from stonefield.games.game import Position, find_game
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import study_messages
from stonefield.server.study.actions import Effect, decide
from stonefield.server.study.chapter import new_chapter
from stonefield.server.study.study import Study

EMPTY = Study("s" * 16, 0, "owner", "editor", "", ())


def action(type: str, **words):
    return study_messages.validate_python({"type": type, "id": "1", **words})


def start(game: str = "carnac", **options) -> Position:
    options = options or {"board": "5x4" if game == "carnac" else "square"}
    return find_game(game).start(**options)


def new_study(chapters: int = 1) -> Study:
    """A study of chapters that begin on a small board."""
    return EMPTY.with_new_chapters([new_chapter(start())] * chapters)


def effect(study: Study, type: str, chapter: int = 1, **words) -> Effect:
    return decide(study, action(type, chapter=chapter, **words))


def done(study: Study, type: str, chapter: int = 1, **words) -> Study:
    return effect(study, type, chapter, **words).study


def refused(do, *args, **words) -> str:
    """The code of the refusal that something meets."""
    with pytest.raises(Refusal) as caught:
        do(*args, **words)
    return caught.value.code
