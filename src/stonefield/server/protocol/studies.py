"""What a page sends about studies: requests, actions and messages; docs/api.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Message, Request, doc
from stonefield.server.protocol.company import Ping
from stonefield.server.protocol.messages import CancelRequest, Hello, RequestId, Token
from stonefield.study.documents.actions import (
    AddChapters,
    AddMoves,
    DeleteChapter,
    DeleteNode,
    MoveChapter,
    PromoteNode,
    RenameChapter,
    RenewEditLink,
    SetComment,
    SetDrawings,
    SetKept,
    SetMark,
    SetTitle,
    SetVisibility,
    Undo,
)
from stonefield.study.documents.limits import (
    LONGEST_COMMENT,
    MOST_CHAPTERS,
    MOST_DRAWINGS,
    Mark,
    Visibility,
)
from stonefield.study.documents.vocabulary import Arrow, ChapterId, Circle, MoveText, NodeId, Title

ClientId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


# Where a study or a chapter comes from


class FromGame(Request):
    """A game on this server; before its end only your own, and none between people."""

    kind: Literal["game"]
    game: str = Field(max_length=64, description="Its id")
    token: Token | None = Field(default=None, description="Of a seat, where the game is not over")


class FromRecord(Request):
    """A record, its format found by content; several games make several chapters."""

    kind: Literal["record"]
    text: str = Field(min_length=1, max_length=200_000)


class FromPosition(Request):
    """A position as one line of text."""

    kind: Literal["position"]
    text: str = Field(min_length=1, max_length=4_000)


class FromStart(Request):
    """The beginning of a game; options left out take their defaults."""

    kind: Literal["start"]
    game: str = Field(max_length=32)
    options: dict[Annotated[str, Field(max_length=32)], bool | int | Annotated[str, Field(max_length=64)]] = (
        Field(default_factory=dict, max_length=16)
    )


Source = TypeAliasType(
    "Source",
    Annotated[FromGame | FromRecord | FromPosition | FromStart, Field(discriminator="kind")],
)


class NewStudy(Request):
    """A study to be made; it is private until its maker says otherwise."""

    title: Title = ""
    source: Source


class StudyImport(Request):
    """A study as it was exported, `.stones` or JSON."""

    text: str = Field(min_length=1, max_length=380_000)


class NewReview(Request):
    """A game to be reviewed."""

    source: Source
    simulations: Annotated[Literal[300, 1200, 3000], doc("For each position")] = 300


# Actions: by socket or POST /api/studies/{id}/actions


def _describe(schema: dict[str, Any], message: type[Any]) -> None:
    """A message means what its action means."""
    schema["description"] = message.__bases__[-1].__doc__


class BaseStudyAction(Message):
    """Something that changes the study; the same id again is the same action."""

    model_config = ConfigDict(json_schema_extra=_describe)
    price: ClassVar[float] = 4.0
    id: RequestId
    client: ClientId | None = Field(
        default=None, description="Made up by the page and kept: keeps apart those who share a token"
    )


class _NodeAction(BaseStudyAction):
    chapter: ChapterId
    node: NodeId


class _ChapterAction(BaseStudyAction):
    chapter: ChapterId


class AddAction(_NodeAction, AddMoves):
    type: Literal["add"]
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=64)]


class DeleteAction(_NodeAction, DeleteNode):
    type: Literal["delete"]


class PromoteAction(_NodeAction, PromoteNode):
    type: Literal["promote"]
    main: Annotated[bool, doc("Its whole path becomes the main line")] = False


class CommentAction(_NodeAction, SetComment):
    type: Literal["comment"]
    text: Annotated[str, Field(max_length=LONGEST_COMMENT, description="All of it, as it is to be")]


class MarkAction(_NodeAction, SetMark):
    type: Literal["mark"]
    mark: Mark


class DrawAction(_NodeAction, SetDrawings):
    type: Literal["draw"]
    arrows: Annotated[list[Arrow], Field(max_length=MOST_DRAWINGS)]
    circles: Annotated[list[Circle], Field(max_length=MOST_DRAWINGS)]


class ChapterAddAction(BaseStudyAction, AddChapters):
    type: Literal["chapter_add"]
    title: Title = ""
    source: Source


class ChapterRenameAction(_ChapterAction, RenameChapter):
    type: Literal["chapter_rename"]
    title: Title


class ChapterDeleteAction(_ChapterAction, DeleteChapter):
    type: Literal["chapter_delete"]


class ChapterMoveAction(_ChapterAction, MoveChapter):
    type: Literal["chapter_move"]
    place: Annotated[int, Field(ge=0, le=MOST_CHAPTERS - 1, description="From 0")]


class TitleAction(BaseStudyAction, SetTitle):
    type: Literal["title"]
    title: Title


class VisibilityAction(BaseStudyAction, SetVisibility):
    type: Literal["visibility"]
    visibility: Visibility


class KeepAction(BaseStudyAction, SetKept):
    type: Literal["keep"]
    kept: bool


class EditLinkAction(BaseStudyAction, RenewEditLink):
    type: Literal["edit_link"]


class StudyUndoAction(BaseStudyAction, Undo):
    type: Literal["undo"]
    anyone: Annotated[bool, doc("The last action of anyone, an editor's too; for its maker")] = False


_Action: TypeAlias = (
    AddAction
    | DeleteAction
    | PromoteAction
    | CommentAction
    | MarkAction
    | DrawAction
    | ChapterAddAction
    | ChapterRenameAction
    | ChapterDeleteAction
    | ChapterMoveAction
    | TitleAction
    | VisibilityAction
    | KeepAction
    | EditLinkAction
    | StudyUndoAction
)
StudyAction = TypeAliasType("StudyAction", Annotated[_Action, Field(discriminator="type")])


# What only the socket knows


class ChapterRequest(Message):
    """Ask for the whole tree of a chapter; updates report changes of every chapter, opened or not."""

    price: ClassVar[float] = 2.0
    type: Literal["chapter"]
    chapter: ChapterId


class LookRequest(Message):
    """The position of a node."""

    price: ClassVar[float] = 2.0
    type: Literal["look"]
    chapter: ChapterId
    node: NodeId


class LinesRequest(Message):
    """Switch the engine's lines on (of this node, and no other) or off."""

    price: ClassVar[float] = 10.0
    type: Literal["lines"]
    on: bool
    chapter: ChapterId
    node: NodeId
    count: int = Field(default=1, ge=1, le=5, description="How many lines")
    threat: bool = Field(default=False, description="As if the other side were to decide")


class OutlookRequest(Message):
    """How the position of a node may end."""

    price: ClassVar[float] = 3.0
    type: Literal["outlook"]
    chapter: ChapterId
    node: NodeId


class ReviewRequest(Message):
    """Review a chapter's main line, or stop that."""

    price: ClassVar[float] = 6.0
    type: Literal["review"]
    chapter: ChapterId
    on: bool
    simulations: Literal[300, 1200, 3000] = Field(
        default=3000, description="How deep it may go; it begins with 300"
    )


class TryRequest(Message):
    """Is this decision good enough in the position of a node?"""

    price: ClassVar[float] = 70.0
    type: Literal["try"]
    id: RequestId
    chapter: ChapterId
    node: NodeId
    text: MoveText


class StudyHintRequest(Message):
    """Help in a position: 1 what kind of decision, 2 where, 3 the decision itself."""

    price: ClassVar[float] = 30.0
    type: Literal["hint"]
    id: RequestId
    chapter: ChapterId
    node: NodeId
    step: int = Field(ge=1, le=3, description="How much to give away")


StudyClientMessage = TypeAliasType(
    "StudyClientMessage",
    Annotated[
        Hello
        | _Action
        | ChapterRequest
        | LookRequest
        | LinesRequest
        | OutlookRequest
        | ReviewRequest
        | TryRequest
        | StudyHintRequest
        | CancelRequest
        | Ping,
        Field(discriminator="type"),
    ],
)
study_messages: TypeAdapter[StudyClientMessage] = TypeAdapter(StudyClientMessage)
