"""What a page sends about studies: requests, actions and messages; docs/api.md explains them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Message, Request, doc
from stonefield.server.protocol.messages import CancelRequest, Hello, Ping, RequestId, Token

Visibility: TypeAlias = Literal["private", "link", "public"]
Mark: TypeAlias = Literal["", "!", "?", "!!", "??", "!?", "?!"]
Ink: TypeAlias = Literal["green", "red", "blue", "yellow"]
Square: TypeAlias = Annotated[str, Field(max_length=4, pattern=r"^[a-z][0-9]{1,2}$")]
Title: TypeAlias = Annotated[str, Field(max_length=100, description="What it is called")]
ChapterId: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000, description="The chapter's id")]
NodeId: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000, description="The node's id; 0 is the start")]
ClientId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
MoveText: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]

LONGEST_COMMENT = 4_000
MOST_DRAWINGS = 64


# Where a study or a chapter comes from


class GameSource(Request):
    """A game on this server; before its end only your own, and none between people."""

    kind: Literal["game"]
    game: str = Field(max_length=64, description="Its id")
    token: Token | None = Field(default=None, description="Of a seat, where the game is not over")


class RecordSource(Request):
    """A record, its format found by content; several games make several chapters."""

    kind: Literal["record"]
    text: str = Field(min_length=1, max_length=200_000)


class PositionSource(Request):
    """A position as one line of text."""

    kind: Literal["position"]
    text: str = Field(min_length=1, max_length=4_000)


class StartSource(Request):
    """The beginning of a game; options left out take their defaults."""

    kind: Literal["start"]
    game: str = Field(max_length=32)
    options: dict[Annotated[str, Field(max_length=32)], bool | int | Annotated[str, Field(max_length=64)]] = (
        Field(default_factory=dict, max_length=16)
    )


Source = TypeAliasType(
    "Source",
    Annotated[GameSource | RecordSource | PositionSource | StartSource, Field(discriminator="kind")],
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


class BaseStudyAction(Message):
    """Something that changes the study; the same id again is the same action."""

    price: ClassVar[float] = 4.0
    id: RequestId
    client: ClientId | None = Field(
        default=None, description="Made up by the page and kept: keeps apart those who share a token"
    )


class AddAction(BaseStudyAction):
    """Play on from a node; what is there already is walked, not made again."""

    type: Literal["add"]
    chapter: ChapterId
    node: NodeId = Field(description="Where the line begins")
    moves: list[MoveText] = Field(min_length=1, max_length=64)


class DeleteAction(BaseStudyAction):
    """Delete a node with everything after it."""

    type: Literal["delete"]
    chapter: ChapterId
    node: NodeId


class PromoteAction(BaseStudyAction):
    """Put a variation before the one in front of it, or its whole path on the main line."""

    type: Literal["promote"]
    chapter: ChapterId
    node: NodeId
    main: Annotated[bool, doc("Its whole path becomes the main line")] = False


class CommentAction(BaseStudyAction):
    """Say something about a node, in Markdown's safe subset; "" takes it away."""

    type: Literal["comment"]
    chapter: ChapterId
    node: NodeId
    text: str = Field(max_length=LONGEST_COMMENT, description="All of it, as it is to be")


class MarkAction(BaseStudyAction):
    """Judge a decision; "" takes it away."""

    type: Literal["mark"]
    chapter: ChapterId
    node: NodeId
    mark: Mark


class Arrow(Request):
    """An arrow on the board."""

    start: Square
    end: Square
    ink: Ink


class Circle(Request):
    """A circle around a square."""

    square: Square
    ink: Ink


class DrawAction(BaseStudyAction):
    """The drawings of a node, all of them."""

    type: Literal["draw"]
    chapter: ChapterId
    node: NodeId
    arrows: list[Arrow] = Field(max_length=MOST_DRAWINGS)
    circles: list[Circle] = Field(max_length=MOST_DRAWINGS)


class ChapterAddAction(BaseStudyAction):
    """Add a chapter, or several from a record with several games, at the end."""

    type: Literal["chapter_add"]
    title: Title = ""
    source: Source


class ChapterRenameAction(BaseStudyAction):
    """Give a chapter another title."""

    type: Literal["chapter_rename"]
    chapter: ChapterId
    title: Title


class ChapterDeleteAction(BaseStudyAction):
    """Delete a chapter; the last one stays."""

    type: Literal["chapter_delete"]
    chapter: ChapterId


class ChapterMoveAction(BaseStudyAction):
    """Put a chapter in another place, from 0."""

    type: Literal["chapter_move"]
    chapter: ChapterId
    place: int = Field(ge=0, le=63, description="From 0")


class TitleAction(BaseStudyAction):
    """Give the study another title."""

    type: Literal["title"]
    title: Title


class VisibilityAction(BaseStudyAction):
    """Who may read it; for its maker."""

    type: Literal["visibility"]
    visibility: Visibility


class KeepAction(BaseStudyAction):
    """Whether it stays although nobody opens it; for its maker."""

    type: Literal["keep"]
    kept: bool


class EditLinkAction(BaseStudyAction):
    """Make a new edit token, which the answer tells; the old one opens nothing any more. For its maker."""

    type: Literal["edit_link"]


class StudyUndoAction(BaseStudyAction):
    """Take back your own last action; refused where others have built on it."""

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

    price: ClassVar[float] = 3.0
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

    price: ClassVar[float] = 15.0
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
