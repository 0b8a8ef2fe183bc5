"""What is asked for with films."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Request

FilmKind = TypeAliasType("FilmKind", Literal["gif", "webp", "apng", "svg"])


class _Wishes(BaseModel):
    view: Literal["above", "isometric"] = "isometric"
    theme: Literal["light", "dark"] = "light"
    stones: Literal["red-white", "black-red"] = "red-white"
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
