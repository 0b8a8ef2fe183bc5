"""The formats in which a game can be downloaded."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

FormatName: TypeAlias = Literal["text", "json", "boardspace", "abstractplay"]
RECORD_FORMATS: tuple[FormatName, ...] = get_args(FormatName)
