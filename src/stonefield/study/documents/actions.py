"""What people do to a study, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.study import Role
from stonefield.study.documents.vocabulary import (
    LONGEST_COMMENT,
    MOST_CHAPTERS,
    MOST_DRAWINGS,
    Arrow,
    ChapterId,
    Circle,
    Mark,
    MoveText,
    NodeId,
    Title,
    Visibility,
)


@dataclass(frozen=True)
class Action:
    """Something that is done to a study."""


@dataclass(frozen=True)
class _AtNode(Action):
    chapter: ChapterId
    node: NodeId


@dataclass(frozen=True)
class AddMoves(_AtNode):
    """Play on from a node; what is there already is walked, not made again."""

    moves: Annotated[list[MoveText], Field(min_length=1, max_length=64)]


@dataclass(frozen=True)
class DeleteNode(_AtNode):
    """Delete a node with everything after it."""


@dataclass(frozen=True)
class PromoteNode(_AtNode):
    """Put a variation before the one in front of it, or its whole path on the main line."""

    main: Annotated[bool, Field(description="Its whole path becomes the main line")] = False


@dataclass(frozen=True)
class SetComment(_AtNode):
    """Say something about a node, in Markdown's safe subset; "" takes it away."""

    text: Annotated[str, Field(max_length=LONGEST_COMMENT, description="All of it, as it is to be")]


@dataclass(frozen=True)
class SetMark(_AtNode):
    """Judge a decision; "" takes it away."""

    mark: Mark


@dataclass(frozen=True)
class SetDrawings(_AtNode):
    """The drawings of a node, all of them."""

    arrows: Annotated[list[Arrow], Field(max_length=MOST_DRAWINGS)]
    circles: Annotated[list[Circle], Field(max_length=MOST_DRAWINGS)]


@dataclass(frozen=True)
class AddChapters(Action):
    """Add a chapter, or several from a record with several games, at the end."""

    title: Title = ""


@dataclass(frozen=True)
class RenameChapter(Action):
    """Give a chapter another title."""

    chapter: ChapterId
    title: Title


@dataclass(frozen=True)
class DeleteChapter(Action):
    """Delete a chapter; the last one stays."""

    chapter: ChapterId


@dataclass(frozen=True)
class MoveChapter(Action):
    """Put a chapter in another place, from 0."""

    chapter: ChapterId
    place: Annotated[int, Field(ge=0, le=MOST_CHAPTERS - 1, description="From 0")]


@dataclass(frozen=True)
class SetTitle(Action):
    """Give the study another title."""

    title: Title


@dataclass(frozen=True)
class SetVisibility(Action):
    """Who may read it; for its maker."""

    visibility: Visibility


@dataclass(frozen=True)
class SetKept(Action):
    """Whether it stays even if it is not opened; for its maker."""

    kept: bool


@dataclass(frozen=True)
class RenewEditLink(Action):
    """Make a new edit token, which the answer tells; the old one opens nothing any more. For its maker."""


@dataclass(frozen=True)
class Undo(Action):
    """Take back your own last action; refused where others have built on it."""

    anyone: Annotated[
        bool, Field(description="The last action of anyone, an editor's too; for its maker")
    ] = False


def check_role(role: Role, action: Action) -> None:
    """StudyError if this role does not allow the action."""
    if role == "reader":
        raise StudyError("not_your_study", "only those with its edit link can change this study")
    for_owner = isinstance(action, SetVisibility | SetKept | RenewEditLink) or (
        isinstance(action, Undo) and action.anyone
    )
    if for_owner and role != "owner":
        raise StudyError("not_your_study", "only the maker of the study can do this")
