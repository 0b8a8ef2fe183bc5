"""What people do to a study, as plain values; how long and large they may be is in the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.limits import Ink, Mark, Visibility
from stonefield.study.documents.study import Role


class DrawnArrow(Protocol):
    """An arrow from a square to another one."""

    @property
    def start(self) -> str: ...
    @property
    def end(self) -> str: ...
    @property
    def ink(self) -> Ink: ...


class DrawnCircle(Protocol):
    """A circle around a square."""

    @property
    def square(self) -> str: ...
    @property
    def ink(self) -> Ink: ...


@dataclass(frozen=True)
class Action:
    """Something that is done to a study."""


@dataclass(frozen=True)
class _AtNode(Action):
    chapter: int
    node: int


@dataclass(frozen=True)
class AddMoves(_AtNode):
    """Play on from a node; what is there already is walked, not made again."""

    moves: Sequence[str]


@dataclass(frozen=True)
class DeleteNode(_AtNode):
    """Delete a node with everything after it."""


@dataclass(frozen=True)
class PromoteNode(_AtNode):
    """Put a variation before the one in front of it, or its whole path on the main line."""

    main: bool = False


@dataclass(frozen=True)
class SetComment(_AtNode):
    """Say something about a node, in Markdown's safe subset; "" takes it away."""

    text: str


@dataclass(frozen=True)
class SetMark(_AtNode):
    """Judge a decision; "" takes it away."""

    mark: Mark


@dataclass(frozen=True)
class SetDrawings(_AtNode):
    """The drawings of a node, all of them."""

    arrows: Sequence[DrawnArrow]
    circles: Sequence[DrawnCircle]


@dataclass(frozen=True)
class AddChapters(Action):
    """Add a chapter, or several from a record with several games, at the end."""

    title: str = ""


@dataclass(frozen=True)
class RenameChapter(Action):
    """Give a chapter another title."""

    chapter: int
    title: str


@dataclass(frozen=True)
class DeleteChapter(Action):
    """Delete a chapter; the last one stays."""

    chapter: int


@dataclass(frozen=True)
class MoveChapter(Action):
    """Put a chapter in another place, from 0."""

    chapter: int
    place: int


@dataclass(frozen=True)
class SetTitle(Action):
    """Give the study another title."""

    title: str


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

    anyone: bool = False


ACTIONS: Mapping[str, type[Action]] = {
    "add": AddMoves,
    "delete": DeleteNode,
    "promote": PromoteNode,
    "comment": SetComment,
    "mark": SetMark,
    "draw": SetDrawings,
    "chapter_add": AddChapters,
    "chapter_rename": RenameChapter,
    "chapter_delete": DeleteChapter,
    "chapter_move": MoveChapter,
    "title": SetTitle,
    "visibility": SetVisibility,
    "keep": SetKept,
    "edit_link": RenewEditLink,
    "undo": Undo,
}
"""By the names that they have in messages."""


def check_role(role: Role, action: Action) -> None:
    """StudyError if this role does not allow the action."""
    if role == "reader":
        raise StudyError("not_your_study", "only those with its edit link can change this study")
    for_owner = isinstance(action, SetVisibility | SetKept | RenewEditLink) or (
        isinstance(action, Undo) and action.anyone
    )
    if for_owner and role != "owner":
        raise StudyError("not_your_study", "only the maker of the study can do this")
