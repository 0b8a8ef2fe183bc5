"""Tries that are made while the device stands in for a server: kept until the page has sent them there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeAlias

from stonefield.pocket.asking import Answer, Ask, Paths, encoded
from stonefield.pocket.learners import LATE
from stonefield.pocket.rows import Rows
from stonefield.server.tokens import new_token

STANDING_IN = "here"
"""The token of requests that a server could not answer; those of a site of plain files have others."""
MOST = 5_000
Late: TypeAlias = list[dict[str, Any]]
"""Each as `POST /api/puzzles/{puzzle}/late-tries` takes it, with its puzzle."""


class LateTries:
    """Reads and writes the row."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def waiting(self) -> Late:
        """What no server has yet, the oldest first."""
        text = self._rows.read(LATE)
        found: Late = [] if text is None else json.loads(text)
        return found

    def keep(self, waiting: Late, ask: Ask, puzzle: str, moves: Sequence[str]) -> None:
        """Keep one more, for a request that a server could not answer; no moves: the solution was shown."""
        if ask.token == STANDING_IN and len(waiting) < MOST:
            late = {"token": new_token(), "puzzle": puzzle, "at": ask.now, "moves": list(moves)}
            self._write([*waiting, late])

    def drop(self, token: str) -> None:
        """A server has it."""
        self._write([one for one in self.waiting() if one["token"] != token])

    def _write(self, waiting: Late) -> None:
        text = json.dumps(waiting, ensure_ascii=False, separators=(",", ":")) if waiting else None
        self._rows.write(LATE, text)


def add_late_tries(paths: Paths, late: LateTries) -> None:
    """Answer what only a device answers: which tries wait, and that one does no longer."""

    @paths.at("GET", "/api/late-tries")
    def waiting(ask: Ask) -> Answer:
        return encoded({"tries": late.waiting()})

    @paths.at("DELETE", "/api/late-tries/{token}")
    def drop(ask: Ask, token: str) -> Answer:
        late.drop(token)
        return Answer("", 204)
