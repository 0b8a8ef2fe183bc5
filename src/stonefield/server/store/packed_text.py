"""Long texts take less space in the database: what was written before stays as it is."""

from __future__ import annotations

import base64
import zlib
from typing import Any

from sqlalchemy import Text
from sqlalchemy.types import TypeDecorator

_PACKED = "zlib:"
SHORTEST = 60
"""Shorter texts stay as they are: little could be saved, and thousands may be written at once."""


class Packed(str):
    """A text as `pack` leaves it."""

    __slots__ = ()


def pack(text: str) -> Packed:
    """A text as the column keeps it. A long one takes a while: not on the event loop."""
    if len(text) < SHORTEST and not text.startswith(_PACKED):
        return Packed(text)
    packed = _PACKED + base64.b85encode(zlib.compress(text.encode(), 9)).decode()
    # A text that looks as if it were packed has to be.
    return Packed(packed if len(packed) < len(text) or text.startswith(_PACKED) else text)


def unpack(kept: str) -> str:
    """The text again."""
    if not kept.startswith(_PACKED):
        return kept
    return zlib.decompress(base64.b85decode(kept.removeprefix(_PACKED))).decode()


class PackedText(TypeDecorator[str]):
    """A text column that keeps long texts compressed."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        if value is None or isinstance(value, Packed):
            return value
        return pack(value)

    def process_result_value(self, value: str | None, dialect: Any) -> str | None:
        return None if value is None else unpack(value)
