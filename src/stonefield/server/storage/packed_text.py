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


class PackedText(TypeDecorator[str]):
    """A text column that keeps long texts compressed."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        if value is None or (len(value) < SHORTEST and not value.startswith(_PACKED)):
            return value
        packed = _PACKED + base64.b85encode(zlib.compress(value.encode(), 9)).decode()
        # A text that looks as if it were packed has to be.
        return packed if len(packed) < len(value) or value.startswith(_PACKED) else value

    def process_result_value(self, value: str | None, dialect: Any) -> str | None:
        if value is None or not value.startswith(_PACKED):
            return value
        return zlib.decompress(base64.b85decode(value.removeprefix(_PACKED))).decode()
