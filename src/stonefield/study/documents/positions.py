"""The positions of a chapter that are kept: those asked for last, and some on the way to each."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from stonefield.games.game import Position

MOST_KEPT = 32
"""Positions that a chapter keeps."""
EVERY = 8
"""On the way to a position each of so many is kept, so that going back replays no more than that."""


class Positions:
    """Positions by the ids of their nodes; the ones that were used longest ago go. Threads may share it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Position] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, id: int) -> Position | None:
        """The position of a node, if it is kept."""
        with self._lock:
            found = self._kept.get(id)
            if found is not None:
                self._kept.move_to_end(id)
            return found

    def put_line(self, line: Sequence[tuple[int, Position]]) -> None:
        """Keep the last two positions of a line that was replayed, and some of those before."""
        last = len(line) - 1
        with self._lock:
            for place, (id, position) in enumerate(line):
                if place >= last - 1 or (last - place) % EVERY == 0:
                    self._kept[id] = position
                    self._kept.move_to_end(id)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Keep none of them."""
        with self._lock:
            self._kept.clear()
