"""What has happened to puzzles today at which address: in memory alone, and under a key of the day.

Addresses are personal. Only hashes of them are here, with a key that is thrown away when the day ends.
"""

from __future__ import annotations

import hashlib
import os
from enum import Enum

from stonefield.puzzles.practice.streak import day_of
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms

MOST = 100_000
"""Of each kind; beyond that the oldest are forgotten."""


class Kind(Enum):
    """What is remembered of a puzzle and an address."""

    SHOWN = "shown"
    """The solution was shown."""
    RATED = "rated"
    """Its rating was moved."""
    VOTED = "voted"
    """A vote was counted."""
    REPORTED = "reported"
    """A report was counted."""


class DayMemory:
    """Remembers until midnight (UTC)."""

    def __init__(self) -> None:
        self._day, self._key = -1, b""
        self._kept: dict[Kind, dict[bytes, bytes]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._kept.values()))

    def note(self, kind: Kind, caller: Caller, puzzle: str) -> None:
        """Something has happened."""
        self.claim(kind, caller, puzzle, "")

    def knows(self, kind: Kind, caller: Caller, puzzle: str) -> bool:
        """Whether it has happened today."""
        return self._hash(caller.key, puzzle) in self._today(kind)

    def claim(self, kind: Kind, caller: Caller, puzzle: str, learner: str) -> bool:
        """Whether a learner is the first at this address today; from now on no other one is."""
        kept = self._today(kind)
        here, who = self._hash(caller.key, puzzle), self._hash(learner)
        if len(kept) >= MOST and here not in kept:
            del kept[next(iter(kept))]
        return kept.setdefault(here, who) == who

    def release(self, kind: Kind, caller: Caller, puzzle: str, learner: str) -> None:
        """Nothing came of what a learner has claimed."""
        kept, here = self._today(kind), self._hash(caller.key, puzzle)
        if kept.get(here) == self._hash(learner):
            del kept[here]

    def _today(self, kind: Kind) -> dict[bytes, bytes]:
        day = day_of(now_ms())
        if day != self._day:
            self._day, self._key = day, os.urandom(32)
            self._kept = {kind: {} for kind in Kind}
        return self._kept[kind]

    def _hash(self, *words: str) -> bytes:
        return hashlib.blake2b("\n".join(words).encode(), key=self._key, digest_size=12).digest()
