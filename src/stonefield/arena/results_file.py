"""The results of a tournament as a file of JSON lines: written pair by pair, read again to resume."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stonefield.arena.play import PlayedPair
from stonefield.games.game import StonefieldError


class ResultsFile:
    """First line: what is played. Every further line: one pair. A line cut short by a crash is dropped."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self.played: list[PlayedPair] = []
        lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
        whole = lines[:-1]
        if whole:
            self._resume(whole, header)
            os.truncate(path, sum(len(line) + 1 for line in whole))
        else:
            path.write_text(json.dumps({"event": header}) + "\n", encoding="utf-8")

    def _resume(self, lines: list[bytes], header: Mapping[str, Any]) -> None:
        try:
            head, *rest = (json.loads(line) for line in lines)
            before = head["event"]
            self.played = [PlayedPair.from_json(line) for line in rest]
        except (ValueError, KeyError, TypeError) as error:
            raise StonefieldError(
                f"`{self.path}`: is no file of results ({error}); give another name"
            ) from None
        for name, value in header.items():
            if before.get(name) != value:
                raise StonefieldError(
                    f"`{self.path}`: was begun with {name} {before.get(name)}, not {value}; give another name"
                )

    def write(self, pair: PlayedPair) -> None:
        """Keep a pair; it is on disk when this returns."""
        self.played.append(pair)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(pair.to_json()) + "\n")
            file.flush()
            os.fsync(file.fileno())
