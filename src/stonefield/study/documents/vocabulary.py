"""What the parts of a study may be, in actions and in files alike."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from stonefield.study.documents.limits import Ink

Square: TypeAlias = Annotated[str, Field(max_length=4, pattern=r"^[a-z][0-9]{1,2}$")]
Title: TypeAlias = Annotated[str, Field(max_length=100, description="What it is called")]
ChapterId: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000, description="The chapter's id")]
NodeId: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000, description="The node's id; 0 is the start")]
MoveText: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]


class Strict(BaseModel):
    """What comes from outside; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Arrow(Strict):
    """An arrow on the board."""

    start: Square
    end: Square
    ink: Ink


class Circle(Strict):
    """A circle around a square."""

    square: Square
    ink: Ink
