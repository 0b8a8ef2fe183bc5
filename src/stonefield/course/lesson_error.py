"""What is wrong with a lesson."""

from __future__ import annotations

from stonefield.games.game import StonefieldError


class LessonError(StonefieldError):
    """A lesson that cannot be read, or does not know an answer; its author can put it right."""
