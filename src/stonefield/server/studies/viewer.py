"""What a room of a study knows of its viewers, and what it answers."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from stonefield.server.protocol.study_views import TakenBack
from stonefield.study.documents.study import Done


class StudyViewer(Protocol):
    """A page that shows a study."""

    def changed(self) -> None:
        """The study has a new version."""

    def presence_changed(self) -> None:
        """A viewer came or went."""

    def gone(self) -> None:
        """The study has been deleted."""


class Budget(Protocol):
    """The points of a caller."""

    def charge(self, points: float) -> None:
        """Take points before something large is done; Refusal if there are far too few."""

    def spend(self, points: float) -> None:
        """Take points for what is done."""


class Acted(NamedTuple):
    """What became of an action, and what is sent to its author alone."""

    done: Done
    edit: str | None = None
    """A new edit token."""
    undone: TakenBack | None = None
