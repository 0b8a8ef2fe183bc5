"""A message as JSON: by pydantic on a server, by the standard library where there is no pydantic."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


def _plain(message: Any) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def _encoder() -> Callable[[Any], bytes]:
    try:
        from pydantic_core import to_json
    except ImportError:
        return _plain
    return to_json


to_json = _encoder()
