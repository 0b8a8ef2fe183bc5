"""What has happened to puzzles today at an address, noted in the transaction in which it happens.

The notes of earlier days match nothing, since their key is gone (`addresses.py`); the cleanup deletes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sqlalchemy import Connection, delete, insert, select

from stonefield.puzzles.practice.streak import day_of
from stonefield.server.store.addresses import AddressHash
from stonefield.server.store.tables import puzzle_notes

MOST = 400_000
"""Beyond it the oldest notes are deleted."""
_notes = puzzle_notes.c


class Kind(Enum):
    """What is noted of a puzzle and an address."""

    SHOWN = "shown"
    """The solution was shown."""
    RATED = "rated"
    """Its rating was moved."""
    VOTED = "voted"
    """A vote was counted."""
    REPORTED = "reported"
    """A report was counted."""


@dataclass(frozen=True, slots=True)
class DayNotes:
    """The notes of one puzzle at one address, for one profile."""

    day: int
    place: str
    profile: str

    @classmethod
    def of(cls, hashed: AddressHash, now: int, address: str, puzzle: str, profile: str = "") -> DayNotes:
        return cls(day_of(now), hashed(address, puzzle), hashed(profile))

    def has(self, connection: Connection, kind: Kind) -> bool:
        """Whether it has happened today at this address, whichever profile it was."""
        return self._first(connection, kind) is not None

    def claim(self, connection: Connection, kind: Kind) -> bool:
        """Note it; False if another profile was the first at this address today."""
        first = self._first(connection, kind)
        if first is None:
            row = {"day": self.day, "kind": kind.value, "place": self.place, "profile": self.profile}
            (last,) = connection.execute(insert(puzzle_notes).values(**row)).inserted_primary_key or (0,)
            connection.execute(delete(puzzle_notes).where(_notes.id <= last - MOST))
        return first in (None, self.profile)

    def release(self, connection: Connection, kind: Kind) -> None:
        """Take back what this profile has noted."""
        mine = (_notes.kind == kind.value, _notes.place == self.place, _notes.profile == self.profile)
        connection.execute(delete(puzzle_notes).where(*mine))

    def _first(self, connection: Connection, kind: Kind) -> str | None:
        these = (_notes.kind == kind.value, _notes.place == self.place)
        found: str | None = connection.execute(select(_notes.profile).where(*these)).scalar()
        return found


def drop_old(connection: Connection, now: int, most: int) -> int:
    """Delete some notes of earlier days; how many."""
    old = select(_notes.id).where(_notes.day < day_of(now)).order_by(_notes.id).limit(most)
    return connection.execute(delete(puzzle_notes).where(_notes.id.in_(old))).rowcount
