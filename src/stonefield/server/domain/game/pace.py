"""How fast engines play for those who watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stonefield.server.protocol.company import Speed

SPEEDS: dict[Speed, float] = {"slow": 4.0, "normal": 2.0, "fast": 0.5}
"""Seconds that engines take for a decision at least, where they are watched."""
