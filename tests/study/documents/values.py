"""Studies to begin with, and actions on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stonefield.games.game import Position, find_game
from stonefield.study.documents import actions
from stonefield.study.documents.chapter import new_chapter
from stonefield.study.documents.deciding import Effect, decide
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.study import Study
from stonefield.study.documents.vocabulary import Arrow, Circle

EMPTY = Study("s" * 16, 0, "owner", "editor", "", ())


def action(type: str, **words) -> actions.Action:
    """An action by the name it has in messages; drawings may be dictionaries."""
    found = actions.ACTIONS[type](**words)
    if isinstance(found, actions.SetDrawings):
        arrows = [Arrow.model_validate(arrow) for arrow in found.arrows]
        found = replace(found, arrows=arrows, circles=[Circle.model_validate(one) for one in found.circles])
    return found


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
    """The code of the error that something meets."""
    with pytest.raises(StudyError) as caught:
        do(*args, **words)
    return caught.value.code
