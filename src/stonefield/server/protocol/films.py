"""What is asked for with films."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from stonefield.draw import check_paint
from stonefield.server.protocol.base import Request

Paint: TypeAlias = Annotated[str | None, AfterValidator(check_paint)]
PAINT_MEANS = "How the pieces are painted: one of the game's `paints`; those of other games change nothing"
PAINT_NAMES = AliasChoices("paint", "stones")
"""The second name is that of older addresses."""
FilmKind = TypeAliasType("FilmKind", Literal["gif", "webp", "apng", "svg"])


class _Wishes(BaseModel):
    view: Literal["above", "isometric"] = "isometric"
    theme: Literal["light", "dark"] = "light"
    paint: Paint = Field(default=None, validation_alias=PAINT_NAMES, description=PAINT_MEANS)
    size: int = Field(default=480, ge=120, le=800, description="Width in pixels")
    seconds: float = Field(default=0.8, ge=0.1, le=10, description="Seconds per position")
    first: int = Field(default=0, ge=0, le=10_000, description="The ply after which it begins")
    last: int | None = Field(default=None, ge=0, le=10_000, description="The ply after which it ends")


class Look(_Wishes):
    """How a film looks, in the query of its address."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewFilm(_Wishes, Request):
    """A record to be filmed."""

    text: str = Field(min_length=1, max_length=200_000, description="The record")
    kind: FilmKind = "gif"
