"""How the server and a worker talk: JSON, with its length before it."""

from __future__ import annotations

import json
import signal
from typing import Any

HEAD, TAKEN = 4, 4
"""Bytes that tell the length, and those before an answer that tell the milliseconds of processor it took."""
LATE = getattr(signal, "SIGPROF", 0)
"""The signal that ends a worker whose processor time is up; none where the system has no such timer."""


def packed(message: Any) -> bytes:
    """A message to send."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return len(body).to_bytes(HEAD, "big") + body


def length(head: bytes) -> int:
    """How many bytes follow."""
    return int.from_bytes(head, "big")
