"""The JSON of an exported study."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stonefield.records.record import UNFINISHED
from stonefield.study.documents.limits import LONGEST_COMMENT, MOST_CHAPTERS, MOST_DRAWINGS, MOST_NODES, Mark
from stonefield.study.documents.vocabulary import Arrow, Circle, MoveText, Strict, Title


class NodeDocument(Strict):
    """A node of an exported study; its place among its siblings is its place in the list."""

    id: int = Field(ge=0, le=1_000_000)
    parent: int | None = Field(ge=0, le=1_000_000)
    move: Annotated[str, Field(max_length=0)] | MoveText
    mark: Mark = ""
    comment: str = Field(default="", max_length=LONGEST_COMMENT)
    clock: float | None = None
    arrows: list[Arrow] = Field(default_factory=list, max_length=MOST_DRAWINGS)
    circles: list[Circle] = Field(default_factory=list, max_length=MOST_DRAWINGS)


class ChapterDocument(Strict):
    """A chapter of an exported study."""

    title: Title = ""
    game: str = Field(max_length=32)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=16)
    position: str | None = Field(default=None, max_length=4_000)
    tags: dict[str, str] = Field(default_factory=dict, max_length=100)
    result: str = UNFINISHED
    nodes: list[NodeDocument] = Field(min_length=1, max_length=MOST_NODES)


class StudyDocument(Strict):
    """An exported study."""

    format: Literal["stonefield-study"]
    version: Literal[1]
    title: Title = ""
    chapters: list[ChapterDocument] = Field(min_length=1, max_length=MOST_CHAPTERS)
