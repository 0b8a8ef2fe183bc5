"""By what the review of a game is found again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from stonefield.games.game import Position


def review_key(start: Position, moves: Sequence[str]) -> str:
    """Names a game's start, options and moves."""
    rules = [start.game.name, sorted((name, str(value)) for name, value in start.options.items())]
    return hashlib.sha256(json.dumps([rules, str(start), moves]).encode()).hexdigest()[:40]
